import assert from 'node:assert/strict';
import { test } from 'node:test';
import { getPack, putPacks } from './packs.ts';

test('pieces come out of a pack as they went in, and a damaged pack is refused', async () => {
  const objects = new Map<string, Buffer>();
  const bucket = {
    get: async (key: string) => objects.get(key),
    put: async (key: string, body: Buffer) => void objects.set(key, body),
    remove: async () => {},
  };
  const large = Buffer.alloc(9 * 1024 ** 2, 'part');
  const all: [string, boolean, Buffer][] = [
    ['empty', false, Buffer.alloc(0)],
    ['large', true, large],
    ['lines', false, Buffer.from('one\ntwo\n')],
  ];
  const pieces = all.map(([name, isPart, bytes]) => ({ name, isPart, size: bytes.length, read: async () => bytes }));
  const keys = await putPacks(bucket, pieces);
  assert.equal(keys.length, 2);
  const found = (await Promise.all(keys.map((key) => getPack(bucket, key)))).flat();
  assert.deepEqual(found.map(({ name, isPart }) => [name, isPart]), all.map(([name, isPart]) => [name, isPart])); // prettier-ignore
  for (const [n, { bytes }] of found.entries()) assert.ok(bytes.equals(all[n]![2]));
  objects.set(keys[0]!, objects.get(keys[1]!)!);
  await assert.rejects(getPack(bucket, keys[0]!), /damaged/);
  objects.delete(keys[1]!);
  await assert.rejects(getPack(bucket, keys[1]!), /missing/);
});
