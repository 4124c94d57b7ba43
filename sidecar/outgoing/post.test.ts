import assert from 'node:assert/strict';
import { test } from 'node:test';
import { serverPerTest } from './test-server.ts';
import { findCallbackAddressProblem } from './address-rule.ts';
import { createGuardedLookup, type Resolve } from './guarded-lookup.ts';
import { openOutgoing, type OutgoingOptions } from './outgoing.ts';
import { createPoster, type PostOptions } from './post.ts';

const serve = serverPerTest();

const send = (url: string, { timeoutMs = 15_000, ...options }: Partial<OutgoingOptions> & PostOptions = {}) =>
  createPoster(openOutgoing({ baseUrl: 'https://room.example', allowedHosts: [], ...options }), { timeoutMs })(
    url,
    { 'content-type': 'application/json' },
    '{}',
    new AbortController().signal,
  );

const answering =
  (...addresses: string[]): Resolve =>
  (_, __, callback) =>
    callback(
      null,
      addresses.map((address) => ({ address, family: address.includes(':') ? 6 : 4 })),
    );

const attacks: Record<string, string> = {
  loopback: 'https://127.0.0.1:8443/',
  'the whole loopback range': 'https://127.8.8.8/',
  'loopback as a decimal number': 'https://2130706433/',
  'loopback in octal': 'https://0177.0.0.1/',
  'loopback in hex': 'https://0x7f000001/',
  'loopback, shortened': 'https://127.1/',
  'loopback of IPv6': 'https://[::1]/',
  'loopback, mapped': 'https://[::ffff:127.0.0.1]/',
  'loopback behind NAT64': 'https://[64:ff9b::7f00:1]/',
  'the private network': 'https://10.1.2.3/',
  'the private network of IPv6': 'https://[fd00::1]/',
  'link-local': 'https://169.254.1.1/',
  'cloud metadata': 'https://169.254.169.254/latest/',
  'cloud metadata, mapped': 'https://[::ffff:a9fe:a9fe]/',
  'the name localhost': 'https://localhost/',
  'a name below localhost': 'https://a.localhost./',
  'full-width digits': 'https://１２７.０.０.１/',
};
for (const [name, url] of Object.entries(attacks)) {
  test(`${name} is refused when subscribing and when sending`, async () => {
    assert.equal(findCallbackAddressProblem(url, [])?.code, 'address_private');
    await assert.rejects(send(url), { code: 'address_private' });
  });
}

test('plain http, other schemes, passwords and ports of other services are refused', () => {
  const problems: [string, RegExp][] = [
    ['http://example.org/', /https/],
    ['file:///etc/passwd', /https/],
    ['gopher://example.org/', /https/],
    ['https://user:secret@example.org/', /password/],
    ['https://example.org:25/', /port 25/],
    ['example.org', /not an address/],
  ];
  for (const [url, problem] of problems)
    assert.match(findCallbackAddressProblem(url, [])?.predicate ?? '', problem, url);
  for (const url of ['https://example.org/', 'https://example.org:8443/x', 'https://93.184.215.14/'])
    assert.equal(findCallbackAddressProblem(url, []), undefined, url);
});

test('a setting allows named hosts, with or without port', () => {
  const allowed = ['127.0.0.1:8080', 'hooks.lan', 'secure.lan:443', '[::1]'];
  for (const url of ['http://127.0.0.1:8080/', 'http://hooks.lan:1/', 'https://secure.lan/', 'http://[::1]:9/'])
    assert.equal(findCallbackAddressProblem(url, allowed), undefined, url);
  for (const url of ['http://127.0.0.1:8081/', 'http://secure.lan/', 'https://127.0.0.2/', 'ftp://hooks.lan/'])
    assert.ok(findCallbackAddressProblem(url, allowed), url);
});

for (const addresses of [['127.0.0.1'], ['93.184.215.14', '127.0.0.1'], ['::ffff:127.0.0.1'], ['fe80::1'], []]) {
  test(`a name that resolves to ${addresses.join(' and ') || 'nothing'} is refused`, async () => {
    let asked = 0;
    const { port } = await serve((_, response) => response.end(String(++asked)));
    await assert.rejects(
      send(`https://hooks.example.org:${port}/`, { resolve: answering(...addresses) }),
      /hooks\.example\.org is not a public internet address/,
    );
    assert.equal(asked, 0);
  });
}

test('rebinding: the connection goes to the addresses that were checked, and each connection looks once', async () => {
  const answers = [answering('93.184.215.14'), answering('127.0.0.1')];
  let looks = 0;
  const rebinding: Resolve = (...args) => answers[Math.min(looks++, 1)]!(...args);
  const lookup = createGuardedLookup(rebinding, () => false);
  const look = () =>
    new Promise((done) => lookup('r.example.org', { all: true }, (error, found) => done(error?.message ?? found)));
  assert.deepEqual(await look(), [{ address: '93.184.215.14', family: 4 }]);
  assert.equal(looks, 1);
  assert.equal(await look(), 'r.example.org is not a public internet address.');

  looks = 1;
  await assert.rejects(send('https://r.example.org/', { resolve: rebinding }), /not a public internet address/);
  assert.equal(looks, 2);
});

test('a redirect, to a private address or anywhere, is not followed', async () => {
  const paths: string[] = [];
  const { port } = await serve((request, response) => {
    paths.push(request.url!);
    response.writeHead(307, { location: `http://127.0.0.1:${port}/secret` }).end();
  });
  const { status } = await send(`http://127.0.0.1:${port}/hook`, { allowedHosts: [`127.0.0.1:${port}`] });
  assert.equal(status, 307);
  assert.deepEqual(paths, ['/hook']);
});

test('an allowed name may be at a private address, by http', async () => {
  const { port } = await serve((request, response) =>
    response.writeHead(202, { 'retry-after': '7' }).end(request.headers.host),
  );
  const options = { allowedHosts: ['hooks.lan'], resolve: answering('127.0.0.1') };
  assert.deepEqual(await send(`http://hooks.lan:${port}/`, options), { status: 202, retryAfter: '7' });
  await assert.rejects(send(`http://other.lan:${port}/`, options), /https/);
});

test('an endless answer is cut off, and its status counts', async () => {
  let closed = () => {};
  const gone = new Promise<void>((done) => (closed = done));
  const { port } = await serve((_, response) => {
    response.writeHead(200);
    const timer = setInterval(() => response.write('x'.repeat(50_000)), 1);
    response.on('close', () => {
      clearInterval(timer);
      closed();
    });
  });
  assert.equal((await send(`http://127.0.0.1:${port}/`, { allowedHosts: ['127.0.0.1'] })).status, 200);
  await gone;
});

test('a host that never answers is given up', async () => {
  const { port } = await serve(() => {});
  const options = { allowedHosts: ['127.0.0.1'], timeoutMs: 50 };
  await assert.rejects(send(`http://127.0.0.1:${port}/`, options), /No answer within 0.05 seconds/);
});
