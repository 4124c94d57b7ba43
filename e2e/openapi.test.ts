// Real answers against the OpenAPI document: every status, every type and every body is described there.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { Ajv2020 } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import { idOf, testContent } from './content.ts';
import { type RunningRoom, startRoom } from './room.ts';

type Json = Record<string, unknown>;
interface Described {
  content?: Record<string, { schema?: object }>;
}

let room: RunningRoom;
let document: { paths: Record<string, Record<string, { responses: Record<string, Described> }>> } & Json;
const ajv = new Ajv2020({ strict: false });
addFormats(ajv);
before(async () => {
  const settings = { NEXUS: 'on', RATES: 'action=1000,mcp=1000,guestKit=3,l402=1000,quote=1000,search=1000' };
  room = await startRoom(await testContent(), settings);
  document = await (await fetch(`${room.baseUrl}/api/agent/openapi.json`)).json();
  ajv.addSchema(document, 'document');
});
after(() => room.stop());

const escaped = (name: string) => encodeURIComponent(name.replaceAll('~', '~0').replaceAll('/', '~1'));

/** The description of a response, and where it is: in the operation, or behind its `$ref`. */
function describedAt(template: string, method: string, status: number): [Described | undefined, string] {
  const described = document.paths[template]?.[method]?.responses[status] as
    (Described & { $ref?: string }) | undefined;
  if (!described?.$ref) return [described, `/paths/${escaped(template)}/${method}/responses/${status}`];
  const name = described.$ref.split('/').at(-1)!;
  const shared = (document.components as { responses: Record<string, Described> }).responses;
  return [shared[name], `/components/responses/${name}`];
}

const templateOf = (path: string): string | undefined =>
  document.paths[path]
    ? path
    : Object.keys(document.paths).find((one) =>
        new RegExp(`^${one.replaceAll('.', '\\.').replace(/\{\w+\}/g, '[^/]+')}$`).test(path),
      );

function contentOf(body: unknown, headers: Record<string, string>): Pick<RequestInit, 'headers' | 'body'> {
  if (body === undefined) return { headers };
  const text = typeof body === 'string' ? body : JSON.stringify(body);
  return { headers: { 'content-type': 'application/json', ...headers }, body: text };
}

async function check(method: string, address: string, body?: unknown, headers: Record<string, string> = {}) {
  const response = await fetch(room.baseUrl + address, { method, ...contentOf(body, headers) });
  const text = await response.text();
  const label = `${method} ${address} → ${response.status} ${text.slice(0, 200)}`;
  const template = templateOf(address.split('?')[0]!);
  assert.ok(template, label);
  const [described, at] = describedAt(template, method.toLowerCase(), response.status);
  assert.ok(described, `status not documented: ${label}`);
  if (text === '' && !described.content) return;
  const mediaType = response.headers.get('content-type')!.split(';')[0]!;
  const content = described.content?.[mediaType];
  assert.ok(content, `type ${mediaType} not documented: ${label}`);
  if (!content.schema || !mediaType.endsWith('json')) return;
  const values = mediaType.endsWith('ndjson') ? text.trim().split('\n') : [text];
  checkValues(values, `document#${at}/content/${escaped(mediaType)}/schema`, label);
}

function checkValues(values: string[], schema: string, label: string): void {
  const validate = ajv.compile({ $ref: schema });
  for (const value of values)
    assert.ok(validate(JSON.parse(value)), `${JSON.stringify(validate.errors?.[0])} ${label}`);
}

test('every document and list, asked plainly, with a key, and with nonsense', async () => {
  const more: Record<string, string> = {
    '/api/agent/show-prep': '?showUrl=https://s.example&',
    '/api/agent/search': '?q=river&',
    '/api/nexus/search': '?q=river&',
    '/ask': '?query=newest&',
  };
  for (const [path, { get }] of Object.entries(document.paths)) {
    if (!get || path.includes('{')) continue;
    const query = more[path] ?? '?';
    for (const asked of [query, `${query}apikey=1`, `${query}limit=0&offset=-1&sandbox=9&format=zzz&unknown=1`])
      await check('GET', path + asked);
  }
});

interface Operation {
  parameters?: {
    name?: string;
    in?: string;
    required?: boolean;
    example?: unknown;
    schema?: { examples?: unknown[] };
  }[];
  requestBody?: { content: Record<string, { example?: unknown }> };
}

