// Costs of common tasks in requests and tokens (a quarter of the bytes), and the options to reduce them.
import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { compactVerify, createLocalJWKSet, type JSONWebKeySet } from 'jose';
import { endpoints } from '#contract/endpoints.ts';
import { idOf, itemFile, testContent } from './content.ts';
import type { Json } from './json.ts';
import { type RunningRoom, startRoom } from './room.ts';

/** Four bytes of UTF-8 each, as the room counts them. */
const tokensOf = (text: string): number => Math.ceil(Buffer.byteLength(text) / 4);

const words = 'I have never seen the river as low as in that summer.';
const transcript = [
  `transcripts/${idOf('talk-about-tides', 4)}.vtt`,
  `WEBVTT\n\n00:00:00.000 --> 00:00:04.000\n<v Test Creator>Welcome back.\n\n00:01:10.000 --> 00:01:16.000\n<v A Guest>${words}\n`,
];
/** A room with texts and titles of typical length. */
const letters = [1, 2, 3, 4].map((n) => {
  const id = idOf('letter', 20 + n);
  const title = `Letter number ${n} from the bank of the river, where the water is low and the ferry does not go`;
  const fields = {
    id,
    type: 'article',
    title,
    date: `2026-02-0${n}T10:00:00Z`,
    keywords: ['river', 'letters'],
    summary: 'What the ferryman said of the winter. '.repeat(7).trim(),
  };
  return [
    `published/${id}.md`,
    itemFile(
      fields,
      `${'The river is lower than it was, and the stones can be counted. '.repeat(80)}\n\nI think that letter ${n} of the ferry should wait for rain.`,
    ),
  ];
});

let room: RunningRoom;
before(async () => {
  room = await startRoom(await testContent(Object.fromEntries([transcript, ...letters])), { RATES: 'mcp=1000' });
});
after(() => room.stop());

const get = (path: string, headers: Record<string, string> = {}) => fetch(room.baseUrl + path, { headers });
const jsonAt = async (path: string) => (await (await get(path)).json()) as Json;
const { contentIndex, articles, search, showPrep, bookingRequest, verifyQuote } = endpoints;

describe('compression', () => {
  const path = `${contentIndex.http.path}?limit=50`;

  test('dynamic responses are compressed, each encoding with its own validator', async () => {
    const plain = await get(path, { 'accept-encoding': 'identity' });
    const text = await plain.text();
    assert.equal(plain.headers.get('content-encoding'), null);
    for (const encoding of ['br', 'gzip']) {
      const packed = await get(path, { 'accept-encoding': encoding });
      assert.equal(packed.headers.get('content-encoding'), encoding);
      assert.match(packed.headers.get('vary') ?? '', /Accept-Encoding/);
      assert.equal(await packed.text(), text);
      const etag = packed.headers.get('etag')!;
      assert.notEqual(etag, plain.headers.get('etag'));
      const again = await get(path, { 'accept-encoding': encoding, 'if-none-match': etag });
      assert.deepEqual([again.status, again.headers.get('etag')], [304, etag]);
    }
    assert.equal((await get(path, { 'if-none-match': plain.headers.get('etag')! })).status, 304);
  });

  test('short and private responses are sent uncompressed', async () => {
    const count = await get(`${contentIndex.http.path}?count=true`, { 'accept-encoding': 'br' });
    assert.equal(count.headers.get('content-encoding'), null);
    const body = JSON.stringify({ showName: 'x', message: 'words '.repeat(400) });
    const post = await fetch(room.baseUrl + bookingRequest.http.path, {
      method: 'POST',
      body,
      headers: { 'content-type': 'application/json' },
    });
    const { statusUrl } = (await post.json()) as Json;
    const state = await fetch(statusUrl, { headers: { 'accept-encoding': 'br', accept: 'text/html' } });
    assert.equal(state.headers.get('content-encoding'), null);
  });
});

