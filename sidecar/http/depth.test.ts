import assert from 'node:assert/strict';
import { test } from 'node:test';
import { maxDepth, isTooDeep } from './depth.ts';
import { findMessageProblem } from './json-rpc.ts';

const nested = (levels: number): unknown => JSON.parse(`${'['.repeat(levels)}${']'.repeat(levels)}`);

test('a body may be nested as deep as anything sensible, and no deeper', () => {
  for (const value of [1, null, 'text', {}, nested(maxDepth)]) assert.ok(!isTooDeep(value));
  for (const value of [nested(maxDepth + 1), nested(30_000), { a: nested(30_000) }]) assert.ok(isTooDeep(value));
});

test('a batch, a bare value and a deep message are no messages', () => {
  assert.match(findMessageProblem([{}])!, /Batches/);
  for (const value of [null, 1, 'x', undefined]) assert.match(findMessageProblem(value)!, /object/);
  assert.match(findMessageProblem({ params: nested(5000) })!, /nested/);
  assert.equal(findMessageProblem({ jsonrpc: '2.0' }), undefined);
});
