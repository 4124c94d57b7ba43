import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createResponseCache } from './response-cache.ts';

function counted(etag: string, body: string) {
  const made = { etag, lastModified: '2026-01-01T00:00:00Z', times: 0, answer: () => ({ body: body + ++made.times }) };
  return made;
}

test('the same question is answered once', () => {
  const make = createResponseCache();
  const question = counted('a', 'answer ');
  assert.equal(make(question).bytes.toString(), 'answer 1');
  assert.equal(make(question).bytes.toString(), 'answer 1');
});

test('another validator is another answer', () => {
  const make = createResponseCache();
  assert.equal(make(counted('a', 'old ')).bytes.toString(), 'old 1');
  assert.equal(make(counted('b', 'new ')).bytes.toString(), 'new 1');
});

test('the oldest answers give way when there are too many bytes', () => {
  const make = createResponseCache(10);
  const first = counted('a', '12345 ');
  const second = counted('b', '12345 ');
  for (const question of [first, second, second, first]) make(question);
  assert.deepEqual([first.times, second.times], [2, 1]);
});

test('an answer larger than all that may be kept is still given', () => {
  const make = createResponseCache(1);
  assert.equal(make(counted('a', 'long ')).bytes.toString(), 'long 1');
});

test('a small answer that is kept holds on to no more memory than its own', () => {
  const { bytes } = createResponseCache()(counted('a', 'short '));
  assert.equal(bytes.buffer.byteLength, bytes.length);
});
