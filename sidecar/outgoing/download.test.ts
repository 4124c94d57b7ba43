import assert from 'node:assert/strict';
import { mkdtemp, readFile, rm, stat } from 'node:fs/promises';
import type { RequestListener } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { sha256 } from '#domain/ids.ts';
import { serverPerTest } from './test-server.ts';
import { findReadAddressProblem } from './address-rule.ts';
import { createDownloader } from './download.ts';
import { createProcessDownloader } from './process-downloader.ts';
import type { RequestLimits } from './limits.ts';
import { openOutgoing, type OutgoingOptions } from './outgoing.ts';

const limits: RequestLimits = {
  connectMs: 2000,
  firstByteMs: 2000,
  totalMs: 1500,
  bytes: 2000,
  redirects: 2,
  pace: { bytes: 1, ms: 300 },
};
const never = new AbortController().signal;
let folder: string;
let file: string;
before(async () => {
  folder = await mkdtemp(join(tmpdir(), 'greenroom-download-'));
  file = join(folder, 'file');
});
after(() => rm(folder, { recursive: true }));

const serve = serverPerTest();

/** Address of an allowed server. */
async function get(listener: RequestListener, options: Partial<OutgoingOptions> = {}) {
  const { host } = await serve(listener);
  const room = openOutgoing({ baseUrl: 'https://room.example', allowedHosts: [host], ...options });
  return createDownloader(room, limits)(`http://${host}/a`, file, never);
}

test('a file is saved as it came, with its size and SHA-256', async () => {
  const got = await get((_, response) => response.end('some sound'));
  assert.deepEqual(got, { bytes: 10, sha256: sha256('some sound') });
  assert.equal(await readFile(file, 'utf8'), 'some sound');
});

test('a body without an end is cut off at the limit', async () => {
  const endless = get((_, response) => {
    const more = () => response.destroyed || response.write('x'.repeat(300), () => setTimeout(more, 5));
    more();
  });
  await assert.rejects(endless, { isRefusal: true, message: /larger than/ });
  assert.ok((await stat(file)).size <= 2000);
});

test('a body that claims too much is not read, and one that is shorter than it claims is a failure', async () => {
  await assert.rejects(
    get((_, response) => response.writeHead(200, { 'content-length': '2001' }).write('x')),
    { isRefusal: true, message: /larger than/ },
  );
  await assert.rejects(
    get((_, response) => {
      response.writeHead(200, { 'content-length': '100' }).write('x');
      setTimeout(() => response.destroy(), 20);
    }),
    { isRefusal: false },
  );
  await assert.rejects(
    get((_, response) => response.end()),
    { isRefusal: true, message: /empty/ },
  );
});

test('a host that sends a byte now and then is left when the time is over', async () => {
  const drip = get((_, response) => {
    const timer = setInterval(() => response.write('x'), 100);
    response.on('close', () => clearInterval(timer));
  });
  await assert.rejects(drip, { isRefusal: false, message: /within 1.5 seconds/ });
  const stuck = get((_, response) => void response.write('x'));
  await assert.rejects(stuck, { isRefusal: false, message: /stopped sending/ });
});

test('a compressed bomb is not unpacked', async () => {
  const packed = get((_, response) => response.writeHead(200, { 'content-encoding': 'gzip' }).end('x'));
  await assert.rejects(packed, { isRefusal: false, message: /compressed/ });
});

test('a redirect into the private network is refused, whatever allowed it to begin', async () => {
  for (const location of [
    'http://127.0.0.1:1/',
    'http://[::ffff:10.0.0.1]/',
    'http://2130706433/',
    'file:///etc/passwd',
  ]) {
    const trapped = get((_, response) => response.writeHead(302, { location }).end());
    await assert.rejects(
      trapped,
      { isRefusal: true, message: /redirects to an address (outside the public internet|that is not allowed)/ },
      location,
    );
  }
});

test('a name whose addresses are private is refused when it is connected to (DNS rebinding)', async () => {
  const options: OutgoingOptions = {
    baseUrl: 'https://room.example',
    allowedHosts: [],
    resolve: (_, __, callback) => callback(null, [{ address: '10.0.0.1', family: 4 }]),
  };
  const download = createDownloader(openOutgoing(options), limits)('http://rebound.example.org/a.mp3', file, never);
  await assert.rejects(download, { isRefusal: true, message: /not a public internet address/ });
});

test('addresses that no recording is at are refused by their form', () => {
  const cases: [string, RegExp][] = [
    ['ftp://example.org/a.mp3', /https/],
    ['file:///etc/passwd', /https/],
    ['https://user:secret@example.org/', /password/],
    ['http://example.org:22/', /port 22/],
    ['http://localhost/', /public/],
    ['http://0x7f.1/', /public/],
    ['nothing', /not an address/],
  ];
  for (const [url, problem] of cases) assert.match(findReadAddressProblem(url, [])?.predicate ?? '', problem, url);
  for (const url of ['http://example.org/a', 'https://example.org:8443/a'])
    assert.equal(findReadAddressProblem(url, []), undefined, url);
});

test('a download in its own process has the same results and errors', async () => {
  const { host } = await serve((request, response) => {
    if (request.url === '/whole') response.end('some sound');
    else response.writeHead(404).end();
  });
  const apart = createProcessDownloader(
    openOutgoing({ baseUrl: 'https://room.example', allowedHosts: [host] }),
    limits,
  );
  assert.deepEqual(await apart(`http://${host}/whole`, file, never), { bytes: 10, sha256: sha256('some sound') });
  await assert.rejects(apart(`http://${host}/none`, file, never), { code: 'status', message: /status 404/ });
  await assert.rejects(apart('http://10.0.0.1/', file, never), { isRefusal: true });
});

test('a process of its own resolves names as the sidecar is told to by NODE_OPTIONS', async () => {
  const { host } = await serve((_, response) => response.end('some sound'));
  const named = host.replace('127.0.0.1', 'elsewhere.test');
  const hook = `
    import dns from 'node:dns';
    import { syncBuiltinESMExports } from 'node:module';
    dns.lookup = (name, options, callback) => callback(null, [{ address: '127.0.0.1', family: 4 }]);
    syncBuiltinESMExports();`;
  const before = process.env.NODE_OPTIONS;
  process.env.NODE_OPTIONS = `--import=data:text/javascript,${encodeURIComponent(hook)}`;
  try {
    const apart = createProcessDownloader(
      openOutgoing({ baseUrl: 'https://room.example', allowedHosts: [named] }),
      limits,
    );
    assert.equal((await apart(`http://${named}/`, file, never)).bytes, 10);
  } finally {
    if (before === undefined) delete process.env.NODE_OPTIONS;
    else process.env.NODE_OPTIONS = before;
  }
});

test('a download that is stopped ends its process', async () => {
  const stop = new AbortController();
  let gone = () => {};
  const closed = new Promise<void>((done) => (gone = done));
  const { host } = await serve((_, response) => {
    response.on('close', gone).write('x');
    stop.abort(new Error('No longer wanted.'));
  });
  const apart = createProcessDownloader(openOutgoing({ baseUrl: 'https://room.example', allowedHosts: [host] }), {
    ...limits,
    totalMs: 60_000,
    pace: { bytes: 0, ms: 60_000 },
  });
  await assert.rejects(apart(`http://${host}/`, file, stop.signal), /No longer wanted/);
  await closed;
});
