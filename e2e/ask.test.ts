// Plain sentences, answered in the format of NLWeb: from what is published, or honestly not at all.
import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { sentencesContent } from './ask-rooms.ts';
import { english, german } from './ask-sentences.ts';
import { type Json, readJson } from './json.ts';
import { postJson, type RunningRoom, startRoom } from './room.ts';

const rates = { RATES: 'search=1000,quote=1000,mcp=1000' };
const rooms = {} as Record<'english' | 'german', RunningRoom>;
before(async () => {
  for (const name of ['english', 'german'] as const) rooms[name] = await startRoom(await sentencesContent(name), rates);
});
after(() => Promise.all(Object.values(rooms).map((room) => room.stop())));

const ask = async (room: RunningRoom, body: Json): Promise<Json> => {
  const response = await postJson(room, '/ask', body);
  assert.equal(response.status, 200);
  return (await response.json()) as Json;
};

/** Passages with a part of the question follow a sentence that says what is missing. */
const denial = /^This question was not understood|^Nothing here|^No passage|^Nichts hier|^Keine Stelle/;

/** The expected kind of result, as named in the tables. */
async function told(room: RunningRoom, text: string, expected: string): Promise<string> {
  const { _meta, error, results = [] } = await ask(room, { query: { text }, prefer: { mode: 'summarize' } });
  if (_meta.response_type === 'failure') return error.code === 'NO_RESULTS' ? 'none' : error.code;
  if (_meta.response_type === 'elicitation') return 'more';
  const [summary, first] = results as Json[];
  if (denial.test(summary!.text)) return 'none';
  assert.equal(summary!['@type'], 'SearchSummary', text);
  if (expected.startsWith('=')) return `=${summary!.text}`;
  return expected.startsWith('@') ? `@${first!['@type']}` : first!.name;
}

for (const [name, table] of Object.entries({ english, german }))
  test(`sixty sentences in the ${name} room, half of which have no answer here`, async () => {
    assert.equal(table.length, 60);
    assert.equal(table.filter(([, expected]) => expected === 'none').length, 30);
    const wrong: string[] = [];
    for (const [sentence, expected] of table) {
      const was = await told(rooms[name as 'english'], sentence, expected);
      if (was !== expected) wrong.push(`${sentence}: ${was}, not ${expected}`);
    }
    assert.deepEqual(wrong, []);
  });

describe('the format of NLWeb', () => {
  test('the sentence with the total comes first in every mode, then typed results that say what they stand on', async () => {
    const query = { text: 'Who speaks about the seventh wave?' };
    const { _meta, results } = await ask(rooms.english, { query, meta: { version: '0.55' } });
    assert.deepEqual(_meta, { response_type: 'answer', response_format: 'conv_search', version: '0.55' });
    const [summary, episode] = results;
    assert.deepEqual(summary, {
      '@type': 'SearchSummary',
      text: '“The pilot who counts waves”: “I count every seventh wave before I turn the ship.”',
    });
    assert.deepEqual([episode['@type'], episode.datePublished], ['PodcastEpisode', '2026-11-02']);
    const [citation] = episode.grounding.citations;
    assert.equal(citation.text, 'I count every seventh wave before I turn the ship.');
    assert.equal(citation.speaker, 'Tomas Berg');
    assert.match(citation.url, /#t=70/);
    for (const mode of ['list', 'summarize', 'generate'])
      assert.deepEqual((await ask(rooms.english, { query, prefer: { mode } })).results, results, mode);
  });

  test('GET answers like POST, and the tool like both', async () => {
    const text = 'What is the newest episode?';
    const posted = await ask(rooms.english, { query: { text } });
    const { body } = await readJson(`${rooms.english.baseUrl}/ask?${new URLSearchParams({ query: text })}`);
    assert.deepEqual(body, posted);
    const called = await postJson(rooms.english, '/api/mcp/call', { tool: 'ask', arguments: { query: { text } } });
    assert.deepEqual(((await called.json()) as Json).result, posted);
  });

  test('events bring the same as one answer', async () => {
    const body = { query: { text: 'tides' }, prefer: { streaming: true } };
    const response = await postJson(rooms.english, '/ask', body);
    assert.match(response.headers.get('content-type')!, /^text\/event-stream/);
    const events = (await response.text())
      .trim()
      .split('\n\n')
      .map((event) => {
        const [type, data] = event.split('\n');
        return { type: type!.slice('event: '.length), data: JSON.parse(data!.slice('data: '.length)) as Json };
      });
    assert.deepEqual([events[0]!.type, events.at(-1)!.type], ['start', 'complete']);
    const { results } = await ask(rooms.english, { query: { text: 'tides' } });
    assert.deepEqual(
      events.slice(1, -1).map(({ data }) => data.item),
      results,
    );
  });

  test('a booking is asked back with the request that it needs, and a misspelt word finds the one that is meant', async () => {
    const { elicitation, actions } = await ask(rooms.english, {
      query: { text: 'Can we invite Ines to our podcast?' },
    });
    assert.equal(elicitation.questions[0].id, 'showName');
    assert.equal(actions[0].endpoint, `${rooms.english.baseUrl}/api/agent/booking-request`);
    const { results } = await ask(rooms.english, { query: { text: 'What about morter?' } });
    assert.equal(results[0].text, 'Nothing here mentions “morter”; these mention “mortar”.');
    assert.equal(results[1].name, 'A harbour wall, mended');
  });

  test('a body that is not a sentence is refused with the field, and wrong methods are named', async () => {
    for (const body of [{}, { query: {} }, { query: { text: '' } }, { query: { text: 'x'.repeat(2001) } }])
      assert.equal((await postJson(rooms.english, '/ask', body)).status, 400);
    const wrong = await fetch(`${rooms.english.baseUrl}/ask`, { method: 'DELETE' });
    assert.deepEqual([wrong.status, wrong.headers.get('allow')], [405, 'POST, GET, HEAD, OPTIONS']);
    assert.equal(wrong.headers.get('access-control-allow-origin'), '*');
  });
});

test('regular expression bomb: a long sentence of half matches is answered all the same', async () => {
  for (const part of ['how ', 'like to ', 'book ', 'prepare ', 'guest ', 'from 2020 ', '"', 'in may '])
    assert.ok((await ask(rooms.english, { query: { text: part.repeat(2000).slice(0, 2000) } }))._meta, part);
});
