import assert from 'node:assert/strict';
import { test } from 'node:test';
import { endpoints } from '#contract/endpoints.ts';
import { ContentIndexQuery } from '#contract/schemas/queries.ts';
import type { ApiError } from '#contract/errors.ts';
import { compileValidator } from './query.ts';

const read = (value: Record<string, unknown>) =>
  compileValidator(ContentIndexQuery, 'querystring')(value) as unknown as {
    value: Record<string, unknown>;
    error: ApiError;
  };

test('a number is plain digits', () => {
  assert.equal(read({ limit: '7' }).value.limit, 7);
  for (const limit of ['0x10', '1e2', ' 5', '1.5', '', 'ten', ['1', '2']]) {
    assert.deepEqual(read({ limit }).error.details, { field: 'limit', minimum: 1, maximum: 1000 }, String(limit));
  }
  for (const offset of ['Infinity', '1e400', '9'.repeat(20)])
    assert.equal(read({ offset }).error.details?.field, 'offset');
});

test('a number in a path has one spelling', () => {
  const check = compileValidator(endpoints.contentIndexShard.http.params, 'params');
  assert.deepEqual(check({ n: '1' }), { value: { n: 1 } });
  for (const n of ['1e0', '01', '0x1', '1.0', '+1', ' 1'])
    assert.equal((check({ n }) as { error: ApiError }).error.details?.field, 'n', n);
});

test('a problem is described in words, without the rule behind it', () => {
  assert.match(read({ dateFrom: 'x' }).error.message, /^dateFrom has the wrong form\. Description: First day/);
});

test('lists come comma-separated or repeated', () => {
  assert.deepEqual(read({ types: ['video, stream', 'article'] }).value.types, ['video', 'stream', 'article']);
});

test('NDJSON without a limit is left to its own default, which is that of the bundle', () => {
  assert.equal(read({ format: 'ndjson' }).value.limit, undefined);
});