describe('fields and maxTokens', () => {
  test('items have the fields that are asked for and their id, in lists, lines and search', async () => {
    for (const path of [`${contentIndex.http.path}?fields=title,url`, `${articles.http.path}?fields=title,url`]) {
      const { items, total, count } = await jsonAt(path);
      assert.ok(items.length > 0 && count === items.length && total >= count, path);
      for (const item of items) assert.deepEqual(Object.keys(item).sort(), ['id', 'title', 'url'], path);
    }
    const found = await jsonAt(`${search.http.path}?q=river&fields=snippets`);
    for (const item of found.items) assert.deepEqual(Object.keys(item).sort(), ['id', 'snippets']);
    const lines = await (await get(`${contentIndex.http.path}?format=ndjson&fields=title&limit=2`)).text();
    for (const line of lines.trim().split('\n'))
      assert.deepEqual(Object.keys(JSON.parse(line)).sort(), ['id', 'title']);
  });

  test('maxTokens is kept, says that it cut, and offset goes on where it stopped', async () => {
    const seen: string[] = [];
    let offset = 0;
    for (;;) {
      const response = await get(`${contentIndex.http.path}?maxTokens=400&offset=${offset}`);
      const text = await response.text();
      const { items, count, total, truncated } = JSON.parse(text) as Json;
      assert.ok(tokensOf(text) <= 420, `${tokensOf(text)}`);
      assert.equal(count, items.length);
      assert.equal(response.headers.get('x-content-index-count'), String(count));
      seen.push(...items.map(({ id }: Json) => id));
      offset += count;
      if (offset >= total) break;
      assert.equal(truncated, true);
    }
    const { items } = await jsonAt(contentIndex.http.path);
    assert.deepEqual(
      seen,
      items.map(({ id }: Json) => id),
    );
  });

  test('a pack has the parts that are asked for, as text and as JSON', async () => {
    const path = `${showPrep.http.path}?showUrl=https://show.example.org`;
    const pack = await jsonAt(`${path}&fields=interviewQuestions`);
    assert.ok(pack.interviewQuestions && !pack.topDots);
    const short = await (await get(`${path}&maxTokens=400`)).text();
    assert.ok(tokensOf(short) < tokensOf(await (await get(path)).text()));
    assert.ok(tokensOf(await (await get(`${path}&format=markdown&maxTokens=100`)).text()) <= 100);
  });

  test('an unknown field is refused with the one that was meant', async () => {
    const response = await get(`${contentIndex.http.path}?fields=titel`);
    const { error } = (await response.json()) as Json;
    assert.deepEqual([response.status, error.details.field], [400, 'fields']);
    assert.match(error.message, /title/);
  });
});

