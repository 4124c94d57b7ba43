// A price on the content index: nobody gets more than the free slice without paying, in whatever form they ask.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { creator, idOf, itemFile, testContent } from './content.ts';
import { publicFiles } from './release.ts';
import { postJson, type RunningRoom, startRoom } from './room.ts';

const items = 9;
const free = 3;
const id = (n: number) => idOf('notes', n);
const title = (n: number) => `Notes number ${n}`;
const types = ['article', 'episode', 'timeline'];
const article = (n: number) => `2026-04-${String(n).padStart(2, '0')}T10:00:00Z`;

let room: RunningRoom;
before(async () => {
  const files = Array.from({ length: items }, (_, i) => {
    const n = i + 1;
    const type = types[n % 3]!;
    const audio = type === 'episode' && { audioUrl: 'https://example.org/a.mp3', audioType: 'audio/mpeg' };
    const kind = type === 'timeline' && { kind: 'post' };
    const fields = {
      id: id(n),
      type,
      title: title(n),
      date: article(n),
      keywords: ['notes'],
      summary: `S${n}.`,
      ...audio,
      ...kind,
    };
    return [`published/${id(n)}.md`, itemFile(fields, `Wordsofnotes in text ${n}.`)];
  });
  const access = { enabled: true, freeItems: free, prices: { 'content-index': 50 } };
  const all = {
    ...Object.fromEntries(files),
    'access.json': JSON.stringify(access),
    'creator.json': JSON.stringify(creator),
  };
  room = await startRoom(await testContent(all), { RATES: 'l402=1000,freeSlice=1000,mcp=1000,action=1000' });
});
after(() => room.stop());

type Json = Record<string, unknown> & {
  items: { id: string }[];
  emptyReason?: string;
  withheld?: { count: number };
  total: number;
  count: number;
};
const get = (path: string, authorization?: string) =>
  fetch(room.baseUrl + path, authorization ? { headers: { authorization } } : {});
const json = async (path: string, authorization?: string) => (await (await get(path, authorization)).json()) as Json;

/** The older ones are those that nobody may name. */
const leaks = (text: string) =>
  Array.from({ length: items - free }, (_, i) => i + 1).filter((n) => text.includes(title(n)) || text.includes(id(n)));

async function agentToken(): Promise<string> {
  const { agentToken: token } = (await (await postJson(room, '/api/agent/register-agent-tier', {})).json()) as Record<
    string,
    string
  >;
  return `Bearer ${token}`;
}

async function paidToken(): Promise<string> {
  const asked = await postJson(room, '/api/l402/payment-request', { resourceId: 'content-index' });
  const { payment_context_token } = (await asked.json()) as Record<string, string>;
  const verified = await postJson(room, '/api/l402/verify', { payment_context_token });
  return `L402 ${((await verified.json()) as { accessToken: string }).accessToken}`;
}

test('the index requires payment from clients without a credential, and its count is free', async () => {
  for (const path of ['', '?limit=2', '/bundle', '/bundle?limit=2', '/shards/1', '?topic=notes'])
    assert.equal((await get(`/api/agent/content-index${path}`)).status, 402, path);
  const count = await get('/api/agent/content-index?count=true&topic=notes');
  assert.equal(count.status, 200);
  assert.equal(((await count.json()) as Json).total, items);
  assert.match(count.headers.get('vary')!, /Authorization/);
  assert.equal((await get('/api/agent/content-index?sandbox=1')).status, 200);
});

test('an agent token gets the newest, and outside of them nothing, with the reason', async () => {
  const token = await agentToken();
  const first = await get('/api/agent/content-index', token);
  assert.equal(first.headers.get('cache-control'), 'private, no-store');
  assert.ok(first.headers.get('x-ratelimit-limit'));
  const { items: shown, total } = (await first.json()) as Json;
  assert.deepEqual(
    shown.map((item) => item.id),
    [id(9), id(8), id(7)],
  );
  assert.ok(total >= items);
  const outside = await json(`/api/agent/content-index?topic=notes&offset=${free}`, token);
  assert.deepEqual([outside.items, outside.count, outside.emptyReason], [[], 0, 'l402_required']);
  const nothing = await json('/api/agent/content-index?topic=nothing-at-all', token);
  assert.equal(nothing.emptyReason, 'filter');
  const lines = await (await get('/api/agent/content-index/bundle', token)).text();
  assert.equal(lines.trim().split('\n').length, free);
  assert.equal((await get('/api/agent/content-index/shards/1', token)).status, 402);
});

