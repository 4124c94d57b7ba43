import assert from 'node:assert/strict';
import { test } from 'node:test';
import { brotliCompressSync } from 'node:zlib';
import { filesOfEntry, hashOf, isWhole } from './stored.ts';

test('bytes from the bucket are taken only where they are those of the release, packed or not', () => {
  const text = Buffer.from('the same words, the same words, the same words');
  const packed = brotliCompressSync(text);
  const [plain, br] = [...filesOfEntry({ etag: hashOf(text), size: text.length, encodings: { br: packed.length } })];
  assert.deepEqual(
    [plain!.name, br!.name],
    [`${hashOf(text)}-${packed.length}`, `${hashOf(text)}-${packed.length}.br`],
  );
  assert.ok(isWhole(text, plain!) && isWhole(packed, br!));
  const changed = Buffer.from(text).fill('x', 0, 1);
  const repacked = brotliCompressSync(changed);
  for (const wrong of [changed, text.subarray(1), Buffer.alloc(0), packed]) assert.ok(!isWhole(wrong, plain!));
  for (const wrong of [repacked, packed.subarray(1), Buffer.alloc(packed.length), text])
    assert.ok(!isWhole(wrong, br!));
});
