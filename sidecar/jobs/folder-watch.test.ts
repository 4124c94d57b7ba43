import assert from 'node:assert/strict';
import { mkdirSync, mkdtempSync, renameSync, rmSync, statfsSync, unlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { platform } from 'node:process';
import { after, test } from 'node:test';
import { folderWatch } from './folder-watch.ts';

const root = mkdtempSync(join(tmpdir(), 'greenroom-watch-'));
after(() => rmSync(root, { recursive: true }));
const ext4 = 0xef53;
const skip = platform !== 'linux' || ![ext4, 0x01021994, 0x794c7630].includes(statfsSync(root).type);

test('files that were written, moved in or out, or removed are named; nothing told means any', { skip }, async () => {
  const folder = join(root, 'told');
  mkdirSync(folder);
  const at = (name: string) => join(folder, name);
  for (const name of ['a', 'b', 'c', 'd']) writeFileSync(at(name), '1');
  const changed = folderWatch(folder);
  assert.equal(await changed(), undefined, 'nobody has listened before');
  assert.equal(await changed(), undefined, 'nothing was told');
  writeFileSync(at('a'), '2');
  unlinkSync(at('b'));
  renameSync(at('c'), join(root, 'c'));
  writeFileSync(join(root, 'e'), '1');
  renameSync(join(root, 'e'), at('e'));
  assert.deepEqual([...(await changed())!].sort(), ['a', 'b', 'c', 'e']);
  assert.equal(await changed(), undefined);
});

test('where more changed than the system remembers, or another folder lies there, any may have', { skip }, async () => {
  const folder = join(root, 'much');
  mkdirSync(folder);
  const changed = folderWatch(folder);
  await changed();
  for (let n = 0; n < 5000; n++) writeFileSync(join(folder, String(n)), '');
  assert.equal(await changed(), undefined);
  renameSync(folder, join(root, 'before'));
  mkdirSync(folder);
  writeFileSync(join(root, 'before', '1'), '2');
  assert.equal(await changed(), undefined);
  writeFileSync(join(folder, 'new'), '');
  assert.deepEqual([...(await changed())!], ['new']);
});