test('the free slice has a rate of its own', async () => {
  const limited = await startRoom(room.content, { RATES: 'freeSlice=2' });
  try {
    const registered = await postJson(limited, '/api/agent/register-agent-tier', {});
    const { agentToken: token } = (await registered.json()) as { agentToken: string };
    const ask = () =>
      fetch(`${limited.baseUrl}/api/agent/content-index`, { headers: { authorization: `Bearer ${token}` } });
    const statuses = [(await ask()).status, (await ask()).status, (await ask()).status];
    // A new minute may begin in between.
    assert.ok(statuses.join() === '200,200,429' || statuses.join() === '200,200,200', statuses.join());
  } finally {
    await limited.stop();
  }
});

test('lists, search, changes, show preparation and quotes state what a price hides and how to unlock it', async () => {
  const offers = [
    {
      resourceId: 'content-index',
      amountSats: 50,
      description: 'The content index beyond the free slice, for 24 hours.',
    },
  ];
  const paths = ['search?q=notes', 'articles', 'changes', 'show-prep?showUrl=https://show.example.org'];
  for (const path of paths) {
    const answer = await json(`/api/agent/${path}`);
    const { count, ...rest } = answer.withheld!;
    assert.deepEqual([answer.emptyReason, rest], [undefined, { reason: 'l402_required', offers }], path);
    assert.ok(count > 0, path);
  }
  const hidden = await json(`/api/agent/search?q=${title(1).replaceAll(' ', '+')}`);
  assert.deepEqual([hidden.withheld!.count, hidden.emptyReason], [1, undefined]);
  const quote = await postJson(room, '/api/agent/verify-quote', { text: 'Wordsofnotes in text 1.' });
  const { verdict, reason } = (await quote.json()) as Record<string, unknown>;
  assert.deepEqual([verdict, reason], ['near', undefined]);
  const unknown = await postJson(room, '/api/agent/verify-quote', { text: 'Nobody ever wrote this sentence.' });
  const told = (await unknown.json()) as Record<string, unknown>;
  assert.deepEqual([told.verdict, told.reason], ['not_checked', 'l402_required']);
  assert.deepEqual((told.withheld as { offers: unknown }).offers, offers);
});

test('texts for agents say what has a price', async () => {
  for (const path of ['/llms.txt', '/llms-full.txt', '/AGENTS.md', '/auth.md'])
    assert.match(
      await (await get(path)).text(),
      /items are listed only for those who pay: `content-index`, 50 sats/,
      path,
    );
  const call = {
    jsonrpc: '2.0',
    id: 1,
    method: 'tools/call',
    params: { name: 'search_content', arguments: { q: 'notes' } },
  };
  const told = await postJson(room, '/api/mcp', call, { accept: 'application/json, text/event-stream' });
  assert.match(await told.text(), /more are listed only for those who pay \(content-index, 50 sats\)/);
  const pack = await get('/api/agent/show-prep?showUrl=https://show.example.org&format=markdown');
  assert.match(await pack.text(), /more are listed only for those who pay \(content-index, 50 sats\)/);
});

test('a client that paid gets everything, complete and private', async () => {
  const token = await paidToken();
  const whole = await get('/api/agent/content-index?topic=notes', token);
  assert.equal(((await whole.json()) as Json).count, items);
  assert.equal(whole.headers.get('cache-control'), 'private, no-store');
  assert.match(whole.headers.get('vary')!, /Authorization/);
  const shard = await json('/api/agent/content-index/shards/1', token);
  assert.ok(shard.count >= items);
  const notModified = await fetch(`${room.baseUrl}/api/agent/content-index?topic=notes`, {
    headers: { authorization: token, 'if-none-match': whole.headers.get('etag')! },
  });
  assert.equal(notModified.status, 304);
  const stranger = await fetch(`${room.baseUrl}/api/agent/content-index?topic=notes`, {
    headers: { 'if-none-match': whole.headers.get('etag')! },
  });
  assert.equal(stranger.status, 402);
  const since = (await get('/api/agent/articles')).headers.get('last-modified')!;
  const held = { authorization: token, 'if-modified-since': since };
  assert.equal(
    (await fetch(`${room.baseUrl}/api/agent/articles`, { headers: held })).status,
    200,
    'the free slice is as old',
  );
  const found = await json('/api/agent/search?q=notes&limit=50', token);
  assert.equal(found.total, items);
  for (const name of ['articles', 'episodes', 'timeline-entries']) {
    const all = await json(`/api/agent/${name}`, token);
    const some = await json(`/api/agent/${name}`);
    assert.ok(all.count > some.count, name);
    assert.equal(all.total, some.total);
  }
});

