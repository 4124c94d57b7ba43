// Every topic that a room offers, asked through every interface: each gives the same items, and at least one.
import assert from 'node:assert/strict';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { load } from 'cheerio';
import { contentOf } from './ask-rooms.ts';
import { idOf, itemFile } from './content.ts';
import { type Json, readJson } from './json.ts';
import { manyRequests, postJson, type RunningRoom, startRoom } from './room.ts';
import { until } from './until.ts';

interface Labels {
  language: string;
  topics: string[];
  themes: { id: string; label: string; keywords: string[] }[];
  /** Topics of each item. */
  keywords: string[][];
}

/** Labels as categories of feeds are: with signs, cases, hyphens and numbers that the keywords of items do not have. */
const rooms: Record<string, Labels> = {
  newsletter: {
    language: 'en',
    topics: ['Self-Hosting', 'Podcasts', 'R&D', 'newsletter ✉️', 'Rising water', 'LINUX', 'Nothing of this'],
    themes: [{ id: 'sea', label: 'Rising water', keywords: ['sea level'] }],
    keywords: [['self hosting', 'podcast'], ['r & d', 'newsletter ✉'], ['sea level'], ['linux']],
  },
  german: {
    language: 'de',
    topics: ['Küste & Häfen', 'Meeres-Spiegel', 'BÜCHER', 'Straße', '🎙️'],
    themes: [{ id: 'haefen', label: 'Küste & Häfen', keywords: ['hafen'] }],
    keywords: [['hafen'], ['meeresspiegel'], ['buch'], ['strasse', '🎙']],
  },
  japanese: {
    language: 'ja',
    topics: ['潮汐', 'ポッドキャスト', 'ＡＩ'],
    themes: [],
    keywords: [['潮汐'], ['ポッドキャスト'], ['ai']],
  },
};

const started: RunningRoom[] = [];
after(() => Promise.all(started.map((room) => room.stop())));

const creatorFile = ({ keywords: _, ...creator }: Labels): string => {
  const who = { name: 'A Creator', publication: 'A Publication', oneLiner: 'Someone.', description: 'Someone.' };
  return JSON.stringify({ ...who, ...creator, booking: { sampleQuestions: [], topics: creator.topics } });
};

async function start(labels: Labels): Promise<RunningRoom> {
  const items = labels.keywords.map((words, n): [string, string] => {
    const id = idOf('piece', n + 1);
    const fields = { id, type: 'article', title: `Piece ${n}`, date: '2026-03-01T09:00:00Z', keywords: words };
    return [`published/${id}.md`, itemFile(fields, 'Text.')];
  });
  // These are filed under nothing, but their titles name a topic.
  const words = [...labels.keywords.flat(), ...labels.themes.map(({ label }) => label)];
  const named = words.map((word, n): [string, string] => {
    const id = idOf('named', 50 + n);
    const fields = { id, type: 'article', title: `About ${word}`, date: '2026-02-01T09:00:00Z', keywords: [] };
    return [`published/${id}.md`, itemFile(fields, 'Text.')];
  });
  const files = { 'creator.json': creatorFile(labels) };
  const room = await startRoom(await contentOf({ ...files, ...Object.fromEntries([...items, ...named]) }), {
    RATES: `${manyRequests},search=1000`,
  });
  started.push(room);
  return room;
}

/** Completions that MCP offers for the topic of a prompt. */
async function completed(room: RunningRoom): Promise<string[]> {
  const params = {
    ref: { type: 'ref/prompt', name: 'prepare_show' },
    argument: { name: 'topic', value: '' },
  };
  const headers = { accept: 'application/json, text/event-stream' };
  const response = await postJson(
    room,
    '/api/mcp',
    { jsonrpc: '2.0', id: 1, method: 'completion/complete', params },
    headers,
  );
  return ((await response.json()) as Json).result.completion.values;
}

