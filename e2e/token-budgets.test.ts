// What an agent's jobs cost: requests, and tokens at a quarter of the bytes that come back; and the means to keep them small.
import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { endpoints } from '#contract/endpoints.ts';
import { testContent } from './content.ts';
import type { Json } from './json.ts';
import { type RunningRoom, startRoom } from './room.ts';

/** Four bytes of UTF-8 each, as the room counts them. */
const tokensOf = (text: string): number => Math.ceil(Buffer.byteLength(text) / 4);

let room: RunningRoom;
before(async () => {
  room = await startRoom(await testContent(), { RATES: 'mcp=1000' });
});
after(() => room.stop());

const get = (path: string, headers: Record<string, string> = {}) => fetch(room.baseUrl + path, { headers });
const jsonAt = async (path: string) => (await (await get(path)).json()) as Json;
const { contentIndex, articles, search, showPrep, bookingRequest, verifyQuote } = endpoints;

describe('compression', () => {
  const path = `${contentIndex.path}?limit=50`;

  test('what is answered on request is compressed, with a validator of its own', async () => {
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

  test('what is short, or one client’s own, is sent as it is', async () => {
    const count = await get(`${contentIndex.path}?count=true`, { 'accept-encoding': 'br' });
    assert.equal(count.headers.get('content-encoding'), null);
    const body = JSON.stringify({ showName: 'x', message: 'words '.repeat(400) });
    const post = await fetch(room.baseUrl + bookingRequest.path, {
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
    for (const path of [`${contentIndex.path}?fields=title,url`, `${articles.path}?fields=title,url`]) {
      const { items, total, count } = await jsonAt(path);
      assert.ok(items.length > 0 && count === items.length && total >= count, path);
      for (const item of items) assert.deepEqual(Object.keys(item).sort(), ['id', 'title', 'url'], path);
    }
    const found = await jsonAt(`${search.path}?q=river&fields=snippets`);
    for (const item of found.items) assert.deepEqual(Object.keys(item).sort(), ['id', 'snippets']);
    const lines = await (await get(`${contentIndex.path}?format=ndjson&fields=title&limit=2`)).text();
    for (const line of lines.trim().split('\n'))
      assert.deepEqual(Object.keys(JSON.parse(line)).sort(), ['id', 'title']);
  });

  test('maxTokens is kept, says that it cut, and offset goes on where it stopped', async () => {
    const seen: string[] = [];
    let offset = 0;
    for (;;) {
      const response = await get(`${contentIndex.path}?maxTokens=400&offset=${offset}`);
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
    const { items } = await jsonAt(contentIndex.path);
    assert.deepEqual(seen, items.map(({ id }: Json) => id)); // prettier-ignore
  });

  test('a pack has the parts that are asked for, as text and as JSON', async () => {
    const path = `${showPrep.path}?showUrl=https://show.example.org`;
    const pack = await jsonAt(`${path}&fields=interviewQuestions`);
    assert.ok(pack.interviewQuestions && !pack.topDots);
    const short = await (await get(`${path}&maxTokens=400`)).text();
    assert.ok(tokensOf(short) < tokensOf(await (await get(path)).text()));
    assert.ok(tokensOf(await (await get(`${path}&format=markdown&maxTokens=100`)).text()) <= 100);
  });

  test('an unknown field is refused with the one that was meant', async () => {
    const response = await get(`${contentIndex.path}?fields=titel`);
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

  test('three pieces on a theme and a checked quote: by HTTP 3 requests and 1,500 tokens, by MCP 2,000', async () => {
    begin();
    const { items } = await read(`${contentIndex.path}?topic=river&limit=3&fields=title,url,date,summary`);
    assert.ok(items.length > 0);
    const found = await read(`${search.path}?q=river&limit=1&fields=title,snippets`);
    const { text } = found.items[0].snippets[0];
    const { verdict } = await post(verifyQuote.path, { text });
    assert.equal(verdict, 'exact');
    within('HTTP', 3, 1500);
    begin();
    await tool('get_content_index', { topic: 'river', limit: 3, fields: 'title,url,date,summary' });
    await tool('search_content', { q: 'river', limit: 1, fields: 'title,snippets' });
    const checked = await tool('verify_quote', { text });
    assert.equal(checked.structuredContent.verdict, 'exact');
    within('MCP', 3, 2000);
  });

  test('an interview is prepared within 2 requests and 4,000 tokens, by HTTP and by MCP', async () => {
    const show = { showUrl: 'https://show.example.org', topic: 'river' };
    begin();
    const pack = await read(`${showPrep.path}?${new URLSearchParams(show).toString()}`);
    assert.ok(pack.topDots.length > 0 && pack.interviewQuestions.length > 0);
    within('HTTP', 2, 4000);
    begin();
    await tool('prepare_show', show);
    within('MCP', 2, 4000);
  });

  test('a booking is asked for and its state read in 2 requests, by HTTP and by MCP', async () => {
    begin();
    const { statusUrl } = await post(bookingRequest.path, { showName: 'The Long Pier', source: 'agent' });
    const { pathname, search: query } = new URL(statusUrl);
    assert.equal((await read(pathname + query)).status, 'received');
    within('HTTP', 2, 1000);
    begin();
    const { structuredContent: made } = await tool('request_booking', { showName: 'The Long Pier', source: 'agent' });
    const token = new URL(made.statusUrl).searchParams.get('token');
    const state = await tool('get_booking_state', { requestId: made.requestId, token });
    assert.equal(state.structuredContent.status, 'received');
    within('MCP', 2, 1000);
  });
});
