import assert from 'node:assert/strict';
import { test } from 'node:test';
import { limitConnections } from './connection-limit.ts';

test('a crowd leaves descriptors for files and the store, whatever the settings say', () => {
  assert.equal(limitConnections(10_000, 1024), 768);
  assert.equal(limitConnections(10_000, 80), 60);
  assert.equal(limitConnections(10_000, 1_000_000), 10_000);
  assert.equal(limitConnections(10_000, Infinity), 10_000);
  assert.ok(limitConnections(10_000) > 0);
});
