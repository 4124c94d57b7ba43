// Attacks on the MCP endpoint. Each test is named after the attack that it refuses.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { allEndpoints } from '#contract/endpoints.ts';
import { testContent } from './content.ts';
import type { Json } from './json.ts';
import { postJson, type RunningRoom, startRoom } from './room.ts';

let room: RunningRoom;
before(async () => {
  room = await startRoom(await testContent(), { TRUST_PROXY: '127.0.0.1', RATES: 'mcp=3' });
});
after(() => room.stop());

let clients = 0;
/** Each request comes from a client of its own, unless it says from which. */
async function raw(body: string, headers: Record<string, string> = {}, path = '/api/mcp') {
  const response = await fetch(room.baseUrl + path, {
    method: 'POST',
    body,
    headers: { 'content-type': 'application/json', 'x-forwarded-for': `10.0.0.${++clients}`, ...headers },
  });
  return { status: response.status, headers: response.headers, body: (await response.json()) as Json };
}
const send = (body: unknown, headers?: Record<string, string>, path?: string) =>
  raw(JSON.stringify(body), headers, path);
const list = { jsonrpc: '2.0', id: 1, method: 'tools/list' };

test('foreign origin: pages of other sites are refused, also at /mcp and before their body is read', async () => {
  for (const path of ['/api/mcp', '/mcp']) {
    const { status, body, headers } = await raw('{', { origin: 'https://evil.example' }, path);
    assert.deepEqual(
      [status, body.error.code, body.error.data],
      [403, -32000, { code: 'bad_request', field: 'Origin' }],
    );
    assert.equal(headers.get('access-control-allow-origin'), null);
  }
  const own = await send(list, { origin: room.baseUrl });
  assert.deepEqual([own.status, own.headers.get('access-control-allow-origin')], [200, room.baseUrl]);
  for (const [origin, accept, ...told] of [
    [room.baseUrl, '*/*', 200, room.baseUrl, 'Accept, Origin'],
    [room.baseUrl, 'text/event-stream', 405, room.baseUrl, undefined],
    ['https://evil.example', '*/*', 200, null, 'Accept, Origin'],
  ] as const) {
    const { status, headers } = await fetch(`${room.baseUrl}/api/mcp`, { headers: { origin, accept } });
    const vary = headers.get('vary')?.replace(', Accept-Encoding', '');
    assert.deepEqual([status, headers.get('access-control-allow-origin'), vary], told);
  }
});

test('oversized body: more than 64 KiB is refused, and so is what is not JSON', async () => {
  const { status, body } = await send({ ...list, params: { x: 'x'.repeat(70_000) } });
  assert.deepEqual([status, body.jsonrpc, body.error.data.field], [413, '2.0', 'body']);
  const form = await raw('a=b', { 'content-type': 'application/x-www-form-urlencoded' });
  assert.deepEqual([form.status, form.body.error.data.code], [415, 'bad_request']);
});

test('broken and deep JSON: refused in the words of JSON-RPC', async () => {
  for (const text of ['{', '', 'x']) {
    const { status, body } = await raw(text);
    assert.deepEqual([status, body.error.code, body.id], [400, -32700, null], text);
  }
  const deep = `${'['.repeat(30_000)}${']'.repeat(30_000)}`;
  const { status, body } = await raw(`{"jsonrpc":"2.0","id":1,"method":"tools/call","params":${deep}}`);
  assert.deepEqual([status, body.error.code], [400, -32600]);
  const call = await raw(`{"tool":"get_articles","arguments":{"limit":${deep}}}`, {}, '/api/mcp/call');
  assert.deepEqual([call.status, call.body.error.details], [400, { field: 'body' }]);
});

test('batch: many calls are not taken for one', async () => {
  const { status, body } = await send(Array.from({ length: 100 }, (_, id) => ({ ...list, id })));
  assert.deepEqual([status, body.error.code], [400, -32600]);
});

test('unknown method: refused by name', async () => {
  for (const method of ['nothing/here', 'constructor', '__proto__']) {
    const { body } = await send({ ...list, method });
    assert.equal(body.error.code, -32601, method);
  }
});

test('prototype keys in arguments: refused, and nothing is polluted', async () => {
  const call = (args: string) =>
    raw(`{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"get_articles","arguments":${args}}}`);
  for (const args of ['{"__proto__":{"limit":1}}', '{"constructor":{"prototype":{"limit":1}}}']) {
    const { status, body } = await call(args);
    assert.deepEqual([status, body.error.code], [400, -32700], args);
  }
  assert.equal((await call('{"constructor":1,"toString":2}')).body.result.isError, true);
  assert.equal((await call('{}')).body.result.structuredContent.count, 5);
});

