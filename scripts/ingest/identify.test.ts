import assert from 'node:assert/strict';
import { test } from 'node:test';
import { identify } from './identify.ts';
import type { KnownItem } from './known-items.ts';
import type { EntryFacts } from './normalise/normalise.ts';

const entry = (facts: Partial<EntryFacts>): EntryFacts => ({
  guid: undefined,
  link: undefined,
  title: 'Title',
  date: undefined,
  dateText: facts.date ?? '',
  hash: 'h',
  unhashed: '',
  ...facts,
});
const keys = (entries: EntryFacts[], known = new Map<string, KnownItem>()) =>
  identify(entries, 'feed', known).map(({ key }) => key);

test('a guid is the key if it is an absolute URI, and is combined with the feed id otherwise', () => {
  assert.deepEqual(keys([entry({ guid: 'https://example.org/1' })]), ['https://example.org/1']);
  assert.deepEqual(keys([entry({ guid: 'tag:example.org,2026:1' })]), ['tag:example.org,2026:1']);
  assert.deepEqual(keys([entry({ guid: 't3_abc', link: 'https://example.org/' })]), ['feed t3_abc']);
  assert.deepEqual(keys([entry({ guid: 'Note: 5' })]), ['feed Note: 5']);
});

test('an entry without a guid is identified by its link, or else by title and date', () => {
  assert.deepEqual(keys([entry({ link: 'https://example.org/1' })]), ['https://example.org/1']);
  const both = [entry({ date: '2026-01-01T00:00:00Z' }), entry({ date: '2026-01-02T00:00:00Z' })];
  assert.deepEqual(keys(both), ['feed Title 2026-01-01T00:00:00Z', 'feed Title 2026-01-02T00:00:00Z']);
});

test('a repeated entry counts once, in its newest version', () => {
  const old = entry({ guid: 'a', link: 'https://example.org/1', title: 'Old', date: '2026-01-01T00:00:00Z' });
  const edited = { ...old, title: 'Edited', date: '2026-01-02T00:00:00Z' };
  assert.deepEqual(
    identify([old, edited], 'feed', new Map()).map(({ entry: { title } }) => title),
    ['Edited'],
  );
});

test('different posts with one guid are identified by their links, in any order', () => {
  const first = entry({ guid: 'same', link: 'https://example.org/1' });
  const second = entry({ guid: 'same', link: 'https://example.org/2' });
  assert.deepEqual(keys([first, second]), ['https://example.org/1', 'https://example.org/2']);
  assert.deepEqual(keys([second, first]), ['https://example.org/2', 'https://example.org/1']);
});

test('a stored post keeps its guid when another post uses the same guid', () => {
  const stored = { key: 'feed same', canonicalUrl: 'https://example.org/1' } as KnownItem;
  const posts = [
    entry({ guid: 'same', link: 'https://example.org/2' }),
    entry({ guid: 'same', link: 'https://example.org/1' }),
  ];
  assert.deepEqual(keys(posts, new Map([['feed same', stored]])), ['https://example.org/2', 'feed same']);
});

test('a link that all events of a calendar share identifies none of them', () => {
  const events = ['One', 'Two'].map((title) =>
    entry({ title, link: 'https://example.org/agenda', dateText: 'Dj. 25/07' }),
  );
  assert.deepEqual(keys(events), ['feed One Dj. 25/07', 'feed Two Dj. 25/07']);
});

test('a very long guid is shortened and stays unique', () => {
  const [one, two] = keys([entry({ guid: `${'x'.repeat(5000)}1` }), entry({ guid: `${'x'.repeat(5000)}2` })]);
  assert.ok(one!.length < 500 && two!.length < 500 && one !== two);
});
