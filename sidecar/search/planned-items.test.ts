// Planned items in answers: none is in the digest of the room, and none opens a list to those who did not pay.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { indexContent } from '#domain/lists/content-index.ts';
import { sandboxRoom } from '#domain/sandbox.ts';
import { ownRoom } from '../nexus/own-room.ts';
import { itemsInMemory, testItem } from '../release/test-items.ts';
import { listHandlers } from './lists.ts';

const now = Date.parse('2026-05-02T12:00:00Z');
const { creator } = sandboxRoom({ baseUrl: 'https://room.example' });
const items = [
  testItem('tonight', { date: '2026-05-02', publishedAt: '2026-05-02T20:00:00Z', status: 'planned' }),
  ...['third', 'second', 'first'].map((id) => testItem(id)),
];
const current = items.slice(1);
const release = {
  facts: { creator, access: { enabled: false }, baseUrl: 'https://room.example' },
  index: { memory: indexContent(items, creator), items: itemsInMemory(items), ahead: 1, etag: 'e', updatedAt: '' },
  lists: { articles: [...current, items[0]!].map((item) => JSON.stringify(item)) },
};
type Answer = { answer: () => { body: string } };

test('an item of tonight is not in the digest of the room yet', async () => {
  const { body } = (await ownRoom.nexusDigest({ query: {} } as never, { release, now } as never)) as { body: string };
  assert.deepEqual(
    ['tonight', 'third', 'second', 'first'].filter((id) => body.includes(`/articles/${id}`)),
    ['third', 'second', 'first'],
  );
});

test('a planned item leaves no place in the free part of a list to an older one', async () => {
  const { answer } = (await listHandlers.articles({ query: {} } as never, { release, newest: 3 } as never)) as Answer;
  const { items: shown, total } = JSON.parse(answer().body) as { items: { id: string }[]; total: number };
  assert.deepEqual([shown.map(({ id }) => id), total], [['third', 'second'], 4]);
});
