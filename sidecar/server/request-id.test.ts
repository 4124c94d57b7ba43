import assert from 'node:assert/strict';
import { test } from 'node:test';
import { requestId } from './request-id.ts';

test('a request id is kept when it is 1 to 128 visible ASCII characters', () => {
  assert.equal(requestId('abc'), 'abc');
  for (const sent of ['', 'a b', 'ü', 'x'.repeat(129), undefined]) assert.match(requestId(sent), /^[0-9a-f-]{36}$/);
});
