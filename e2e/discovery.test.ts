// Discovery by an agent that knows only the domain: every address works, and common tasks take few requests.
import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import { promisify } from 'node:util';
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import type { Json } from './json.ts';
import { manyRequests, type RunningRoom } from './room.ts';
import { fixedPages, startExample } from './room-pages.ts';
import { crawl } from './crawl.ts';

let room: RunningRoom;
before(async () => {
  room = await startExample({ RATES: manyRequests });
});
after(() => room.stop());

const tokensOf = (text: string): number => Math.ceil(Buffer.byteLength(text) / 4);

describe('addresses', () => {
  test('every address in every document leads somewhere, from the front of the room and from the API index', async () => {
    const unlinked = ['/robots.txt', '/sitemap-index.xml', '/.well-known/security.txt', '/.well-known/nostr.json'];
    const { broken, seen } = await crawl(room.baseUrl, ['/api/agent', ...fixedPages, ...unlinked]);
    assert.deepEqual(broken, []);
    const found = [...seen].map((url) => url.slice(room.baseUrl.length));
    const expected = [
      ...['/llms.txt', '/llms-full.txt', '/AGENTS.md', '/auth.md', '/index.md', '/docs.md', '/license.xml'],
      ...['/feed.xml', '/atom.xml', '/feed.json', '/podcast.xml', '/api/agent/openapi.json'],
      ...['/.well-known/api-catalog', '/.well-known/ai-catalog.json', '/.well-known/ard.json'],
      ...['/.well-known/agent-skills/index.json', '/.well-known/agent-skills/ask-for-a-booking/SKILL.md'],
    ];
    for (const path of expected) assert.ok(found.includes(path), path);
    assert.ok(found.filter((path) => path.endsWith('.md')).length > 60);
  });

  test('the entry for programs of MCP that the README gives to paste leads to the tools', async () => {
    const readme = await readFile(join(import.meta.dirname, '..', 'README.md'), 'utf8');
    const entry = /^\{ "mcpServers".*\}$/m.exec(readme)![0];
    const { type, url } = (JSON.parse(entry) as { mcpServers: { greenroom: Json } }).mcpServers.greenroom;
    assert.equal(type, 'http');
    const client = new Client({ name: 'test', version: '1' });
    await client.connect(new StreamableHTTPClientTransport(new URL(new URL(url as string).pathname, room.baseUrl)));
    const { tools } = await client.listTools();
    await client.close();
    assert.ok(tools.some(({ name }) => name === 'get_profile'));
  });

  test('addresses that programs guess are there', async () => {
    const { indexNow } = JSON.parse(await readFile(join(room.content, 'creator.json'), 'utf8'));
    const key = await fetch(`${room.baseUrl}/${indexNow.key}.txt`);
    assert.deepEqual([key.status, await key.text()], [200, indexNow.key]);
    for (const path of ['/openapi.json', '/favicon.ico', '/.well-known/nostr.json?name=isaura']) {
      assert.equal((await fetch(room.baseUrl + path)).status, 200, path);
    }
    const alias = await (await fetch(`${room.baseUrl}/openapi.json`)).text();
    assert.equal(alias, await (await fetch(`${room.baseUrl}/api/agent/openapi.json`)).text());
    const nostr = await fetch(`${room.baseUrl}/.well-known/nostr.json?name=isaura`);
    assert.equal(nostr.headers.get('access-control-allow-origin'), '*');
  });

  test('a HEAD of the API catalog links to it, as RFC 9727 wants', async () => {
    const { headers } = await fetch(`${room.baseUrl}/.well-known/api-catalog`, { method: 'HEAD' });
    assert.match(headers.get('link')!, /<[^>]+\/\.well-known\/api-catalog>; rel="api-catalog"/);
    assert.match(headers.get('content-type')!, /^application\/linkset\+json; profile="[^"]+rfc9727"$/);
  });
});

describe('Markdown', () => {
  const ask = (accept: string, headers = {}) => fetch(`${room.baseUrl}/media-kit`, { headers: { accept, ...headers } });

  test('a page comes in the form that the client prefers, and says so to caches', async () => {
    const forms: [string, string][] = [
      ['text/markdown', 'text/markdown'],
      ['text/markdown, text/html;q=0.9, */*;q=0.1', 'text/markdown'],
      ['text/html, text/markdown;q=0.9', 'text/html'],
      ['text/markdown;q=0, */*', 'text/html'],
      ['*/*', 'text/html'],
    ];
    for (const [accept, type] of forms) {
      const { headers } = await ask(accept);
      assert.ok(headers.get('content-type')!.startsWith(type), accept);
      assert.match(headers.get('vary')!, /\bAccept\b(?!-)/, accept);
    }
    const page = await ask('text/html');
    assert.match(page.headers.get('link')!, /<[^>]+\/media-kit\.md>; rel="alternate"; type="text\/markdown"/);
  });

  test('it has its own validator, its address and its size, and is what lies at its own address', async () => {
    const negotiated = await ask('text/markdown');
    const text = await negotiated.text();
    assert.equal(negotiated.headers.get('content-location'), '/media-kit.md');
    assert.equal(negotiated.headers.get('x-markdown-tokens'), String(tokensOf(text)));
    const own = await fetch(`${room.baseUrl}/media-kit.md`);
    assert.equal(await own.text(), text);
    assert.equal(own.headers.get('vary')?.includes('Accept,') ?? false, false);
    const etag = negotiated.headers.get('etag')!;
    assert.notEqual(etag, (await ask('text/html')).headers.get('etag'));
    assert.equal((await ask('text/markdown', { 'if-none-match': etag })).status, 304);
    assert.equal((await ask('text/html', { 'if-none-match': etag })).status, 200);
  });
});

