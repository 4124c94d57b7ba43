// The web servers and edge functions that the build writes rules for answer as the sidecar does.
import assert from 'node:assert/strict';
import { chmod, mkdir, rm, writeFile } from 'node:fs/promises';
import { delimiter, join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import sharp from 'sharp';
import { idOf, pricedText, publish, testContent } from './content.ts';
import { markdownRequests } from './markdown-requests.ts';
import { requestsForNothing } from './requests-for-nothing.ts';
import { onePerKind, type Pages, pagesIn } from './release.ts';
import { command, freePort, type RunningRoom, startRoom } from './room.ts';
import {
  type Answered,
  ask,
  type Asked,
  isInstalled,
  type Server,
  startCaddy,
  startCloudflare,
  startNetlify,
  startNginx,
} from './servers.ts';

let room: RunningRoom;
let entries: Pages;

/** Tools of CDNs that do nothing: the folder that they deploy is what matters here. */
async function standInTools(folder: string): Promise<string> {
  await mkdir(folder);
  for (const name of ['wrangler', 'netlify']) {
    await writeFile(join(folder, name), '#!/bin/sh\n');
    await chmod(join(folder, name), 0o755);
  }
  return [folder, process.env.PATH].join(delimiter);
}

before(async () => {
  const content = await testContent();
  await mkdir(join(content, 'media'));
  const picture = sharp({ create: { width: 300, height: 200, channels: 3, background: '#369' } });
  for (const name of ['Portrait.png', 'portrait-small.jpg']) {
    await picture.clone().toFile(join(content, 'media', name));
  }
  room = await startRoom(content, {
    BASE_URL: 'https://room.example',
    RATES: 'l402=1000',
    PUBLISH_TO: 'nginx, caddy, cloudflare:room, netlify',
  });
  await command({ ...room.env, PATH: await standInTools(join(content, 'bin')) }, 'publish');
  await rm(content, { recursive: true });
  entries = pagesIn(room.dist);
});
after(() => room.stop());

const picture = '/media/Portrait.png';
const asset = () => Object.keys(entries).find((path) => path.startsWith('/_astro/'))!;
const tag = (path: string, coding = '') => `"${entries[path]!.etag}${coding}"`;
const date = (path: string, plusSeconds = 0) =>
  new Date(new Date(entries[path]!.lastModified).getTime() + plusSeconds * 1000).toUTCString();

/** Every kind of request that a client may make, by what is special about it. */
const requests = (): Record<string, Asked> => ({
  ...Object.fromEntries(onePerKind(Object.keys(entries)).map((path) => [`plain ${path}`, { path }])),
  ...Object.fromEntries(
    [asset(), picture, '/', '/articles', '/api/agent', '/api/agent/content-index', '/llms.txt', '/api/mcp'].flatMap(
      (path) => [
        [`HEAD ${path}`, { method: 'HEAD', path }],
        [`held ${path}`, { path, headers: { 'if-none-match': tag(path) } }],
        [`HEAD held ${path}`, { method: 'HEAD', path, headers: { 'if-none-match': tag(path) } }],
        [`held weakly, in a list ${path}`, { path, headers: { 'if-none-match': `"other", W/${tag(path)}, "more"` } }],
        [`held, any ${path}`, { path, headers: { 'if-none-match': '*' } }],
        [`held an older one ${path}`, { path, headers: { 'if-none-match': '"old"', 'if-modified-since': date(path) } }],
        [`unchanged since ${path}`, { path, headers: { 'if-modified-since': date(path) } }],
        [`unchanged since later ${path}`, { path, headers: { 'if-modified-since': date(path, 60) } }],
        [`changed since ${path}`, { path, headers: { 'if-modified-since': date(path, -60) } }],
        [`both ${path}`, { path, headers: { 'if-none-match': tag(path), 'if-modified-since': date(path, -60) } }],
        [`POST ${path}`, { method: 'POST', path, body: '{}', headers: { 'content-type': 'application/json' } }],
        [`OPTIONS ${path}`, { method: 'OPTIONS', path, headers: { 'access-control-request-method': 'GET' } }],
        [`DELETE ${path}`, { method: 'DELETE', path }],
        [`with its own id ${path}`, { path, headers: { 'x-request-id': 'my-id_1!' } }],
        [`with a wrong id ${path}`, { path, headers: { 'x-request-id': 'my id' } }],
        [`with a query ${path}`, { path: `${path}?a=1` }],
        [`in capitals ${path}`, { path: path.toUpperCase() }],
        [`with a slash ${path}`, { path: `${path}/` }],
        [`with a token ${path}`, { path, headers: { authorization: 'L402 abc' } }],
      ],
    ),
  ),
  ...Object.fromEntries(
    ['gzip', 'br', 'gzip, deflate, br', 'gzip;q=0, br;q=0', 'br;q=0, gzip', 'identity', 'zstd'].flatMap((accept) => [
      [`taking ${accept}`, { path: '/api/agent/openapi.json', headers: { 'accept-encoding': accept } }],
      [`small, taking ${accept}`, { path: '/api/agent', headers: { 'accept-encoding': accept } }],
    ]),
  ),
  'held in gzip': {
    path: '/api/agent/openapi.json',
    headers: { 'accept-encoding': 'gzip', 'if-none-match': tag('/api/agent/openapi.json', '-gzip') },
  },
  'held in another coding': {
    path: '/api/agent/openapi.json',
    headers: { 'accept-encoding': 'gzip', 'if-none-match': tag('/api/agent/openapi.json', '-br') },
  },
  'HEAD in br': { method: 'HEAD', path: '/api/agent/openapi.json', headers: { 'accept-encoding': 'br' } },
  'range of a picture': { path: picture, headers: { range: 'bytes=10-19' } },
  'last bytes of a picture': { path: picture, headers: { range: 'bytes=-5' } },
  'range of what was held': { path: picture, headers: { range: 'bytes=10-19', 'if-range': tag(picture) } },
  'range of an older picture': { path: picture, headers: { range: 'bytes=10-19', 'if-range': '"old"' } },
  'range beyond the end': { path: picture, headers: { range: 'bytes=999999-' } },
  'range of a file with codings': { path: '/api/agent/openapi.json', headers: { range: 'bytes=0-9' } },
  ...markdownRequests(tag),
  'a slash and a query': { path: '/articles/?a=1' },
  'a name at nostr.json': { path: '/.well-known/nostr.json?name=test' },
  'POST to a file that is no endpoint': { method: 'POST', path: '/.well-known/nostr.json' },
  ...requestsForNothing,
  'two slashes': { path: '//' },
  'the file name of a document': { path: '/api/agent.json' },
  'the file name of a page': { path: '/articles.html' },
  'the file of a coding': { path: '/api/agent/openapi.json.br' },
  'rules of hosts': { path: '/_headers' },
  'rules of servers': { path: '/rules/Caddyfile' },
  'an object': { path: '/objects/ab/abcdef' },
  'the private folder': { path: '/private/room.json' },
  'a priced article': { path: `/api/agent/articles/${idOf('priced', 10)}` },
  'a priced text': { path: `/api/article/${idOf('priced', 10)}/markdown` },
  'a priced file': { path: `/api/agent/articles/${idOf('priced', 10)}.json` },
  'a query': { path: '/api/agent/content-index?type=article&limit=2' },
  'a query at a path of the API that has no folder': { path: '/mcp?a=1' },
  'asking for a stream': { path: '/api/mcp', headers: { accept: 'text/event-stream' } },
  'a wrong query': { path: '/api/agent/content-index?limit=0' },
  lines: { path: '/api/agent/content-index/bundle' },
  'sandbox by query': { path: '/api/agent/profile?sandbox=1' },
  'sandbox by header': { path: '/api/agent/profile', headers: { 'x-service-sandbox': 'true' } },
  ...Object.fromEntries(
    ['', '/', '/sign-in', '/sign-in?link=x', '/inbox', '/nothing/here', '/_astro/nothing.js', '?notice=signedIn'].map(
      (below) => [`console ${below}`, { path: `/console${below}` }],
    ),
  ),
  'console, with a token': { path: '/console', headers: { authorization: 'L402 abc' } },
  'console, held': { path: '/console/sign-in', headers: { 'if-none-match': '*' } },
  'console, range': { path: '/console/sign-in', headers: { range: 'bytes=0-9' } },
  'HEAD console': { method: 'HEAD', path: '/console' },
  'OPTIONS console': {
    method: 'OPTIONS',
    path: '/console/sign-in',
    headers: { origin: 'https://evil.example', 'access-control-request-method': 'POST' },
  },
  'forged form of the console': {
    method: 'POST',
    path: '/console/sign-in/link',
    headers: { 'content-type': 'application/x-www-form-urlencoded', origin: 'https://evil.example' },
    body: 'link=x',
  },
  'own form of the console': {
    method: 'POST',
    path: '/console/sign-in/link',
    headers: { 'content-type': 'application/x-www-form-urlencoded', origin: 'https://room.example' },
    body: 'link=x',
  },
  'long form of the console': {
    method: 'POST',
    path: '/console/published',
    headers: { 'content-type': 'application/x-www-form-urlencoded', origin: 'https://room.example' },
    body: `body=${'x'.repeat(2_000_000)}`,
  },
  'no console': { path: '/consoles' },
  negotiation: {
    method: 'POST',
    path: '/api/agent/negotiate',
    headers: { 'content-type': 'application/json' },
    body: '{"capabilities":["digest.v1"]}',
  },
});

/** Headers that a server may set differently on every response. */
const free = ['date', 'server', 'connection', 'keep-alive', 'via', 'alt-svc', 'transfer-encoding'];

/** These count requests, and two were made. */
const counted = ['x-ratelimit-remaining', 'x-ratelimit-reset', 'ratelimit'];

const shown = (value: unknown) => (value === undefined ? 'missing' : JSON.stringify(value).slice(0, 150));

/** Status, body and headers, side by side. */
function comparable({ status, headers, body }: Answered, asked: Asked, drop: string[]): Record<string, unknown> {
  const id = String(headers['x-request-id'] ?? '');
  const state = id === asked.headers?.['x-request-id'] ? 'echoed' : /^[\x21-\x7e]{1,128}$/.test(id) ? 'made' : id;
  const text = body.toString('latin1');
  const all = { ...headers, status, 'x-request-id': state, body: state === 'made' ? text.replaceAll(id, '') : text };
  return Object.fromEntries(Object.entries(all).filter(([name]) => !free.includes(name) && !drop.includes(name)));
}

/** `apart` names headers, or the body, that a server says in its own way on an answer of this kind. */
type Apart = (status: number, asked: Asked) => string[];

/** Answers of the sidecar, which several hosts are compared with. */
const answered = new Map<string, Answered>();
async function askSidecar(asked: Asked): Promise<Answered> {
  const key = JSON.stringify(asked);
  const answer = answered.get(key) ?? (await ask(room.baseUrl, asked));
  answered.set(key, answer);
  return answer;
}

/** `sent` is what the sidecar is asked instead, where a host never hands on all of a request. */
async function compare(origin: string, apart: Apart, sent: (asked: Asked) => Asked): Promise<void> {
  const differences: string[] = [];
  for (const [name, asked] of Object.entries(requests())) {
    const expected = await askSidecar(sent(asked));
    const actual = await ask(origin, asked);
    const drop = [...counted, ...apart(expected.status, asked)];
    const wanted = comparable(expected, asked, drop);
    const got = comparable(actual, asked, drop);
    const apartIn = Object.keys({ ...wanted, ...got }).filter((field) => wanted[field] !== got[field]);
    differences.push(
      ...apartIn.map((field) => `${name}: ${field} is ${shown(got[field])}, not ${shown(wanted[field])}`),
    );
  }
  assert.equal(differences.length, 0, `\n${differences.join('\n')}`);
}

async function staysPrivate(origin: string): Promise<void> {
  const priced = Object.entries(entries).filter(([, page]) => page.private);
  assert.ok(priced.length > 0);
  const places = priced.flatMap(([path, { file, etag }]) => [
    ...[path, `/${file}`, `/${etag}`, `/links/,/${etag}`],
    `/objects/${etag.slice(0, 2)}/${etag}`,
  ]);
  const escapes = ['/..', '/media/../..', '/media/%2e%2e/%2e%2e', '/media/..%2f..', '/_astro/../..', '/%2e%2e', ''];
  const paths = escapes.flatMap((start) => places.map((path) => start + path));
  const further = ['/room.db', '/rules/server.conf', '/.greenroom-published.json'].flatMap((path) => [
    path,
    `/..${path}`,
  ]);
  // A range goes to the sidecar, which tells its health to those alone who ask it directly.
  for (const headers of [{}, { range: 'bytes=0-' }] as Record<string, string>[])
    for (const path of [...paths, ...further, '/healthz', '/readyz']) {
      const { status, body } = await ask(origin, { path, headers });
      assert.ok(status >= 400, `${path} is answered with ${status}`);
      assert.ok(!body.includes(pricedText), path);
    }
}

async function answersAlone(origin: string, holds: (path: string) => boolean): Promise<void> {
  const held = onePerKind(Object.keys(entries)).filter(holds);
  assert.ok(held.length > 1);
  for (const path of held) {
    assert.equal((await ask(origin, { path })).status, 200, path);
    assert.equal((await ask(origin, { path, headers: { 'if-none-match': tag(path) } })).status, 304, path);
  }
  const { status, headers, body } = await ask(origin, { path: '/api/agent/content-index?limit=1' });
  assert.equal(status, 503);
  assert.equal(headers['retry-after'], '5');
  assert.equal(headers['content-type'], 'application/json; charset=utf-8');
  assert.match(String(headers['x-request-id']), /^[\w-]{32,36}$/);
  assert.equal(JSON.parse(body.toString()).error.code, 'internal_error');
}

interface Host {
  start: (room: RunningRoom) => Promise<Server>;
  installed?: boolean;
  apart: Apart;
  sent?: (asked: Asked) => Asked;
  /** True if the host serves the address without the sidecar. */
  holds: (path: string) => boolean;
}

function parity(program: string, { start, installed = true, apart, sent = (asked) => asked, holds }: Host) {
  const skip = !installed && `${program} is not installed`;
  describe(program, { skip }, () => {
    let server: Server;
    before(async () => {
      server = await start(room);
    });
    after(() => server?.stop());

    test(`${program} answers every request as the sidecar does`, () => compare(server.origin, apart, sent));
    test(`${program} gives out nothing that is private`, () => staysPrivate(server.origin));
    test(`${program} serves what it holds while the sidecar is away, and says so for the rest`, async () => {
      const alone = await start({ ...room, baseUrl: `http://127.0.0.1:${await freePort()}` });
      try {
        await answersAlone(alone.origin, holds);
      } finally {
        await alone.stop();
      }
    });
  });
}

const isFile = (path: string) =>
  !path.startsWith('/api/nexus/') && !['/api/mcp', '/404'].includes(path) && !entries[path]!.private;

parity('nginx', {
  start: startNginx,
  installed: isInstalled('nginx'),
  apart: (status) => [
    // nginx has the length that the file has, which RFC 9110 §8.6 allows.
    ...(status === 304 ? ['content-length'] : []),
    // nginx writes a page of its own into a redirect.
    ...(status === 308 ? ['content-length', 'content-type', 'body'] : []),
  ],
  holds: isFile,
});

parity('caddy', {
  start: startCaddy,
  installed: isInstalled('caddy'),
  // Caddy says in words why a range cannot be had.
  apart: (status) => (status === 416 ? ['content-length', 'content-type', 'body'] : []),
  holds: (path) => /^\/(_astro|media)\//.test(path) && entries[path]!.br === null && entries[path]!.gzip === null,
});

/**
 * The edge functions give whole files as they are: CDNs compress by themselves, and ranges may be ignored (RFC 9110
 * §14.2).
 */
const whole = ({ headers = {}, ...asked }: Asked): Asked => ({
  ...asked,
  headers: Object.fromEntries(
    Object.entries(headers).filter(([name]) => !['accept-encoding', 'range', 'if-range'].includes(name)),
  ),
});
for (const [program, start] of Object.entries({ 'Cloudflare Pages': startCloudflare, Netlify: startNetlify })) {
  parity(program, { start, apart: () => ['content-length', 'accept-ranges'], sent: whole, holds: isFile });
}

test('nginx serves a new release without being loaded again', { skip: !isInstalled('nginx') }, async () => {
  const server = await startNginx(room);
  try {
    const path = `/articles/${idOf('new-one', 77)}`;
    const title = async () => /<title>[^<]*/.exec((await ask(server.origin, { path })).body.toString())?.[0];
    assert.equal((await ask(server.origin, { path })).status, 404);
    await publish(room.content, { id: idOf('new-one', 77), title: 'A new one', date: '2026-04-01T10:00:00Z' });
    await room.rebuild();
    assert.match((await title())!, /A new one/);
    entries = pagesIn(room.dist);
    for (const each of [path, '/articles', '/']) {
      const { status, headers } = await ask(server.origin, { path: each });
      assert.deepEqual([status, headers.etag], [200, tag(each)], each);
    }
  } finally {
    await server.stop();
  }
});
