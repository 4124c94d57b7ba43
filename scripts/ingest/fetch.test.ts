import assert from 'node:assert/strict';
import { createServer, type RequestListener, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, test } from 'node:test';
import { brotliCompressSync, gzipSync } from 'node:zlib';
import { createFetcher, type FetcherOptions } from './fetch.ts';

const servers: Server[] = [];
afterEach(() => {
  for (const server of servers.splice(0)) {
    server.close();
    server.closeAllConnections();
  }
});

async function serve(listener: RequestListener): Promise<string> {
  const server = createServer(listener);
  servers.push(server);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

const slept: number[] = [];
const fetcher = (options: Partial<FetcherOptions> = {}) => {
  slept.length = 0;
  const sleep = async (ms: number) => void slept.push(ms);
  return createFetcher({ allowPrivateHosts: ['127.0.0.1'], sleep, random: () => 0.5, ...options });
};
const textOf = (fetched: Awaited<ReturnType<ReturnType<typeof fetcher>>>): string =>
  fetched.status === 'fetched' ? Buffer.from(fetched.bytes).toString() : fetched.status;

test('validators of the last response are sent, and 304 means unchanged', async () => {
  const url = await serve((request, response) => {
    if (request.headers['if-none-match'] === '"1"' && request.headers['if-modified-since'])
      response.writeHead(304).end();
    else
      response
        .writeHead(200, { etag: '"1"', 'last-modified': 'Thu, 01 Jan 2026 00:00:00 GMT', 'content-type': 'text/xml' })
        .end('<rss/>');
  });
  const fetchFeed = fetcher();
  const first = await fetchFeed(url);
  assert.equal(first.status === 'fetched' && first.contentType, 'text/xml');
  assert.equal((await fetchFeed(url, first.status === 'fetched' ? first : {})).status, 'unchanged');
});

test('a 304 without a conditional request is a failure', async () => {
  const url = await serve((_, response) => response.writeHead(304).end());
  await assert.rejects(fetcher()(url), /status 304/);
});

test('redirects are followed, and the final address is returned', async () => {
  const url = await serve((request, response) => {
    if (request.url === '/feed') response.end('here');
    else response.writeHead(301, { location: 'feed' }).end();
  });
  const fetched = await fetcher()(`${url}/old`);
  assert.equal(textOf(fetched), 'here');
  assert.equal(fetched.status === 'fetched' && fetched.address, `${url}/feed`);
});

test('a cookie that a redirect sets is sent to the same host only, and only with this request', async () => {
  const received: (string | undefined)[] = [];
  const other = await serve((request, response) => {
    received.push(request.headers.cookie);
    response.end('there');
  });
  const url = await serve((request, response) => {
    const { cookie } = request.headers;
    received.push(cookie);
    if (cookie === 'a=1; b=2' && request.url === '/away') response.writeHead(302, { location: other }).end();
    else if (cookie === 'a=1; b=2') response.end('here');
    else response.writeHead(302, { location: request.url, 'set-cookie': ['a=1; Path=/; HttpOnly', 'b=2'] }).end();
  });
  const fetchFeed = fetcher();
  assert.equal(textOf(await fetchFeed(`${url}/feed`)), 'here');
  assert.equal(textOf(await fetchFeed(`${url}/away`)), 'there');
  assert.deepEqual(received, [undefined, 'a=1; b=2', undefined, 'a=1; b=2', undefined]);
});

test('a redirect loop ends', async () => {
  let requests = 0;
  const url = await serve((_, response) => {
    requests += 1;
    response.writeHead(302, { location: '/again' }).end();
  });
  await assert.rejects(fetcher()(url), /more than 5 times/);
  assert.equal(requests, 6);
});

const attacks = [
  'http://169.254.169.254/latest/',
  'http://[::1]/',
  'http://0xa000001/',
  'http://localhost/',
  'http://10.0.0.1/',
  'file:///etc/passwd',
  'ftp://example.org/',
  'gopher://example.org/',
];
for (const location of attacks) {
  test(`a redirect to ${location} is not followed`, async () => {
    const url = await serve((_, response) => response.writeHead(302, { location }).end());
    await assert.rejects(fetcher()(url), /redirects to an address (outside the public internet|that is not allowed)/);
    assert.deepEqual(slept, []);
  });
}

test('private addresses are refused unless the host is allowed', async () => {
  const url = await serve((_, response) => response.end('secret'));
  await assert.rejects(fetcher({ allowPrivateHosts: [] })(url), { code: 'address_private' });
  await assert.rejects(fetcher({ allowPrivateHosts: ['intranet.example'] })(url), { code: 'address_private' });
  assert.equal(textOf(await fetcher()(url)), 'secret');
});

test('a name is refused if any of its addresses is private', async () => {
  const url = await serve((_, response) => response.end('secret'));
  const named = `http://feeds.example.org:${new URL(url).port}/`;
  for (const address of ['127.0.0.1', '::ffff:10.0.0.1']) {
    const resolve: FetcherOptions['resolve'] = (_, __, callback) =>
      callback(null, [
        { address: '93.184.215.14', family: 4 },
        { address, family: address.includes(':') ? 6 : 4 },
      ]);
    await assert.rejects(fetcher({ resolve })(named), /not a public internet address/);
  }
});

test('the connection goes to the address that was checked', async () => {
  const url = await serve((request, response) => response.end(request.headers.host));
  const host = `feeds.example.org:${new URL(url).port}`;
  const resolve: FetcherOptions['resolve'] = (_, __, callback) => callback(null, [{ address: '127.0.0.1', family: 4 }]);
  assert.equal(textOf(await fetcher({ resolve, allowPrivateHosts: ['feeds.example.org'] })(`http://${host}/`)), host);
});

test('ports of other services are refused', async () => {
  await assert.rejects(fetcher()('http://example.org:25/'), /port 25/);
});

for (const [encoding, pack] of [
  ['gzip', gzipSync],
  ['br', brotliCompressSync],
] as const) {
  test(`${encoding} is unpacked`, async () => {
    const url = await serve((_, response) =>
      response.writeHead(200, { 'content-encoding': encoding }).end(pack('<rss/>')),
    );
    assert.equal(textOf(await fetcher()(url)), '<rss/>');
  });

  test(`a ${encoding} bomb is refused`, async () => {
    const url = await serve((_, response) =>
      response.writeHead(200, { 'content-encoding': encoding }).end(pack(Buffer.alloc(200_000))),
    );
    await assert.rejects(fetcher({ limits: { bytes: 100_000 } })(url), /larger than/);
  });
}

test('an endless response is cut off at the limit', async () => {
  const url = await serve((_, response) => {
    const timer = setInterval(() => response.write('x'.repeat(50_000)), 1);
    response.on('close', () => clearInterval(timer));
  });
  await assert.rejects(fetcher({ limits: { bytes: 100_000 } })(url), /larger than/);
});

test('a host that never answers causes a timeout', async () => {
  const url = await serve(() => {});
  await assert.rejects(fetcher({ limits: { totalMs: 50 } })(url), /No answer within/);
});

test('a temporary failure is retried with growing pauses', async () => {
  let requests = 0;
  const url = await serve((_, response) => response.writeHead(++requests < 3 ? 503 : 200).end('late'));
  assert.equal(textOf(await fetcher()(url)), 'late');
  assert.deepEqual(slept, [1000, 2000]);
});

test('Retry-After is respected within limits', async () => {
  let requests = 0;
  const url = await serve((_, response) =>
    response.writeHead(++requests < 2 ? 429 : 200, { 'retry-after': '7' }).end('ok'),
  );
  assert.equal(textOf(await fetcher()(url)), 'ok');
  assert.deepEqual(slept, [7000]);
  const patient = await serve((_, response) => response.writeHead(429, { 'retry-after': '3600' }).end());
  await assert.rejects(fetcher()(patient), { message: /status 429 and requests a pause of 60 minutes\.$/ });
  assert.deepEqual(slept, []);
});

test('a broken connection is retried, three attempts in total', async () => {
  let requests = 0;
  const url = await serve((request) => {
    requests += 1;
    request.socket.destroy();
  });
  await assert.rejects(fetcher()(url), /closed the connection/);
  assert.equal(requests, 3);
});

test('a missing feed is not requested again', async () => {
  let requests = 0;
  const url = await serve((_, response) => {
    requests += 1;
    response.writeHead(410).end();
  });
  await assert.rejects(fetcher()(url), { code: 'status_gone', message: /status 410/ });
  assert.equal(requests, 1);
});

test('a host receives one request at a time', async () => {
  let open = 0;
  let most = 0;
  const url = await serve((_, response) => {
    most = Math.max(most, (open += 1));
    setImmediate(() => {
      open -= 1;
      response.end('x');
    });
  });
  const fetchFeed = fetcher();
  await Promise.all(['a', 'b', 'c', 'd'].map((path) => fetchFeed(`${url}/${path}`)));
  assert.equal(most, 1);
});
