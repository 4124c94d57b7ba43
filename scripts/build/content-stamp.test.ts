import assert from 'node:assert/strict';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { stampContent } from './content-date.ts';

test('the stamp stays with the content and moves forward with every change, also back and with a clock that was set back', async (t) => {
  const folder = mkdtempSync(join(tmpdir(), 'greenroom-stamp-'));
  t.after(() => rmSync(folder, { recursive: true }));
  const file = join(folder, 'stamp.json');
  const stamp = async (content: object) => {
    await stampContent(folder, JSON.stringify(content));
    return JSON.parse(readFileSync(file, 'utf8')) as { digest: string; changedAt: number };
  };
  const first = await stamp({ items: [1] });
  assert.deepEqual(await stamp({ items: [1] }), first);
  const second = await stamp({ items: [] });
  const back = await stamp({ items: [1] });
  assert.equal(back.digest, first.digest);
  assert.ok(first.changedAt < second.changedAt && second.changedAt < back.changedAt);
  const ahead = Date.now() * 2;
  writeFileSync(file, JSON.stringify({ digest: 'x', changedAt: ahead }));
  assert.equal((await stamp({ items: [2] })).changedAt, ahead + 1);
});
