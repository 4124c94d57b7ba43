import assert from 'node:assert/strict';
import { test } from 'node:test';
import { acceptedEncoding } from './encoding.ts';

test('the best variant that the client takes', () => {
  assert.equal(acceptedEncoding('gzip, deflate, br'), 'br');
  assert.equal(acceptedEncoding('gzip'), 'gzip');
  assert.equal(acceptedEncoding('br;q=0, gzip'), 'gzip');
  assert.equal(acceptedEncoding('identity, br;q=0.1'), undefined);
  assert.equal(acceptedEncoding('zstd'), undefined);
  assert.equal(acceptedEncoding(undefined), undefined);
});
