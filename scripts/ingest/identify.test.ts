import assert from 'node:assert/strict';
import { test } from 'node:test';
import { identify } from './identify.ts';
import type { KnownItem } from './known-items.ts';
import type { EntryFacts } from './normalise/normalise.ts';

const entry = (facts: Partial<EntryFacts>): EntryFacts => ({
  guid: undefined, link: undefined, title: 'Title', date: undefined, dateText: facts.date ?? '', hash: 'h',
  unhashed: '', ...facts,
}); // prettier-ignore
const keys = (entries: EntryFacts[], known = new Map<string, KnownItem>()) =>
  identify(entries, 'feed', known).map(({ key }) => key);

test('a guid that is an absolute URI stands alone, another one with the feed id', () => {
  assert.deepEqual(keys([entry({ guid: 'https://example.org/1' })]), ['https://example.org/1']);
  assert.deepEqual(keys([entry({ guid: 'tag:example.org,2026:1' })]), ['tag:example.org,2026:1']);
  assert.deepEqual(keys([entry({ guid: 't3_abc', link: 'https://example.org/' })]), ['feed t3_abc']);
  assert.deepEqual(keys([entry({ guid: 'Note: 5' })]), ['feed Note: 5']);
});

test('without guid the link, without link title and date name an entry', () => {
  assert.deepEqual(keys([entry({ link: 'https://example.org/1' })]), ['https://example.org/1']);
  const both = [entry({ date: '2026-01-01T00:00:00Z' }), entry({ date: '2026-01-02T00:00:00Z' })];
  assert.deepEqual(keys(both), ['feed Title 2026-01-01T00:00:00Z', 'feed Title 2026-01-02T00:00:00Z']);
});

test('a repeated entry counts once, in its newest form', () => {
  const old = entry({ guid: 'a', link: 'https://example.org/1', title: 'Old', date: '2026-01-01T00:00:00Z' });
  const edited = { ...old, title: 'Edited', date: '2026-01-02T00:00:00Z' };
  assert.deepEqual(
    identify([old, edited], 'feed', new Map()).map(({ entry: { title } }) => title),
    ['Edited'],
  );
});

test('different posts under one guid go by their links, in whatever order they come', () => {
  const first = entry({ guid: 'same', link: 'https://example.org/1' });
  const second = entry({ guid: 'same', link: 'https://example.org/2' });
  assert.deepEqual(keys([first, second]), ['https://example.org/1', 'https://example.org/2']);
  assert.deepEqual(keys([second, first]), ['https://example.org/2', 'https://example.org/1']);
});

test('a post that is stored under a guid keeps it when another post takes the same guid', () => {
  const stored = { key: 'feed same', canonicalUrl: 'https://example.org/1' } as KnownItem;
  const posts = [
    entry({ guid: 'same', link: 'https://example.org/2' }),
    entry({ guid: 'same', link: 'https://example.org/1' }),
  ];
  assert.deepEqual(keys(posts, new Map([['feed same', stored]])), ['https://example.org/2', 'feed same']);
});

test('a link that all events of a calendar share names none of them', () => {
  const events = ['One', 'Two'].map((title) =>
    entry({ title, link: 'https://example.org/agenda', dateText: 'Dj. 25/07' }),
  );
  assert.deepEqual(keys(events), ['feed One Dj. 25/07', 'feed Two Dj. 25/07']);
});

test('an endless guid is cut without losing what tells it apart', () => {
  const [one, two] = keys([entry({ guid: `${'x'.repeat(5000)}1` }), entry({ guid: `${'x'.repeat(5000)}2` })]);
  assert.ok(one!.length < 500 && two!.length < 500 && one !== two);
});
