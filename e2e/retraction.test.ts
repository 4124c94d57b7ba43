// A retracted item is gone for everybody: no client keeps it by a date, its addresses answer 410, and the log of
// changes has hashes and texts.
import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { idOf, publish, testContent } from './content.ts';
import { command, postJson, type RunningRoom, startRoom } from './room.ts';

const id = idOf('third-sea', 3);
const words = 'Nobody counts the gulls of the third sea twice.';
let room: RunningRoom;
before(async () => {
  const content = await testContent();
  await publish(content, { id, title: 'Third sea', date: '2026-03-10T10:00:00Z', keywords: ['sea'], summary: words });
  room = await startRoom(content);
});
after(() => room.stop());

const get = (path: string, headers: Record<string, string> = {}) => fetch(room.baseUrl + path, { headers });
const lanes = [
  '/api/agent/content-index',
  '/api/agent/content-index?type=article',
  '/api/agent/articles',
  '/api/agent/articles?limit=2',
  '/api/agent/profile',
  '/api/agent/search?q=text',
];

test('no earlier date causes 304 after a retraction, and the date moves forward', async () => {
  const dates = await Promise.all(lanes.map(async (path) => (await get(path)).headers.get('last-modified')!));
  const updatedAt = async () => (await (await get('/api/agent/profile')).json()).indexUpdatedAt as string;
  const before = await updatedAt();

  const type = 'articles';
  await command(room.env, 'review', '--retract', id);
  await room.rebuild();
  await room.restart();
  const after = await updatedAt();
  assert.ok(Date.parse(after) > Date.parse(before), `${before} ${after}`);
  for (const [at, path] of lanes.entries())
    assert.equal((await get(path, { 'if-modified-since': dates[at]! })).status, 200, path);
  const file = await readFile(join(room.content, 'rejected', `${id}.md`), 'utf8');
  assert.match(file, /^retractedAt: /m);
  for (const path of [`/${type}/${id}`, `/${type}/${id}.md`]) assert.equal((await get(path)).status, 410, path);
});

test('a receipt distinguishes a withdrawn quote, with its date, from one that was never published', async () => {
  const claims = async (text: string) => {
    const response = await postJson(room, '/api/agent/verify-quote', { text, receipt: true });
    const { receipt } = (await response.json()) as { receipt: string };
    return JSON.parse(Buffer.from(receipt.split('.')[1]!, 'base64url').toString());
  };
  const { verdict, withdrawn } = await claims(words);
  // The room has texts with a price, which were not compared.
  assert.deepEqual([verdict, withdrawn[0].itemId], ['not_checked', id]);
  assert.ok(Date.parse(withdrawn[0].withdrawnAt));
  const never = await claims('Nobody counts the gulls of the fourth sea twice.');
  assert.deepEqual([never.verdict, never.withdrawn], ['not_checked', undefined]);
});

test('the address of a retracted item is 410 with the date, that of an unknown item 404 with the list of ids', async () => {
  const retracted = await get(`/api/article/${id}/markdown`);
  assert.equal(retracted.status, 410);
  const { error } = await retracted.json();
  assert.deepEqual([error.code, error.details.reason], ['not_found', 'retracted']);
  assert.ok(Date.parse(error.details.retractedAt));
  const unknown = await get('/api/agent/articles/never-was-00000000');
  assert.deepEqual(
    [unknown.status, (await unknown.json()).error.details],
    [404, { list: `${room.baseUrl}/api/agent/articles` }],
  );
  const item = (name: string) => get(`/api/agent/items/${name}`);
  assert.equal((await (await item(id)).json()).error.details.reason, 'retracted');
  assert.match((await (await item('never-was-00000000')).json()).error.details.list, /content-index$/);
  const markdown = await get('/articles/never-was-00000000', { accept: 'text/markdown' });
  assert.deepEqual([markdown.status, markdown.headers.get('content-type')], [404, 'text/markdown; charset=utf-8']);
  assert.match(await markdown.text(), /^# 404 Not Found\n\nNothing is at [^]*- list: /);
  const json = await get(`/articles/${id}`, { accept: 'application/json' });
  assert.deepEqual([json.status, (await json.json()).error.details.reason], [410, 'retracted']);
  assert.match((await get('/nothing')).headers.get('content-type')!, /html/);
});

test('an offset past the end and an unknown cursor are distinguished from an empty list', async () => {
  const past = await (await get('/api/agent/content-index?offset=5000')).json();
  assert.deepEqual([past.count, past.emptyReason, past.offsetPastEnd, past.total > 0], [0, undefined, true, true]);
  assert.equal((await (await get('/api/agent/articles?offset=5000')).json()).offsetPastEnd, true);
  assert.equal((await (await get('/api/agent/search?q=text&offset=5000')).json()).offsetPastEnd, true);
  for (const path of ['/api/nexus/feed', '/api/nexus/creators']) {
    const refused = await get(`${path}?cursor=bogus`);
    assert.deepEqual([refused.status, (await refused.json()).error.details.field], [400, 'cursor'], path);
  }
});

test('changes carry a hash, and on request the text, page by page where there is much', async () => {
  const { items } = await (await get('/api/agent/changes?include=body')).json();
  const gone = items.find((item: { id: string }) => item.id === id);
  assert.deepEqual([gone.change, gone.hash, gone.body], ['retracted', undefined, undefined]);
  const told = items.find((item: { id: string }) => item.id === idOf('second-map', 2));
  assert.match(told.hash, /^[0-9a-f]{64}$/);
  assert.equal(told.body, 'Some text about a link.');
  const plain = await (await get('/api/agent/changes')).json();
  assert.ok(plain.items.every((item: { body?: string }) => item.body === undefined));
});