describe('errands', () => {
  /** An agent whose requests are limited and counted. */
  function agent() {
    let requests = 0;
    const read = async (url: string, init: RequestInit = {}) => {
      requests += 1;
      const response = await fetch(url, init);
      assert.ok(response.ok, `${url}: ${response.status}`);
      const text = await response.text();
      assert.ok(tokensOf(text) < 4000, `${url} has ${tokensOf(text)} tokens`);
      return { text, headers: response.headers };
    };
    return { read, count: () => requests };
  }
  const markdown = { headers: { accept: 'text/markdown' } };
  const post = (body: unknown) => ({
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });

  test('from the bare domain to a booking request in at most 3 requests, reading Markdown', async () => {
    const { read, count } = agent();
    const front = (await read(room.baseUrl, markdown)).text;
    const [, url] = /`POST (\S+)`/.exec(front)!;
    const [, body] = /```json\n(.*)\n```/.exec(front)!;
    const receipt = JSON.parse((await read(url!, post({ ...JSON.parse(body!), showName: 'The Long Pier' }))).text);
    assert.equal(receipt.status, 'received');
    assert.ok(count() <= 3, `${count()} requests`);
  });

  test('from the bare domain to a booking request in at most 3 requests, following links', async () => {
    const { read, count } = agent();
    const { headers } = await read(room.baseUrl, { method: 'HEAD' });
    const [, index] = /<([^>]+)>; rel="service-desc"; type="application\/json"/.exec(headers.get('link')!)!;
    const { endpoints } = JSON.parse((await read(index!)).text);
    const receipt = await read(endpoints.bookingRequest, post({ showName: 'The Long Pier', source: 'agent' }));
    assert.equal(JSON.parse(receipt.text).status, 'received');
    assert.ok(count() <= 3, `${count()} requests`);
  });

  test('from the bare domain to the text of the newest article about a topic in at most 2 requests', async () => {
    for (const topic of ['tides', 'rising-water']) {
      const { read, count } = agent();
      const front = (await read(room.baseUrl, markdown)).text;
      const [, url] = new RegExp(`topic=${topic}.*\\n.*article: .*\\((\\S+)\\)`).exec(front)!;
      const text = (await read(url!)).text;
      assert.ok(count() <= 2, `${count()} requests`);
      const query = `/api/agent/content-index?topic=${topic}&type=article&limit=1`;
      const { items } = (await (await fetch(room.baseUrl + query)).json()) as { items: { title: string }[] };
      assert.ok(text.includes(`# ${items[0]!.title}`), topic);
    }
  });

  test('from the bare domain to the newest article about any word in at most 2 requests', async () => {
    const { read, count } = agent();
    const front = (await read(room.baseUrl, markdown)).text;
    const [, template] = /`GET (\S+TOPIC\S+)`/.exec(front)!;
    const { items } = JSON.parse((await read(template!.replace('TOPIC', 'salt%20pans'))).text);
    assert.ok(items[0].keywords.includes('salt pans'));
    assert.ok(count() <= 2, `${count()} requests`);
  });

  test('what an agent reads first is short', async () => {
    const { read } = agent();
    for (const path of ['/api/agent', '/llms.txt', '/AGENTS.md', '/auth.md', '/.well-known/ard.json', '/docs.md'])
      await read(room.baseUrl + path);
  });
});

test('every command of the common tasks works as printed in the reference', async () => {
  const html = await (await fetch(`${room.baseUrl}/docs`)).text();
  const unescape = (text: string) =>
    text
      .replace(/&#(\d+);/g, (_, code) => String.fromCharCode(code))
      .replaceAll('&quot;', '"')
      .replaceAll('&amp;', '&');
  const commands = [...html.matchAll(/<code id="job-[^"]+">([^<]+)</g)].map(([, text]) => unescape(text!));
  assert.ok(commands.length >= 9);
  for (const command of commands) {
    const { stdout } = await promisify(execFile)('sh', ['-c', `${command} -sS -w '\n%{http_code}'`]);
    assert.match(stdout, /\n200$/, command);
  }
});
