import assert from 'node:assert/strict';
import { test } from 'node:test';
import { deepest, isTooDeep } from './depth.ts';
import { problemOf } from './json-rpc.ts';

const nested = (levels: number): unknown => JSON.parse(`${'['.repeat(levels)}${']'.repeat(levels)}`);

test('a body may be nested as deep as anything sensible, and no deeper', () => {
  for (const value of [1, null, 'text', {}, nested(deepest)]) assert.ok(!isTooDeep(value));
  for (const value of [nested(deepest + 1), nested(30_000), { a: nested(30_000) }]) assert.ok(isTooDeep(value));
});

test('a batch, a bare value and a deep message are no messages', () => {
  assert.match(problemOf([{}])!, /Batches/);
  for (const value of [null, 1, 'x', undefined]) assert.match(problemOf(value)!, /object/);
  assert.match(problemOf({ params: nested(5000) })!, /nested/);
  assert.equal(problemOf({ jsonrpc: '2.0' }), undefined);
});
