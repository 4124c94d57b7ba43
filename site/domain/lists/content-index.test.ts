import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type ItemType, itemTypes } from '#contract/content-types.ts';
import {
  countByType,
  type Filter,
  filterPredicate,
  buildContentIndex,
  type IndexedItem,
  queryContentIndex,
} from './content-index.ts';

/** Small reproducible generator (mulberry32). */
function random(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let t = Math.imul(state ^ (state >>> 15), 1 | state);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return ((t ^ (t >>> 14)) >>> 0) / 4294967296;
  };
}

const next = random(7);
const pick = <T>(list: readonly T[]): T => list[Math.floor(next() * list.length)]!;
const day = () => `2026-0${1 + Math.floor(next() * 4)}-${String(1 + Math.floor(next() * 28)).padStart(2, '0')}`;
const tags = ['river', 'map', 'sea', 'Tide'];

const items: IndexedItem[] = Array.from({ length: 400 }, () => ({
  type: pick(itemTypes),
  date: day(),
  keywords: [pick(tags), pick(tags)],
  themeIds: next() > 0.5 ? [pick(tags)] : [],
})).sort((a, b) => (a.date < b.date ? 1 : a.date > b.date ? -1 : 0));
const naming = { language: 'en', themes: [] };
const memory = buildContentIndex(items, naming);

function plainly({ types, topics = [], from, to }: Filter): number[] {
  return items.flatMap((item, position) => {
    const words = [...item.keywords, ...item.themeIds].map((word) => word.toLowerCase());
    const isWanted =
      (types.length === 0 || types.includes(item.type)) &&
      topics.every((topic) => words.includes(topic.toLowerCase())) &&
      (!from || item.date >= from) &&
      (!to || item.date <= to);
    return isWanted ? [position] : [];
  });
}

const maybe = <T>(value: () => T): T | undefined => (next() > 0.5 ? value() : undefined);

test('every query finds the same items as a linear scan', () => {
  for (let round = 0; round < 2000; round++) {
    const types: ItemType[] = Array.from({ length: Math.floor(next() * 4) }, () => pick(itemTypes));
    const topics = maybe(() =>
      Array.from({ length: 1 + Math.floor(next() * 2) }, () => pick([...tags, 'nothing', 'RIVER'])),
    );
    const from = maybe(day);
    const to = maybe(day);
    const filter: Filter = { types, ...(topics && { topics }), ...(from && { from }), ...(to && { to }) };
    const offset = Math.floor(next() * 20);
    const limit = 1 + Math.floor(next() * 30);
    const expected = plainly(filter);
    const fits = filterPredicate(memory, filter);
    assert.deepEqual([...items.keys()].filter(fits), expected, JSON.stringify(filter));
    const found = queryContentIndex(memory, filter, limit, offset);
    assert.equal(found.total, expected.length, JSON.stringify(filter));
    assert.deepEqual(found.window, expected.slice(offset, offset + limit), JSON.stringify({ filter, offset, limit }));
  }
});

test('an offset past the end returns no items and the same total', () => {
  assert.deepEqual(queryContentIndex(memory, { types: ['article', 'video'] }, 10, 10_000).window, []);
  assert.deepEqual(queryContentIndex(memory, { types: [] }, 10, 10_000), { total: 400, window: [] });
});

test('an empty index returns no items', () => {
  assert.deepEqual(
    queryContentIndex(buildContentIndex([], naming), { types: ['article'], topics: ['x'], from: '2026-01-01' }, 10, 0),
    {
      total: 0,
      window: [],
    },
  );
});

test('an index does not know topics of later ones, and a topic in two spellings counts once', () => {
  const item: IndexedItem = { type: 'article', date: '2026-01-01', keywords: ['Low Tide', 'low-tide'], themeIds: [] };
  const one = buildContentIndex([item], naming);
  const other = buildContentIndex([{ ...item, keywords: ['spring tide'] }], naming);
  const found = (index: typeof one, topic: string) =>
    queryContentIndex(index, { types: [], topics: [topic] }, 5, 0).total;
  assert.deepEqual([found(one, 'low tide'), found(one, 'spring tide')], [1, 0]);
  assert.deepEqual([found(other, 'low tide'), found(other, 'spring tide')], [0, 1]);
  assert.deepEqual([countByType(one, 'article'), countByType(one, 'video')], [1, 0]);
});

test('days are those of the sources and times those of publication, for any offsets', () => {
  const of = (date: string, publishedAt: string): IndexedItem => ({
    type: 'article',
    date,
    publishedAt,
    keywords: ['tide'],
    themeIds: [],
  });
  // The second one was published later in its day than the first, which is of a zone ahead.
  const mixed = buildContentIndex(
    [
      of('2026-05-01', '2026-05-01T23:45:00Z'),
      of('2026-05-02', '2026-05-01T22:30:00Z'),
      of('2026-05-01', '2026-05-01T09:00:00Z'),
    ],
    naming,
  );
  const found = (filter: Partial<Filter>) => queryContentIndex(mixed, { types: [], ...filter }, 10, 0).window;
  for (const more of [{}, { types: ['article' as const] }, { topics: ['tide'] }, { topics: ['tide', 'tide'] }]) {
    assert.deepEqual(found({ from: '2026-05-02', ...more }), [1]);
    assert.deepEqual(found({ to: '2026-05-01', ...more }), [0, 2]);
    assert.deepEqual(found({ from: '2026-05-01', to: '2026-05-01', ...more }), [0, 2]);
    assert.deepEqual(found({ from: '2026-05-01T22:30:00.000Z', ...more }), [0, 1]);
    assert.deepEqual(found({ from: '2026-05-01T10:00:00.000Z', to: '2026-05-01T23:00:00.000Z', ...more }), [1]);
    assert.deepEqual(found({ from: '2026-05-03', ...more }), []);
  }
});

test('planned items come last in every window, the next one first, or are left out', () => {
  const days = ['2026-08-01', '2026-07-01', '2026-03-01', '2026-02-01', '2026-01-01'];
  const list = days.map((date): IndexedItem => ({ type: 'article', date, keywords: ['tide'], themeIds: [] }));
  const index = buildContentIndex(list, naming);
  for (const more of [{}, { topics: ['tide'] }, { from: '2026-01-01' }]) {
    const filter: Filter = { types: [], plannedCount: 2, ...more };
    const all = queryContentIndex(index, filter, 10, 0);
    assert.deepEqual(all, { total: 5, window: [2, 3, 4, 1, 0] });
    for (let offset = 0; offset < 6; offset++)
      for (let limit = 1; limit < 6; limit++)
        assert.deepEqual(queryContentIndex(index, filter, limit, offset), {
          total: 5,
          window: all.window.slice(offset, offset + limit),
        });
    assert.deepEqual(queryContentIndex(index, { ...filter, isCurrent: true }, 2, 0), { total: 3, window: [2, 3] });
  }
});