test('held connections: GET opens no stream, and a subscription to everything ends immediately', async () => {
  const get = await fetch(`${room.baseUrl}/api/mcp`, { headers: { accept: 'application/json, text/event-stream' } });
  assert.deepEqual([get.status, get.headers.get('allow')], [405, 'POST']);
  const meta = (name: string) => `io.modelcontextprotocol/${name}`;
  const _meta = { [meta('protocolVersion')]: '2026-07-28', [meta('clientCapabilities')]: {} };
  const notifications = {
    toolsListChanged: true,
    promptsListChanged: true,
    resourcesListChanged: true,
    resourceSubscriptions: ['greenroom://item/x'],
  };
  const listen = { ...list, method: 'subscriptions/listen', params: { notifications, _meta } };
  const headers = { 'mcp-protocol-version': '2026-07-28', 'mcp-method': 'subscriptions/listen' };
  const stream = await (await postJson(room, '/api/mcp', listen, headers)).text();
  const [acknowledgement, end] = [...stream.matchAll(/^data: (.+)$/gm)].map(([, data]) => JSON.parse(data!) as Json);
  assert.deepEqual(acknowledgement!.params.notifications, {});
  assert.equal(end!.result.resultType, 'complete');
});

const paths = ['/api/mcp', '/mcp', '/api/mcp/call'];
const toolCall = (meta?: object) => {
  const params = { name: 'get_booking', arguments: {}, ...(meta && { _meta: meta }) };
  return { ...list, method: 'tools/call', params };
};
const call = (path: string, client: string) =>
  send(path.endsWith('call') ? { tool: 'get_booking' } : toolCall(), { 'x-forwarded-for': client }, path);

/** Each address twice, from one client, within one window of the rate. */
async function flood(client: string): Promise<Awaited<ReturnType<typeof raw>>[]> {
  const answers = [];
  for (const path of [...paths, ...paths]) answers.push(await call(path, client));
  const windows = new Set(answers.map(({ headers }) => headers.get('x-ratelimit-reset')));
  return windows.size === 1 ? answers : flood(`${client}1`);
}

test('flooding: calls of all MCP addresses are counted in one bucket, and refused beyond the rate', async () => {
  const answers = await flood('10.1.1.1');
  assert.deepEqual(
    answers.map(({ status, headers }) => [status, headers.get('x-ratelimit-remaining')]),
    [...[2, 1, 0].map((remaining) => [200, String(remaining)]), ...paths.map(() => [429, '0'])],
  );
  const { body, headers } = answers.at(-1)!;
  assert.equal(headers.get('retry-after'), String(body.error.details.retryAfterSeconds));
  const { body: rpc } = answers.at(-2)!;
  assert.deepEqual([rpc.id, rpc.error.code, rpc.error.data.code], [1, -32000, 'rate_limited']);
  assert.equal((await call('/mcp', '10.1.2.1')).status, 200);
});

/** Asks until a window of the rate was not left meanwhile. */
async function statusesOf(client: string, messages: object[]): Promise<number[]> {
  const answers = [];
  for (const message of messages) answers.push(await send(message, { 'x-forwarded-for': client }));
  const windows = new Set(answers.map(({ headers }) => headers.get('x-ratelimit-reset')));
  return windows.size === 1 ? answers.map(({ status }) => status) : statusesOf(`${client}1`, messages);
}

test('finding out what there is costs no call, and says how many are left', async () => {
  const looks = Array.from({ length: 9 }, () => list);
  assert.deepEqual(new Set(await statusesOf('10.1.3.1', [...looks, toolCall()])), new Set([200]));
});

test('hosted clients: people who share an address do not use up each other’s calls, and made-up people have an end', async () => {
  const by = (person: string) => toolCall({ 'openai/subject': person });
  const four = (person: string) => Array.from({ length: 4 }, () => by(person));
  assert.deepEqual(
    await statusesOf('10.1.4.1', [...four('ann'), ...four('ben')]),
    [200, 200, 200, 429, 200, 200, 200, 429],
  );
  const many = Array.from({ length: 31 }, (_, n) => by(`person ${n}`));
  assert.deepEqual((await statusesOf('10.1.5.1', many)).slice(-2), [200, 429]);
});

test('the descriptor is at both addresses', async () => {
  const names = allEndpoints.flatMap(([, { agents }]) => (agents && agents.onlyIn !== 'nexus' ? agents.tool : []));
  for (const path of ['/api/mcp', '/mcp']) {
    const { tools } = (await (await fetch(room.baseUrl + path)).json()) as Json;
    assert.deepEqual(
      tools.map(({ name }: Json) => name),
      names,
    );
  }
});
