import assert from 'node:assert/strict';
import { test } from 'node:test';
import { negotiateEncoding } from './encoding.ts';

test('the best variant that the client takes', () => {
  assert.equal(negotiateEncoding('gzip, deflate, br'), 'br');
  assert.equal(negotiateEncoding('gzip'), 'gzip');
  assert.equal(negotiateEncoding('br;q=0, gzip'), 'gzip');
  assert.equal(negotiateEncoding('identity, br;q=0.1'), undefined);
  assert.equal(negotiateEncoding('zstd'), undefined);
  assert.equal(negotiateEncoding(undefined), undefined);
});
