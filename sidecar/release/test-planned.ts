// For tests: a release whose first article is planned for the evening of the day of `now`.
import { buildContentIndex } from '#domain/lists/content-index.ts';
import { sandboxRoom } from '#domain/sandbox.ts';
import { itemsInMemory, testItem } from './test-items.ts';

export const now = Date.parse('2026-05-02T12:00:00Z');

const { creator } = sandboxRoom({ baseUrl: 'https://room.example' });
const items = [
  testItem('tonight', { date: '2026-05-02', publishedAt: '2026-05-02T20:00:00Z', status: 'planned' }),
  ...['third', 'second', 'first'].map((id) => testItem(id)),
];
const current = items.slice(1);

export const releaseWithPlanned = {
  facts: { creator, access: { enabled: false }, baseUrl: 'https://room.example' },
  index: {
    visible: buildContentIndex(items, creator),
    items: itemsInMemory(items),
    plannedCount: 1,
    etag: 'e',
    updatedAt: '',
  },
  lists: { articles: [...current, items[0]!].map((item) => JSON.stringify(item)) },
};