test('search, lists, changes, show preparation, feeds, Markdown and llms-full.txt tell of the free slice alone', async () => {
  const paths = [
    '/api/agent/search?q=notes&limit=50',
    '/api/agent/articles',
    '/api/agent/articles?limit=100',
    '/api/agent/episodes',
    '/api/agent/timeline-entries',
    '/api/agent/timeline-entries?offset=1',
    '/api/agent/changes',
    '/api/agent/show-prep?showUrl=https://show.example.org&topic=notes',
    '/feed.xml',
    '/atom.xml',
    '/feed.json',
    '/podcast.xml',
    '/llms.txt',
    '/llms-full.txt',
    '/articles.md',
    '/episodes.md',
    '/timeline.md',
    '/index.md',
    '/api/nexus/search?q=notes',
    '/search?q=notes',
    '/api/agent/profile',
    '/api/agent/discovery-bundle',
    '/api/agent/openapi.json',
    '/AGENTS.md',
  ];
  for (const path of paths) {
    const response = await get(path);
    // A feed of nothing free is not there at all.
    assert.ok(response.status === 200 || path === '/podcast.xml', `${path} ${response.status}`);
    assert.deepEqual(leaks(await response.text()), [], path);
  }
  const kit = await postJson(room, '/api/guest-kit', { showName: 'A show', topic: 'notes' });
  assert.deepEqual(leaks(await kit.text()), []);
});

test('tools, resources and other agents get no more', async () => {
  const call = async (tool: string, args: object, headers: Record<string, string> = {}) => {
    const response = await postJson(room, '/api/mcp/call', { tool, arguments: args }, headers);
    return { status: response.status, text: await response.text() };
  };
  assert.equal((await call('get_content_index', {})).status, 402);
  const searched = await call('search_content', { q: 'notes', limit: 50 });
  assert.deepEqual(leaks(searched.text), []);
  assert.deepEqual(leaks((await call('get_articles', { limit: 100 })).text), []);
  const bought = await call('get_content_index', { topic: 'notes' }, { authorization: await paidToken() });
  assert.equal(leaks(bought.text).length, items - free);
  const rpc = async (path: string, method: string, params: object) => {
    const headers = { accept: 'application/json, text/event-stream', 'mcp-protocol-version': '2025-11-25' };
    return (await postJson(room, path, { jsonrpc: '2.0', id: 1, method, params }, headers)).text();
  };
  assert.deepEqual(leaks(await rpc('/mcp', 'resources/list', {})), []);
  const args = { name: 'get_content_index', arguments: {} };
  const asked = await rpc('/mcp', 'tools/call', args);
  // After five unpaid invoices an address gets a shared one, which comes without a token.
  assert.match(asked, /payment_required/);
  assert.deepEqual(leaks(asked), []);
  const message = { messageId: 'm1', role: 'ROLE_USER', parts: [{ text: 'What is there about notes?' }] };
  const said = await rpc('/api/a2a', 'SendMessage', { message });
  assert.match(said, /more are listed only for those who pay \(content-index, \d+ sats\)/);
  assert.deepEqual(leaks(said), []);
});

test('no file that anyone may read lists what is paid for, save the pages for people', async () => {
  const texts = [...publicFiles(room.dist)].filter(([file]) => /\.(json|xml|txt|md|ndjson)$/.test(file));
  // An item's own document is free; a list of several is not.
  const listing = texts.flatMap(([file, bytes]) => (leaks(bytes.toString()).length > 1 ? [file] : []));
  assert.deepEqual(
    listing.filter((file) => !file.startsWith('sitemap')),
    [],
  );
});