async function offered(room: RunningRoom): Promise<string[]> {
  const at = async (path: string) => (await readJson(`${room.baseUrl}${path}`)).body;
  const prepare = load(await (await fetch(`${room.baseUrl}/prepare`)).text());
  const card = await at('/.well-known/agent-card.json');
  return [
    ...(await at('/api/agent/profile')).topics,
    ...(await at('/api/agent/booking')).topics,
    ...(await at('/api/agent/media-kit')).topics,
    ...card.skills.find(({ id }: Json) => id === 'content').tags.slice(1),
    ...(await completed(room)),
    ...prepare('datalist option')
      .map((_, option) => prepare(option).attr('value'))
      .toArray(),
  ];
}

const idsIn = (items: { id: string }[]): string[] => items.map(({ id }) => id).sort();

/** Ids of the articles on a page of the site. */
async function listedOn(room: RunningRoom, path: string): Promise<string[]> {
  const page = load(await (await fetch(room.baseUrl + path)).text());
  const links = page('main a[href^="/articles/"]').map((_, link) => page(link).attr('href')!.split('/').at(-1));
  return [...new Set(links.toArray())].filter((id) => /-[0-9a-f]{8}$/.test(id)).sort();
}

/** Ids of the items that each interface returns. */
async function given(
  room: RunningRoom,
  topic: string,
  themes: Labels['themes'] = [],
): Promise<Record<string, string[]>> {
  const showUrl = 'https://show.example';
  const at = async (path: string, query: Record<string, string>) =>
    (await readJson(`${room.baseUrl}${path}?${new URLSearchParams(query)}`)).body;
  const post = async (path: string, body: unknown) => (await postJson(room, path, body)).json() as Promise<Json>;
  const pack = await at('/api/agent/show-prep', { showUrl, topic });
  const tool = await post('/api/mcp/call', { tool: 'get_content_index', arguments: { topic } });
  const kit = await post('/api/guest-kit', { showName: 'A show', topic });
  const page = load(await (await fetch(`${room.baseUrl}/prepare?${new URLSearchParams({ showUrl, topic })}`)).text());
  const theme = themes.find(({ label }) => label === topic);
  return {
    topic: idsIn((await at('/api/agent/content-index', { topic })).items),
    tag: idsIn((await at('/api/agent/content-index', { tag: topic })).items),
    showPrep: idsIn(pack.topDots),
    link: idsIn((await readJson(pack.links.contentIndex)).body.items),
    guestKit: idsIn(kit.topDots),
    page: page('#pack ol.rows h3 a, #pack ol.rows h2 a')
      .map((_, link) => page(link).attr('href')!.split('/').at(-1))
      .toArray()
      .sort(),
    tool: idsIn(tool.result.items),
    ...(theme && { themePage: await listedOn(room, `/articles/theme/${theme.id}`) }),
  };
}

for (const [name, labels] of Object.entries(rooms))
  test(`each topic that the ${name} room offers has results everywhere`, async () => {
    const room = await start(labels);
    const topics = [...new Set(await offered(room))];
    for (const topic of labels.topics.filter((one) => one !== 'Nothing of this'))
      assert.ok(topics.includes(topic), topic);
    assert.ok(!topics.includes('Nothing of this'));
    for (const topic of topics) {
      const items = await given(room, topic, labels.themes);
      assert.ok(items['topic']!.length > 0, topic);
      for (const [door, ids] of Object.entries(items)) assert.deepEqual(ids, items['topic'], `${topic}: ${door}`);
    }
    const { body } = await readJson(`${room.baseUrl}/api/agent/content-index?topic=${encodeURIComponent('quantum')}`);
    assert.equal(body.emptyReason, 'filter');
    assert.ok(body.suggestions.length > 0 && body.suggestions.length <= 3);
  });

test('items of a renamed theme are found by its new name in a running room', async () => {
  const labels = { ...rooms['newsletter']!, keywords: [['sea level']] };
  const room = await start(labels);
  const found = async (topic: string): Promise<number> => (await given(room, topic))['topic']!.length;
  // One item is filed under the theme, and the title of another has its name.
  assert.deepEqual([await found('Rising water'), await found('Higher ground')], [2, 0]);
  const themes = [{ ...labels.themes[0]!, label: 'Higher ground' }];
  await writeFile(join(room.content, 'creator.json'), creatorFile({ ...labels, themes }));
  await room.rebuild();
  await until(async () => (await found('Higher ground')) === 1, 'the new name is known');
  assert.equal(await found('Rising water'), 1);
});
