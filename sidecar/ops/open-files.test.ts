import assert from 'node:assert/strict';
import { test } from 'node:test';
import { connectionsPossible } from './open-files.ts';

test('a crowd leaves descriptors for files and the store, whatever the settings say', () => {
  assert.equal(connectionsPossible(10_000, 1024), 768);
  assert.equal(connectionsPossible(10_000, 80), 60);
  assert.equal(connectionsPossible(10_000, 1_000_000), 10_000);
  assert.equal(connectionsPossible(10_000, Infinity), 10_000);
  assert.ok(connectionsPossible(10_000) > 0);
});
