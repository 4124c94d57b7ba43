import assert from 'node:assert/strict';
import { test } from 'node:test';
import { findMissing } from './checklist.ts';

const factsOf = (creator: object, rest: object = {}) =>
  ({ facts: { creator: { themes: [], ...creator }, access: { enabled: false }, media: [], ...rest } }) as never;
const picture = { file: 'me.jpg', alt: 'Ida.' };

test('an empty room has a checklist with a form for each entry', () => {
  const all = findMissing(factsOf({}));
  assert.deepEqual(
    all.map(({ path }) => path),
    ['pictures', 'pictures', 'bios', 'press', 'profile', 'themes', 'speaking', 'profile'].map(
      (name) => `/room/${name}`,
    ),
  );
});

test('a completed entry disappears, and a picture counts by its longer side', () => {
  const creator = {
    portrait: picture,
    bios: { short: 'a', medium: 'b', long: 'c' },
    pressContact: { name: 'Jo', email: 'jo@example.org' },
    pronunciation: 'EE-da',
    themes: [{ id: 'a', label: 'A', keywords: [] }],
    speaking: { topics: [{ title: 'T' }] },
    timeZone: 'Europe/Berlin',
  };
  const media = [{ file: 'me.jpg', width: 1600, height: 2000 }];
  assert.deepEqual(findMissing(factsOf(creator, { media })), []);
  assert.match(findMissing(factsOf(creator, { media: [{ ...media[0]!, height: 1999 }] }))[0]!.text, /print/);
  assert.match(findMissing(factsOf(creator, { media, access: { enabled: true } }))[0]!.text, /Prices/);
});