describe('what jobs cost', () => {
  let requests = 0;
  let tokens = 0;
  const begin = () => void (requests = tokens = 0);
  async function counted(answer: Promise<Response>): Promise<Json> {
    const text = await (await answer).text();
    requests++;
    tokens += tokensOf(text);
    return JSON.parse(text) as Json;
  }
  const post = (path: string, body: object) =>
    counted(
      fetch(room.baseUrl + path, {
        method: 'POST',
        body: JSON.stringify(body),
        headers: { 'content-type': 'application/json' },
      }),
    );
  const read = (path: string) => counted(get(path));
  const tool = async (name: string, args: object) => {
    const { result } = await post('/api/mcp', {
      jsonrpc: '2.0',
      id: 1,
      method: 'tools/call',
      params: { name, arguments: args },
    });
    assert.ok(!result.isError, JSON.stringify(result));
    return result;
  };
  const within = (name: string, mostRequests: number, mostTokens: number) =>
    assert.ok(requests <= mostRequests && tokens <= mostTokens, `${name}: ${requests} requests, ${tokens} tokens`);

  const say = async (...parts: object[]) => {
    const message = { messageId: `m-${requests}-${tokens}`, role: 'ROLE_USER', parts };
    const { result } = await post('/api/a2a', { jsonrpc: '2.0', id: 1, method: 'SendMessage', params: { message } });
    const { parts: said = [] } = result.message ?? {};
    return { ...result, data: said.find((part: Json) => part.data)?.data };
  };

  /** The words, who says them and when, signed with the room's key. */
  async function assertReceipt(receipt: string): Promise<void> {
    const { payload } = await compactVerify(
      receipt,
      createLocalJWKSet((await jsonAt('/.well-known/jwks.json')) as unknown as JSONWebKeySet),
    );
    const { quote, verdict, matches } = JSON.parse(new TextDecoder().decode(payload)) as Json;
    assert.deepEqual([quote, verdict], [words, 'exact']);
    const [{ speaker, speakerIsCreator, startSeconds, mediaUrl }] = matches;
    assert.deepEqual([speaker, speakerIsCreator, startSeconds], ['A Guest', false, 70]);
    assert.match(mediaUrl, /#t=70,76$/);
  }

  test('three pieces on a theme and a quote with its time and receipt: 3 requests, 1,500 tokens by HTTP, 2,000 by MCP and A2A', async () => {
    begin();
    const { items } = await read(`${contentIndex.http.path}?topic=river&limit=3&fields=title,url,date`);
    assert.equal(items.length, 3);
    const found = await read(
      `${search.http.path}?q=${encodeURIComponent('river summer')}&limit=1&fields=title,snippets`,
    );
    assert.equal(found.items[0].snippets[0].text, words);
    await assertReceipt((await post(verifyQuote.http.path, { text: words, receipt: true })).receipt);
    within('HTTP', 3, 1500);
    begin();
    await tool('get_content_index', { topic: 'river', limit: 3, fields: 'title,url,date' });
    await tool('search_content', { q: 'river summer', limit: 1, fields: 'title,snippets' });
    const checked = await tool('verify_quote', { text: words, receipt: true });
    const [{ text: told }] = checked.content;
    assert.match(told, /^exact: 1 match\.\n- “I have never seen .*”, A Guest \(not the creator\), 1:10–1:16, /);
    await assertReceipt(/^Receipt \(JWS\): (.+)$/m.exec(told)![1]!);
    within('MCP', 3, 2000);
    begin();
    const { data: pieces } = await say({ text: 'Three recent articles about the river' });
    assert.equal(pieces.results.filter((result: Json) => result.datePublished).length, 3);
    const { data: heard } = await say({ text: 'Who says something about the river in summer?' });
    const [citation] = heard.results[1].grounding.citations;
    assert.equal(citation.text, words);
    const { data: quoted } = await say({ text: `Did she really say "${citation.text}"?` });
    assert.match(quoted.results[1].grounding.citations[0].url, /#t=70,76$/);
    await assertReceipt(quoted.results.at(-1).text);
    within('A2A', 3, 2000);
  });

  test('an interview is prepared within 2 requests and 4,000 tokens, by HTTP, by MCP and by A2A', async () => {
    const show = { showUrl: 'https://show.example.org', topic: 'river' };
    begin();
    const pack = await read(`${showPrep.http.path}?${new URLSearchParams(show).toString()}`);
    assert.ok(pack.topDots.length > 3 && pack.interviewQuestions.length > 0);
    within('HTTP', 2, 4000);
    begin();
    await tool('prepare_show', show);
    within('MCP', 2, 4000);
    begin();
    const { data } = await say({ data: show });
    assert.deepEqual(data.topDots, pack.topDots);
    within('A2A', 2, 4000);
  });

  test('a booking is asked for and its state read in 2 requests, by HTTP, by MCP and by A2A', async () => {
    begin();
    const { statusUrl } = await post(bookingRequest.http.path, { showName: 'The Long Pier', source: 'agent' });
    const { pathname, search: query } = new URL(statusUrl);
    assert.equal((await read(pathname + query)).status, 'received');
    within('HTTP', 2, 500);
    begin();
    const { structuredContent: made } = await tool('request_booking', { showName: 'The Long Pier', source: 'agent' });
    const token = new URL(made.statusUrl).searchParams.get('token');
    const state = await tool('get_booking_state', { requestId: made.requestId, token });
    assert.equal(state.structuredContent.status, 'received');
    within('MCP', 2, 800);
    begin();
    const { task } = await say({ data: { showName: 'The Long Pier' } });
    const { result } = await post('/api/a2a', { jsonrpc: '2.0', id: 2, method: 'GetTask', params: { id: task.id } });
    assert.equal(result.status.state, 'TASK_STATE_SUBMITTED');
    within('A2A', 2, 600);
  });
});