/** The address of an operation with the examples of its parameters. */
function exampleAddress(path: string, parameters: Operation['parameters'] = []): string {
  const query = new URLSearchParams();
  let address = path;
  for (const { name, in: place, required, example, schema = {} } of parameters) {
    const value = example ?? (required ? (schema.examples?.[0] ?? 1) : undefined);
    if (place === 'path') address = address.replace(`{${name}}`, encodeURIComponent(String(value)));
    else if (value !== undefined) query.set(name!, String(value));
  }
  return `${address}?${query}`;
}

test('every operation answers its own example as it describes', async () => {
  for (const [path, operations] of Object.entries(document.paths)) {
    for (const [method, operation] of Object.entries(operations)) {
      const { parameters, requestBody } = operation as Operation;
      const body = requestBody?.content['application/json']!.example;
      assert.ok(!requestBody || body !== undefined, `no example: ${method} ${path}`);
      await check(method.toUpperCase(), exampleAddress(path, parameters), body);
    }
  }
});

const article = idOf('second-map', 2);
const gets = [
  ...[
    '?count=true',
    '?digest=7d',
    '?tag=none',
    '?format=ndjson',
    '?types=',
    '?offset=900',
    '?sandbox=1&format=ndjson',
  ].map((query) => `/api/agent/content-index${query}`),
  ...['1', '99', 'x'].map((n) => `/api/agent/content-index/shards/${n}`),
  ...[article, 'none-00000000', article + '?sandbox=1'].map((id) => `/api/agent/articles/${id}`),
  ...[article, 'none-00000000'].map((id) => `/api/article/${id}/markdown`),
  ...['&format=markdown', '&topic=map&limit=25', '&sandbox=1'].map(
    (query) => `/api/agent/show-prep?showUrl=https://s.example${query}`,
  ),
  ...['?limit=3&include=body', '?cursor=zz', '?sandbox=1'].map((query) => `/api/agent/changes${query}`),
  ...['media-kit', 'speaking'].map((name) => `/api/agent/${name}?format=pdf`),
  ...['rss', 'atom', 'json'].map((format) => `/api/nexus/digest?format=${format}`),
  '/api/agent/search?q=nothingofthekind',
  '/api/nexus/feed?cursor=bogus',
];
test('other forms, empty answers and errors of single addresses', async () => {
  for (const path of gets) await check('GET', path);
});

const mcp = { accept: 'application/json, text/event-stream' };
const posts: [path: string, body: unknown, headers?: Record<string, string>][] = [
  ...['/api/agent/booking-request', '/api/agent/verify-quote', '/api/guest-kit', '/api/agent/negotiate'].flatMap(
    (path): [string, unknown][] => [
      [path, {}],
      [path, '{'],
      [path, 'x'.repeat(70_000)],
    ],
  ),
  ['/api/agent/booking-request', { showName: 'A show', colour: 'blue' }],
  ['/api/agent/booking-request?sandbox=1', { showName: 'A show' }],
  ['/api/agent/verify-quote', { text: 'Some text about a link.', receipt: true }],
  ['/api/agent/verify-quote', { text: 'Nobody ever wrote this sentence here.' }],
  ['/api/guest-kit', { showName: 'A show', format: 'pdf' }],
  ['/api/guest-kit', { showName: 'A show', format: 'markdown' }],
  ['/api/mcp/call', { tool: 'zzz' }],
  ['/api/mcp/call', { tool: 'get_profile' }],
  ['/api/mcp', {}, mcp],
  ['/api/mcp', '{', mcp],
  ['/api/mcp', { jsonrpc: '2.0', id: 1, method: 'tools/list' }, mcp],
  ['/api/mcp', { jsonrpc: '2.0', method: 'notifications/initialized' }, mcp],
  ['/api/mcp', { jsonrpc: '2.0', method: 'notifications/cancelled', params: { requestId: 1 } }, mcp],
  ['/api/a2a', { jsonrpc: '2.0', method: 'GetTask', params: { id: 'x' } }],
  ['/api/a2a', {}],
  ['/api/agent/webhook-subscribe', {}],
  ['/api/l402/payment-request', { resourceId: 'articles' }],
  ['/api/l402/verify', {}],
  ['/api/agent/work-offer', {}],
  ['/api/tasks/claim', { taskId: 'x', workerId: 'y' }],
  ['/api/agent/transcribe', { sourceUrl: 'x' }],
];
test('valid, incomplete, malformed, too large and too frequent POSTs have the documented responses', async () => {
  for (const [path, body, headers] of posts) await check('POST', path, body, headers);
  for (let i = 0; i < 5; i++) await check('POST', '/api/guest-kit?sandbox=1', { showName: 'A show' });
});
