import assert from 'node:assert/strict';
import { test } from 'node:test';
import { buildLists } from '#domain/lists/lists.ts';
import { buildContentIndex } from '#domain/lists/content-index.ts';
import { sandboxRoom } from '#domain/sandbox.ts';
import type { ConditionalAnswer, Context } from '../../http/handler.ts';
import type { ReleaseIndex } from '../../release/release.ts';
import { contentIndex } from './content-index.ts';
import { itemsInMemory } from '../../release/test-items.ts';

const room = sandboxRoom({ baseUrl: 'https://room.example' });
const items = buildLists(room).contentIndex;
const index: ReleaseIndex = {
  visible: buildContentIndex(items, room.creator),
  items: itemsInMemory(items),
  plannedCount: 0,
  hidden: buildContentIndex([], room.creator),
  etag: 'one',
  updatedAt: '2026-01-10T09:00:00Z',
};
const at = (now: string) =>
  ({ release: { facts: room, index }, now: Date.parse(now), sandbox: false }) as unknown as Context;

const query = (parameters: object, now: string) =>
  contentIndex({ params: undefined, query: parameters, body: undefined }, at(now)) as ConditionalAnswer;

test('the Last-Modified of a digest advances each day, since items drop out of it', () => {
  const today = query({ digest: '7d' }, '2026-01-11T12:00:00Z');
  const tomorrow = query({ digest: '7d' }, '2026-01-12T12:00:00Z');
  assert.equal(today.lastModified, '2026-01-11T00:00:00Z');
  assert.equal(tomorrow.lastModified, '2026-01-12T00:00:00Z');
  assert.notEqual(today.etag, tomorrow.etag);
  assert.equal(query({}, '2026-01-12T12:00:00Z').lastModified, index.updatedAt);
});

test('a count and its headers agree', () => {
  const { body, headers } = query({ count: true, limit: 1 }, '2026-01-12T12:00:00Z').answer();
  assert.equal(JSON.parse(body).count, items.length);
  assert.equal(headers!['X-Content-Index-Count'], String(items.length));
});
