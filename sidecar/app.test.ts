// What no handler sees: requests that the parser, the router or the HTTP layer turn away.
import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import type { FastifyInstance } from 'fastify';
import { ratesPerMinute } from '#contract/limits.ts';
import { apiVersion } from '#contract/version.ts';
import type { ManifestEntry } from '#domain/manifest.ts';
import { createApp } from './app.ts';
import type { Release } from './release/release.ts';
import { openStore, type Store } from './store/store.ts';

const dir = mkdtempSync(join(tmpdir(), 'greenroom-app-'));
const health: ManifestEntry = {
  file: 'health.json',
  type: 'application/json',
  etag: 'e'.repeat(32),
  lastModified: '2026-01-01T00:00:00Z',
  size: 2,
};
const entries = new Map([['/api/agent/health', health]]);
const release = { id: 'r', dir, entries, facts: { baseUrl: 'http://room.example' } } as unknown as Release;

let store: Store;
let app: FastifyInstance;
before(async () => {
  store = await openStore({ file: join(dir, 'store.db') });
  app = createApp({
    settings: { trustProxy: [], logLevel: 'silent', rates: ratesPerMinute, allowedHosts: [] },
    live: () => release,
    store,
    calls: { count: () => {}, flush: async () => {} },
    emit: async () => {},
    now: () => 0,
  });
  await app.listen({ host: '127.0.0.1', port: 0 });
});
after(async () => {
  await app.close();
  await store.close();
  rmSync(dir, { recursive: true, force: true });
});

/** Sends the bytes as they are and gives the whole answer. */
function raw(text: string): Promise<{ status: number; head: string; body: string }> {
  const { port } = app.server.address() as { port: number };
  return new Promise((done, fail) => {
    let answer = '';
    const socket = connect(port, '127.0.0.1', () => socket.write(text, 'latin1'));
    socket.on('data', (chunk) => (answer += chunk.toString('latin1')));
    socket.on('error', fail).on('close', () => {
      const [head = '', body = ''] = answer.split('\r\n\r\n');
      done({ status: Number(head.split(' ')[1]), head, body });
    });
  });
}

const ask = (line: string, headers = '') => raw(`${line} HTTP/1.1\r\nHost: x\r\nConnection: close\r\n${headers}\r\n`);

const refusals: [name: string, status: number, code: string, answer: () => ReturnType<typeof raw>][] = [
  ['a broken escape', 400, 'bad_request', () => ask('GET /api/agent/articles/%zz')],
  ['a long id', 404, 'not_found', () => ask(`GET /api/agent/articles/${'a'.repeat(150)}`)],
  ['too many headers', 431, 'bad_request', () => ask('GET /api/agent', `X: ${'a'.repeat(20_000)}\r\n`)],
  ['no HTTP at all', 400, 'bad_request', () => raw('nonsense\r\n\r\n')],
  ['an unknown method', 400, 'bad_request', () => ask('SING /api/agent')],
  ['a rare method', 405, 'method_not_allowed', () => ask('PROPFIND /api/agent/health')],
  ['a method with a body of its own', 404, 'not_found', () => ask('QUERY /api/nothing')],
  [
    'a body that is not what it says',
    400,
    'bad_request',
    () => ask('POST /api/agent/negotiate', 'Content-Type: application/json\r\nContent-Length: 1\r\n\r\n{'),
  ],
];

for (const [name, status, code, answer] of refusals) {
  test(`${name} is refused in the envelope, with the headers of every answer`, async () => {
    const { status: given, head, body } = await answer();
    assert.equal(given, status);
    assert.equal(JSON.parse(body).error.code, code);
    assert.match(head, /^X-Request-Id: [0-9a-f-]{36}\r?$/im);
    assert.match(head, new RegExp(`^X-Service-API-Version: ${apiVersion}\r?$`, 'im'));
    assert.match(head, /^Cache-Control: no-store\r?$/im);
  });
}

test('a whole address as a proxy sends it means its path', async () => {
  assert.equal((await ask('HEAD http://room.example/api/agent/health')).status, 200);
});
