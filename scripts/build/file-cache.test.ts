import assert from 'node:assert/strict';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test, type TestContext } from 'node:test';
import { openPersistentFileCache } from './file-cache.ts';

function fresh(t: TestContext) {
  const folder = mkdtempSync(join(tmpdir(), 'greenroom-memory-'));
  t.after(() => rmSync(folder, { recursive: true }));
  const path = (name: string): string => join(folder, name);
  /** A new process that reads these files and returns the names of those that were not in the cache. */
  const run = async (names: string[], salt = '1'): Promise<string[]> => {
    const { get: remembered, save } = openPersistentFileCache<string>(path('memory'), salt);
    const read: string[] = [];
    for (const name of names) {
      const value = await remembered(path(name), async () => {
        read.push(name);
        return `read ${name}`;
      });
      assert.equal(value, `read ${name}`);
    }
    await save();
    return read;
  };
  return { path, run };
}

test('a file that the last process read is not read again, until it changes or other things are read of it', async (t) => {
  const { path, run } = fresh(t);
  for (const name of ['a', 'b']) writeFileSync(path(name), name);
  assert.deepEqual(await run(['a', 'b']), ['a', 'b']);
  assert.deepEqual(await run(['a', 'b']), []);
  writeFileSync(path('b'), 'longer');
  assert.deepEqual(await run(['a', 'b']), ['b']);
  assert.deepEqual(await run(['a', 'b'], '2'), ['a', 'b']);
});

test('a file that is gone is forgotten, and one that cannot be read is tried again', async (t) => {
  const { path, run } = fresh(t);
  for (const name of ['a', 'b']) writeFileSync(path(name), name);
  await run(['a', 'b']);
  rmSync(path('b'));
  const { get: remembered, save } = openPersistentFileCache<string>(path('memory'), '1');
  writeFileSync(path('c'), 'c');
  await assert.rejects(
    remembered(path('c'), () => Promise.reject(new Error('no'))),
    /no/,
  );
  assert.equal(await remembered(path('c'), async () => 'c'), 'c');
  await save();
  writeFileSync(path('b'), 'b');
  assert.deepEqual(await run(['a', 'b']), ['b']);
});

test('a cache with more entries than are written at once contains all of them', async (t) => {
  const { path, run } = fresh(t);
  const names = Array.from({ length: 450 }, (_, n) => `file ${n}`);
  for (const name of names) writeFileSync(path(name), name);
  assert.deepEqual(await run(names), names);
  assert.deepEqual(await run(names), []);
});
