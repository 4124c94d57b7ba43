// The sandbox on every endpoint that offers it: mock items say that they are, a POST is answered as it would be, and
// nothing is kept.
import assert from 'node:assert/strict';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { after, before, test } from 'node:test';
import { type Endpoint, offersSandbox } from '#contract/endpoint.ts';
import { allEndpoints } from '#contract/endpoints.ts';
import { assertShape } from './assert-contract.ts';
import { testContent } from './content.ts';
import { postJson, type RunningRoom, startRoom } from './room.ts';
import { until } from './until.ts';

let room: RunningRoom;
before(async () => {
  const access = { enabled: true, prices: { articles: 21, 'guest-kit': 50, transcribe: 200, 'content-index': 100 } };
  const settings = { NEXUS: 'on', RATES: 'guestKit=1000,transcribe=1000,action=1000,l402=1000,mcp=1000,quote=1000' };
  room = await startRoom(await testContent({ 'access.json': JSON.stringify(access) }), settings);
  await until(() => rows().events === 1, 'the version of the API, which is new to this room, is announced');
});
after(() => room.stop());

const tables = [
  ...['bookings', 'guestKits', 'subscriptions', 'agentTiers', 'events', 'deliveries', 'idempotency', 'transcribeJobs'],
  ...['invoices', 'grants', 'developmentInvoices', 'workAnswers', 'workers', 'members'],
];

/** Rows by table, of those that there are. */
function rows(): Record<string, number> {
  const database = new DatabaseSync(join(room.env.DATA_DIR!, 'greenroom.db'), { readOnly: true });
  const names = database.prepare(`select name from sqlite_schema where type = 'table'`).all() as { name: string }[];
  const kept = names.filter(({ name }) => tables.includes(name));
  const count = ({ name }: { name: string }) =>
    (database.prepare(`select count(*) as n from "${name}"`).get() as { n: number }).n;
  const counts = Object.fromEntries(kept.map((one) => [one.name, count(one)]));
  database.close();
  return counts;
}

const isHere = ({ http, docs }: Endpoint) => !docs.foundIn && http.servedBy !== 'protocol';
const posts = allEndpoints.filter(([, record]) => record.http.method === 'POST' && isHere(record));

for (const [name, record] of posts) {
  test(`POST ${record.http.path} answers the sandbox and keeps nothing`, async () => {
    const before = rows();
    assert.ok(Object.keys(before).length > 4, JSON.stringify(before));
    const { body } = record.docs.example!;
    for (const ask of [
      () => postJson(room, `${record.http.path}?sandbox=1`, body),
      () => postJson(room, record.http.path, body, { 'x-service-sandbox': '1', 'idempotency-key': 'one' }),
    ]) {
      const response = await ask();
      const text = await response.text();
      assert.equal(response.status, 200, text);
      assertShape(record, text);
      assert.equal(JSON.parse(text)._sandbox, true, name);
    }
    assert.deepEqual(rows(), before);
    const longKey = await postJson(room, `${record.http.path}?sandbox=1`, body, { 'idempotency-key': 'k'.repeat(256) });
    assert.equal(longKey.status, record.http.creates ? 400 : 200);
    if (record.http.body)
      assert.equal(
        (await postJson(room, `${record.http.path}?sandbox=1`, { text: 7 })).status === 200,
        name === 'negotiate' || name === 'registerAgentTier',
      );
    assert.equal((await postJson(room, `${record.http.path}?sandbox=maybe`, body)).status, 400);
    assert.equal((await postJson(room, record.http.path, body, { 'x-service-sandbox': 'yes' })).status, 400);
  });
}

test('a booking by MCP and by A2A is none in the sandbox', async () => {
  const before = rows();
  const call = { tool: 'generate_guest_kit', arguments: { showName: 'A show' } };
  assert.equal((await postJson(room, '/api/mcp/call?sandbox=1', call)).status, 200);
  const message = {
    messageId: 'm-1',
    role: 'ROLE_USER',
    parts: [{ data: { skill: 'request-booking', showName: 'A show' } }],
  };
  const sent = { jsonrpc: '2.0', id: 1, method: 'SendMessage', params: { message } };
  assert.equal((await postJson(room, '/api/a2a?sandbox=1', sent, { 'a2a-version': '1.0' })).status, 200);
  assert.deepEqual(rows(), before);
});

const mockId = 'sandbox-article-1';
const gets = allEndpoints.filter(([, record]) => record.http.method === 'GET' && offersSandbox(record));

test('every mock item and every line says that it is one, and none of the room’s own is among them', async () => {
  const list = await (await fetch(`${room.baseUrl}/api/agent/articles?sandbox=1`)).json();
  const { id } = list.items.find((item: { id: string }) => item.id.startsWith(mockId));
  for (const [name, record] of gets) {
    const path = record.http.path.replace('{id}', id).replace('{n}', '1');
    const query = { ...record.docs.example?.query, ...(name === 'search' && { q: 'sandbox' }), sandbox: '1' };
    const response = await fetch(`${room.baseUrl}${path}?${new URLSearchParams(query as never)}`);
    const text = await response.text();
    assert.equal(response.status, 200, `${name} ${text.slice(0, 200)}`);
    assert.doesNotMatch(text, /First river|Second map|Third sea/, name);
    assertShape(record, text);
    if (record.http.mediaType === 'text/markdown') {
      assert.match(text, /^_sandbox: true$/m);
      continue;
    }
    const values = record.http.mediaType
      ? text
          .trim()
          .split('\n')
          .map((line) => JSON.parse(line))
      : [JSON.parse(text)];
    for (const value of values) {
      assert.equal(value._sandbox, true, name);
      const inside = [...(value.items ?? []), ...(value.topDots ?? [])] as { _sandbox?: boolean }[];
      for (const item of inside) assert.equal(item._sandbox, true, name);
    }
  }
});

test('unknown parameters are named in a header, and unknown fields in the response', async () => {
  const asked = await fetch(`${room.baseUrl}/api/agent/profile?topci=tides&utm=%0a&sandbox=1`);
  assert.equal(asked.headers.get('x-ignored-parameters'), 'topci, utm');
  const known = await fetch(`${room.baseUrl}/api/agent/search?q=river&limit=2`);
  assert.equal(known.headers.get('x-ignored-parameters'), null);
  const body = { showName: 'A show', timeFrame: 'in May', colour: 'blue' };
  const booked = await (await postJson(room, '/api/agent/booking-request?sandbox=1', body)).json();
  assert.deepEqual(booked.ignored, [{ field: 'timeFrame', nearest: 'timeframe' }, { field: 'colour' }]);
  for (const query of ['types=', 'types=,', 'types=song'])
    assert.equal((await fetch(`${room.baseUrl}/api/agent/content-index?count=true&${query}`)).status, 400, query);
});
