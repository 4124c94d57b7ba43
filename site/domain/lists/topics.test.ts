// Topics of realistic rooms: each advertised topic has items, in any spelling.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { sandboxRoom } from '../sandbox.ts';
import { itemsOn, type Room, type RoomItem } from '../room.ts';
import { buildContentIndex, queryContentIndex } from './content-index.ts';
import { collectTopics, resolveTopic, suggestTopics, topicKey, buildTopics, withUsedTopics } from './topics.ts';

const mock = sandboxRoom({ baseUrl: 'https://room.example' });
const [article] = mock.items.filter(({ type }) => type === 'article');

interface Labels {
  language: string;
  topics: string[];
  themes: Room['creator']['themes'];
  /** Keywords of each item. */
  keywords: string[][];
}

const rooms: Record<string, Labels> = {
  newsletter: {
    language: 'en',
    topics: ['Self-Hosting', 'Podcasts', 'R&D', 'newsletter ✉️', '🎙️', 'Rising water', 'C++', 'LINUX'],
    themes: [{ id: 'sea', label: 'Rising water', keywords: ['sea level'] }],
    keywords: [['self hosting', 'podcast'], ['r & d', 'newsletter ✉'], ['🎙'], ['sea level', 'c++'], ['linux', 'c']],
  },
  german: {
    language: 'de-AT',
    topics: ['Gezeiten', 'Küste & Häfen', 'Meeres-Spiegel', 'BÜCHER', 'Straße'],
    themes: [{ id: 'haefen', label: 'Küste & Häfen', keywords: ['hafen'] }],
    keywords: [['gezeit'], ['hafen'], ['meeresspiegel'], ['buch', 'bücher'], ['strasse']],
  },
  japanese: {
    language: 'ja',
    topics: ['潮汐', 'ポッドキャスト', 'ＡＩ'],
    themes: [],
    keywords: [['潮汐'], ['ポッドキャスト'], ['ai']],
  },
};

const itemOf = (keywords: string[], themes: Room['creator']['themes'], n: number): RoomItem => ({
  ...article!,
  id: `i${n}`,
  keywords,
  themeIds: themes.filter((theme) => theme.keywords.some((word) => keywords.includes(word))).map(({ id }) => id),
});

function roomOf({ keywords, ...creator }: Labels): Room {
  const items = keywords.map((words, n) => itemOf(words, creator.themes, n));
  return { ...mock, creator: { ...mock.creator, ...creator, booking: undefined as never }, items };
}

for (const [name, labels] of Object.entries(rooms))
  test(`every topic of the ${name} room gives at least one item, in whatever way it is written`, () => {
    const room = roomOf(labels);
    const memory = buildContentIndex(room.items, room.creator);
    const { topics, themes } = withUsedTopics(room.creator, room.items);
    assert.deepEqual(topics, labels.topics);
    for (const topic of [...topics, ...themes.flatMap(({ id, label }) => [id, label])])
      for (const written of [
        topic,
        topic.toUpperCase(),
        ` ${topic} `,
        topic.replaceAll('-', ' '),
        topic.normalize('NFD'),
      ])
        assert.ok(queryContentIndex(memory, { types: [], topics: [written] }, 1, 0).total > 0, written);
  });

test('spellings of one topic have the same key, and different topics do not', () => {
  for (const [one, other] of [
    ['Self-Hosting', 'self hosting'],
    ['Crème brûlée', 'creme  BRULEE'],
    ['newsletter ✉️', 'Newsletter'],
    ['ＡＩ', 'ai'],
  ] as const)
    assert.equal(topicKey(one), topicKey(other));
  for (const [one, other] of [
    ['C++', 'C'],
    ['C#', 'C'],
    ['🎙', '✉'],
  ] as const)
    assert.notEqual(topicKey(one), topicKey(other));
});

test('a topic itself comes before other forms of its words', () => {
  const topics = buildTopics(collectTopics([{ keywords: ['universe', 'university'], themeIds: [] }]), {
    language: 'en',
    themes: [],
  });
  assert.deepEqual(resolveTopic(topics, 'University'), ['university']);
  assert.deepEqual(resolveTopic(topics, 'universes'), ['universe']);
  assert.deepEqual(resolveTopic(topics, 'constructor'), []);
  assert.deepEqual(resolveTopic(topics, ''), []);
});

test('a topic without items in the API is not advertised', () => {
  const room = roomOf(rooms.newsletter!);
  const hidden = room.items.map((item) => ({ ...item, hiddenOn: ['api'] as ['api'] }));
  assert.deepEqual(withUsedTopics(room.creator, itemsOn('api', hidden)).topics, []);
});

test('an unknown topic is answered with the nearest ones, then with those of the room', () => {
  const topics = buildTopics(collectTopics([{ keywords: ['harbour', 'moon', 'tide tables', 'tides'], themeIds: [] }]), {
    language: 'en',
    themes: [],
  });
  assert.deepEqual(suggestTopics(topics, 'harbor', ['Moon']), ['harbour', 'Moon']);
  assert.deepEqual(suggestTopics(topics, 'tide table', ['Moon'])[0], 'tide tables');
  assert.deepEqual(suggestTopics(topics, 'quantum chromodynamics', ['Moon']), ['Moon']);
  assert.equal(suggestTopics(topics, 'tide', ['a', 'b', 'c']).length, 3);
});

test('a very long topic is not compared', () => {
  const topics = buildTopics(collectTopics([{ keywords: ['x'.repeat(200), 'tides'], themeIds: [] }]), {
    language: 'en',
    themes: [],
  });
  assert.deepEqual(suggestTopics(topics, 'x'.repeat(199), []), []);
});
