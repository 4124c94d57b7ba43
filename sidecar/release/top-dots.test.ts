// Items that fit a show, with reasons that name actual matches; nothing is selected if nothing fits.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { briefingPack } from '#domain/documents/briefing-pack.ts';
import { buildContentIndex } from '#domain/lists/content-index.ts';
import { buildLists } from '#domain/lists/lists.ts';
import type { Room, RoomItem } from '#domain/room.ts';
import { sandboxRoom } from '#domain/sandbox.ts';
import { roomTexts } from '#domain/search/room-texts.ts';
import type { Release } from './release.ts';
import { textIndexInMemory } from './text-index.ts';
import { selectTopDots } from './top-dots.ts';
import { itemsInMemory } from './test-items.ts';

const mock = sandboxRoom({ baseUrl: 'https://room.example' });
const [article] = mock.items.filter(({ type }) => type === 'article');

const of = (id: string, day: number, fields: Partial<RoomItem>): RoomItem => ({
  ...article!,
  id,
  hash: id,
  date: `2026-02-${String(day).padStart(2, '0')}T09:00:00Z`,
  summary: '',
  keywords: [],
  themeIds: [],
  ...fields,
});

const bodies: Record<string, string> = {
  moon: 'Spring tides follow the full moon by a day or two.\n\nI used to believe that every table is right to the minute.',
  table: 'A tide table is a promise. It says when the water is in the harbour.',
};
const items = [
  of('newest', 9, { title: 'What is left of the pier' }),
  of('talk', 8, {
    type: 'episode',
    title: 'A walk with Ines',
    persons: [{ name: 'Ines Roy', role: 'guest' }],
    spoken: [
      { start: 0, end: 5, text: 'Welcome back.' },
      { start: 65, end: 70, text: 'The harbour seals come at night.', speaker: 'Ines Roy' },
    ],
  }),
  of('moon', 7, { title: 'Full moon', summary: 'On springs and neaps.', keywords: ['tides'] }),
  of('table', 6, { title: 'Is the table wrong?', themeIds: ['water'] }),
  of('linux', 5, { title: 'Linux on the ferry' }),
];
const room: Room = {
  ...mock,
  creator: {
    ...mock.creator,
    topics: ['Tides', 'Boats'],
    themes: [{ id: 'water', label: 'Rising water', keywords: [] }],
  },
  items,
};
const { contentIndex } = buildLists(room);
const listed = itemsInMemory(contentIndex);
const release = {
  facts: room,
  index: { visible: buildContentIndex(contentIndex, room.creator), items: listed, plannedCount: 0 },
  texts: textIndexInMemory(
    roomTexts(room, ({ id }) => bodies[id] ?? ''),
    listed,
    'en',
  ),
} as unknown as Release;

const pick = (topic?: string, ...names: string[]) => selectTopDots(release, { topic, names }, 8);
const whys = (topic?: string, ...names: string[]) => pick(topic, ...names).dots.map(({ id, why }) => `${id}: ${why}`);

test('a topic selects its items; without any, the search finds them, in transcripts too', () => {
  assert.deepEqual(whys('Tides'), ['moon: Tagged “tides”.']);
  assert.deepEqual(whys('promise'), [
    'table: The text says: “A tide table is a promise. It says when the water is in the harbour.”',
  ]);
  assert.deepEqual(whys('rising-water'), ['table: Tagged “Rising water”.']);
  assert.deepEqual(whys('harbour seals'), ['talk: Ines Roy says at 1:05: “The harbour seals come at night.”']);
});

test('question words and stop words are no reason', () => {
  assert.deepEqual(whys('why the moon is full'), ['moon: The title mentions “Full”, “moon”.']);
  assert.deepEqual(whys('is the of what'), []);
  assert.deepEqual(whys('quantum moon'), [], 'one of two words is no hit');
  assert.deepEqual(whys('tab'), [], 'no beginning of a word');
});

test('each reason names words that stand in the field that it names', () => {
  for (const topic of ['moon', 'table', 'springs', 'harbour', 'promise'])
    for (const { why, title, summary = '', id } of pick(topic).dots) {
      const where = why.startsWith('The title') ? title : why.startsWith('The summary') ? summary : (bodies[id] ?? why);
      for (const [, words] of why.matchAll(/“([^”]+)”/g)) assert.ok(where.includes(words!), why);
    }
});

test('no item is found for an unknown topic, and other topics are suggested', () => {
  const { dots, suggestions, isKnownTopic: isKnownTopic } = pick('quantum chromodynamics');
  assert.deepEqual([dots, isKnownTopic, suggestions], [[], false, ['Tides', 'Boats']]);
  assert.deepEqual(pick('tydes').suggestions?.[0], 'tides');
});

test('shows with different subjects get different items, told by their names alone', () => {
  const [linux, other] = [
    whys(undefined, 'https://linux-hour.example/feed'),
    whys(undefined, 'https://cooking.example'),
  ];
  assert.equal(linux[0], 'linux: The title mentions “Linux”.');
  assert.equal(other[0], 'newest: One of the latest items.');
  assert.equal(linux.length, other.length);
  assert.equal(whys(undefined, 'The Harbour Show')[0]!.split(':')[0], 'talk');
});

test('reasons and questions are in the language of the room', () => {
  const facts = { ...room, creator: { ...room.creator, language: 'de' } };
  const german = { ...release, facts } as unknown as Release;
  const picked = selectTopDots(german, { topic: 'Tides', names: [] }, 8);
  const { dots } = picked;
  assert.equal(dots[0]!.why, 'Schlagwort: „tides“.');
  const [other] = selectTopDots(german, { topic: 'promise', names: [] }, 8).dots;
  assert.match(other!.why, /^Im Text steht: „A tide table/);
  const said = { kind: 'number' as const, text: 'Es sind 23.400 Leser.', speaker: 'Isa', speakerIsCreator: true };
  const place = { itemId: 'moon', title: 'Full moon', date: '2026-02-07', url: undefined, startSeconds: undefined };
  const statements = [{ ...said, ...place }];
  const pack = briefingPack(facts, { ...picked, statements }, { showUrl: 'https://a.example', topic: 'Tides' });
  assert.equal(
    pack.interviewQuestions.at(-1)!.question,
    'Sie sagten: „Es sind 23.400 Leser.“ („Full moon“). Was steckt hinter dieser Zahl?',
  );
  assert.match(pack.bookingRequestTemplate.message!, /^Wir möchten mit .* über Tides sprechen\.$/);
});

test('questions quote what was said, with its place; the topic decides which come first', () => {
  const { interviewQuestions } = briefingPack(room, pick('Tides'), { showUrl: 'https://a.example', topic: 'Tides' });
  const [question] = interviewQuestions.filter(({ evidence }) => evidence);
  assert.equal(
    question?.question,
    'You said: “I used to believe that every table is right to the minute.” (“Full moon”). What changed your mind?',
  );
  assert.equal(question?.dotId, 'moon');
  assert.equal(question?.evidence?.speaker, room.creator.name);
  assert.match(question!.evidence!.url!, /#:~:text=I%20used/);
});
