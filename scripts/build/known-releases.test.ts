import assert from 'node:assert/strict';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { knownReleases } from './known-releases.ts';

test('the manifest of a release is read once, until somebody writes over it or the process has made another', async (t) => {
  const dir = mkdtempSync(join(tmpdir(), 'greenroom-known-'));
  t.after(() => rmSync(dir, { recursive: true }));
  const write = (release: string) =>
    writeFileSync(join(dir, 'manifest.json'), JSON.stringify({ release, baseUrl: '', content: '', entries: {} }));
  write('first');
  const { read, keep, isKept } = knownReleases();
  const first = await read(dir);
  assert.equal(first.manifest.release, 'first');
  assert.equal(await read(dir), first);
  assert.equal(isKept(dir), false);
  write('the second');
  const second = await read(dir);
  assert.equal(second.manifest.release, 'the second');
  keep({ ...second, dir: `${dir}.other` });
  assert.notEqual(await read(dir), second);
});
