import assert from 'node:assert/strict';
import { existsSync, mkdtempSync, readdirSync, readlinkSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, get, type IncomingMessage, type ServerResponse } from 'node:http';
import { type AddressInfo, connect } from 'node:net';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { json } from 'node:stream/consumers';
import { after, before, test } from 'node:test';
import type { ReleasePage } from '#domain/release/page.ts';
import type { Release } from '../release/release.ts';
import { createFileSender, readPlainPath } from './static-files.ts';

const dir = mkdtempSync(join(tmpdir(), 'greenroom-files-'));
const film = join(dir, 'film');
const filmBytes = 32 * 1024 * 1024;

const page = (etag: string, type: string, size: number): ReleasePage => ({
  file: '',
  type,
  size,
  etag,
  lastModified: '2026-01-01T00:00:00Z',
});
const pages = new Map([
  ['/media/film.bin', page('film', 'application/octet-stream', filmBytes)],
  ['/api/agent/health', page('health', 'application/json', 2)],
  ['/lost', page('lost-page', 'text/html; charset=utf-8', 2)],
  ['/media/lost.bin', page('lost', 'application/octet-stream', filmBytes)],
]);
const site = { baseUrl: 'http://room.example', hasLicense: false };
const fileOf: Release['fileOf'] = ({ etag }) => join(dir, etag);
const release = { id: 'r', fileOf, pages, facts: site, site } as unknown as Release;
const unread: string[] = [];
const send = createFileSender(
  () => release,
  ({ path }) => unread.push(path!),
);
const server = createServer((req, res) => {
  if (!send(req, res, req.url!)) res.writeHead(404).end();
});

before(async () => {
  writeFileSync(film, Buffer.alloc(filmBytes));
  writeFileSync(join(dir, 'health'), '{}');
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
});
after(async () => {
  server.closeAllConnections();
  await new Promise((done) => server.close(done));
  rmSync(dir, { recursive: true, force: true });
});

const ask = (path: string, headers: Record<string, string> = {}, of = server): Promise<IncomingMessage> => {
  const { port } = of.address() as { port: number };
  return new Promise((done, fail) => get({ host: '127.0.0.1', port, path, headers }, done).on('error', fail));
};

const openFilms = () =>
  readdirSync('/proc/self/fd').filter((fd) => {
    const path = `/proc/self/fd/${fd}`;
    return existsSync(path) && readlinkSync(path) === film;
  }).length;

test('a client that goes away leaves no file open', { skip: !existsSync('/proc/self/fd') }, async () => {
  for (const headers of [{}, { range: 'bytes=1-' }] as Record<string, string>[]) {
    const response = await ask('/media/film.bin', headers);
    assert.equal(openFilms(), 1);
    response.destroy();
    for (let round = 0; round < 1000 && openFilms() > 0; round++) await new Promise((next) => setTimeout(next, 5));
    assert.equal(openFilms(), 0, JSON.stringify(headers));
  }
});

test(
  'a client that goes away while the file is opened harms nobody',
  { skip: !existsSync('/proc/self/fd') },
  async (t) => {
    const closed = Promise.withResolvers<void>();
    const late = createServer((req, res) => {
      // This simulates an open file.
      res.once('close', () => {
        send(req, res, req.url!);
        closed.resolve();
      });
    });
    t.after(() => late.close());
    await new Promise<void>((done) => late.listen(0, '127.0.0.1', done));
    const { port } = late.address() as AddressInfo;
    const client = connect(port, '127.0.0.1', () => client.write('GET /media/film.bin HTTP/1.1\r\nhost: a\r\n\r\n'));
    late.once('request', () => client.destroy());
    await closed.promise;
    // Between being asked for and being closed again, a file is in the hands of the system or open.
    const isBusy = () => process.getActiveResourcesInfo().includes('FSReqCallback') || openFilms() > 0;
    for (let round = 0; round < 1000 && isBusy(); round++) await new Promise((next) => setTimeout(next, 5));
    assert.equal(openFilms(), 0);
    assert.equal((await ask('/api/agent/health')).resume().statusCode, 200);
  },
);

test('answers that are sent at the same time have ids of their own', async (t) => {
  const ids = ['one', 'two', 'three'];
  const waiting: [IncomingMessage, ServerResponse][] = [];
  const atOnce = createServer((req, res) => {
    if (waiting.push([req, res]) === ids.length) for (const one of waiting.splice(0)) send(...one, req.url!);
  });
  t.after(() => (atOnce.close(), atOnce.closeAllConnections()));
  await new Promise<void>((done) => atOnce.listen(0, '127.0.0.1', done));
  for (const path of ['/media/film.bin', '/api/agent/health']) {
    const answers = await Promise.all(ids.map((id) => ask(path, { 'x-request-id': id }, atOnce)));
    assert.deepEqual(
      answers.map((answer) => answer.headers['x-request-id']),
      ids,
    );
  }
});

test('a range beyond the end is refused, but an API document comes whole, for its errors have an envelope', async () => {
  assert.equal((await ask('/media/film.bin', { range: `bytes=${filmBytes}-` })).resume().statusCode, 416);
  assert.equal((await ask('/api/agent/health', { range: 'bytes=9-' })).resume().statusCode, 200);
  assert.equal((await ask('/api/agent/health', { range: 'bytes=1-' })).resume().statusCode, 206);
});

test('a file that is gone gets 503 with the envelope, and is reported', async () => {
  for (const [path, headers] of [
    ['/lost', {}],
    ['/media/lost.bin', {}],
    ['/media/lost.bin', { range: 'bytes=1-' }],
  ] as const) {
    const response = await ask(path, headers);
    const { 'content-type': type, 'cache-control': cache, 'retry-after': wait, etag } = response.headers;
    assert.deepEqual(
      [response.statusCode, type, cache, wait, etag],
      [503, 'application/json; charset=utf-8', 'no-store', '10', undefined],
    );
    assert.equal(((await json(response)) as { error: { code: string } }).error.code, 'internal_error');
  }
  assert.deepEqual(
    unread.map((path) => basename(path)),
    ['lost-page', 'lost', 'lost'],
  );
});

test('credentials and the sandbox header mean something in the API alone', () => {
  for (const headers of [{ authorization: 'Basic eDp5' }, { 'x-service-sandbox': 'true' }]) {
    const asked = (url: string) => readPlainPath({ method: 'GET', url, headers } as unknown as IncomingMessage);
    assert.equal(asked('/articles'), '/articles');
    assert.equal(asked('/llms.txt'), '/llms.txt');
    assert.equal(asked('/api/agent/profile'), undefined);
  }
});
