// Reading at an address that a stranger chose: every way into the own network, and every way to take too much.
import assert from 'node:assert/strict';
import type { RequestListener } from 'node:http';
import { test } from 'node:test';
import { gzipSync } from 'node:zlib';
import { serverPerTest } from './test-server.ts';
import { type GetOptions, createJsonGetter } from './get-json.ts';
import { slowestPace } from './limits.ts';
import { openOutgoing, type OutgoingOptions } from './outgoing.ts';

const server = serverPerTest();
const serve = async (listener: RequestListener): Promise<string> => `${(await server(listener)).url}/`;

type Options = Partial<GetOptions & OutgoingOptions>;
const getter = ({ bytes = 1000, timeoutMs = 10_000, ...options }: Options = {}) =>
  createJsonGetter(openOutgoing({ baseUrl: 'https://room.example', allowedHosts: ['127.0.0.1'], ...options }), {
    bytes,
    timeoutMs,
  });
const get = (url: string, options: Options = {}) => getter(options)(url);
const guarded = (url: string, options: Options = {}) => get(url, { allowedHosts: [], ...options });

test('JSON comes with its validator, and anything else as nothing', async () => {
  const room = await serve((req, res) => {
    if (req.headers['if-none-match'] === '"a"') res.writeHead(304).end();
    else res.setHeader('etag', '"a"').end(req.url === '/text' ? 'text' : '{"a":1}');
  });
  assert.deepEqual(await get(room), { status: 200, etag: '"a"', json: { a: 1 } });
  assert.deepEqual(await get(`${room}text`), { status: 200, etag: '"a"', json: undefined });
  const again = await getter()(room, { 'if-none-match': '"a"' });
  assert.equal(again.status, 304);
});

const addresses: Record<string, string> = {
  loopback: 'http://127.0.0.1:8080/',
  'loopback as a decimal number': 'http://2130706433:8080/',
  'loopback of IPv6': 'http://[::1]:8080/',
  'loopback, mapped': 'https://[::ffff:127.0.0.1]/',
  'the private network': 'http://10.1.2.3/',
  'cloud metadata': 'http://169.254.169.254/latest/',
  'the name localhost': 'http://localhost:8080/',
  'a port of another service': 'http://room.example:25/',
  'a file': 'file:///etc/passwd',
  'a user name': 'https://user@room.example/',
};
for (const [name, url] of Object.entries(addresses)) {
  test(`${name} is not read`, async () => {
    await assert.rejects(guarded(url), /^Error: The address must /);
  });
}

test('a name that leads into the own network is not read', async () => {
  const asked: string[] = [];
  const room = await serve((req, res) => {
    asked.push(req.url!);
    res.end('{}');
  });
  const { port } = new URL(room);
  for (const address of ['127.0.0.1', '::ffff:127.0.0.1', '10.0.0.1'])
    await assert.rejects(
      guarded(`http://rebound.example:${port}/`, {
        resolve: (_, __, callback) => callback(null, [{ address, family: address.includes(':') ? 6 : 4 }]),
      }),
      /not a public internet address/,
    );
  assert.deepEqual(asked, []);
});

test('a kept connection to the owner’s private host is not used for a stranger', async () => {
  const asked: string[] = [];
  const sockets = new Set<unknown>();
  const room = await serve((req, res) => {
    asked.push(req.url!);
    sockets.add(req.socket);
    res.end('{}');
  });
  const { port } = new URL(room);
  const out = openOutgoing({
    baseUrl: 'https://room.example',
    allowedHosts: ['allowed.example'],
    resolve: (_, __, callback) => callback(null, [{ address: '127.0.0.1', family: 4 }]),
  });
  const limits = {
    ...{ connectMs: 1000, firstByteMs: 1000, totalMs: 1000 },
    bytes: 100,
    redirects: 0,
    pace: slowestPace,
  };
  const wallet = `http://wallet.example:${port}`;
  for (const path of ['/a', '/b']) await out.send(wallet + path, { limits, isOwners: true });
  assert.equal(sockets.size, 1);
  const strangers = createJsonGetter(out, { bytes: 100 });
  await assert.rejects(strangers(`${wallet}/secret`), /not a public internet address/);
  for (const path of ['/c', '/d']) await strangers(`http://allowed.example:${port}${path}`);
  assert.equal(sockets.size, 2);
  assert.deepEqual(asked, ['/a', '/b', '/c', '/d']);
});

test('a redirect is not followed, wherever it leads', async () => {
  const asked: string[] = [];
  const room = await serve((req, res) => {
    asked.push(req.url!);
    res.writeHead(302, { location: '/elsewhere' }).end();
  });
  assert.equal((await get(room)).status, 302);
  assert.deepEqual(asked, ['/']);
});

test('a huge answer is broken off', async () => {
  let sent = 0;
  const room = await serve((_, res) => {
    const more = (): void => {
      while (!res.destroyed && res.write('x'.repeat(10_000))) sent += 10_000;
    };
    res.on('drain', more);
    more();
  });
  await assert.rejects(get(room), /larger than/);
  assert.ok(sent < 50_000_000);
});

test('a small answer that unpacks to a huge one is not unpacked', async () => {
  const packed = gzipSync('0'.repeat(5_000_000)).subarray(0, 900);
  const room = await serve((req, res) => {
    assert.equal(req.headers['accept-encoding'], 'identity');
    res.setHeader('content-encoding', 'gzip').end(packed);
  });
  assert.equal((await get(room)).json, undefined);
});

test('an answer that never comes, and one that never ends, are given up', async () => {
  const silent = await serve(() => undefined);
  await assert.rejects(get(silent, { timeoutMs: 100 }), /No answer within/);
  const slow = await serve((_, res) => void res.write('{'));
  await assert.rejects(get(slow, { timeoutMs: 100 }), /No complete answer within/);
});
