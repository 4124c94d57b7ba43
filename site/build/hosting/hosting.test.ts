// Rules for hosts from a small manifest: what must stand in them, and what must not.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { hostedRelease } from '#domain/release/hosting.ts';
import type { ReleasePage } from '#domain/release/page.ts';
import { ReleaseEntries } from '#domain/release/release-entries.ts';
import { caddyfile } from './caddy.ts';
import { edgeCommon, edgeFunction } from './write.ts';
import { nginxMaps } from './nginx-maps.ts';
import { nginxServer } from './nginx-server.ts';
import { headerRules, redirectRules } from './static-host.ts';

const entry = (file: string, type: string, more: Partial<ReleasePage> = {}): ReleasePage => ({
  file,
  type,
  etag: 'e'.repeat(32),
  lastModified: '2026-01-01T00:00:00Z',
  size: 10,
  ...more,
});

const hosted = hostedRelease({
  release: 'abc',
  baseUrl: 'https://room.example',
  entries: new ReleaseEntries(
    Object.entries({
      '/': entry('index.html', 'text/html; charset=utf-8'),
      '/404': entry('404.html', 'text/html; charset=utf-8'),
      '/api/agent': entry('api/agent.json', 'application/json; charset=utf-8'),
      '/api/agent/openapi.json': entry('api/agent/openapi.json', 'application/json', { encodings: { br: 5, gzip: 6 } }),
      '/api/agent/articles/priced': entry('api/agent/articles/priced.json', 'application/json', { private: true }),
      '/api/nexus/creators': entry('api/nexus/creators.json', 'application/json'),
      '/media/Me.png': entry('media/Me.png', 'image/png'),
      '/media/me.png': entry('media/me.png', 'image/png'),
      '/articles/a': entry('articles/a.html', 'text/html; charset=utf-8', { markdown: true }),
      '/articles/a.md': entry('articles/a.md', 'text/markdown; charset=utf-8', { tokens: 77 }),
      '/feed.xml': entry('feed.xml', 'application/rss+xml; charset=utf-8'),
      '/.well-known/api-catalog': entry('.well-known/api-catalog.json', 'application/linkset+json; profile="x"'),
      '/media/$price "x".png': entry('media/$price "x".png', 'image/png'),
    }),
  ),
});

const everyRule = {
  nginxMaps: nginxMaps(hosted),
  nginxServer: nginxServer(hosted),
  caddyfile: caddyfile(hosted),
  headerRules: headerRules(hosted),
  redirectRules: redirectRules(hosted),
};
const edge = edgeFunction(edgeCommon(hosted, 'export const core = 1;'), 'export default core;');

test('a private file stands in no rule', () => {
  for (const [name, text] of Object.entries({ ...everyRule, edge })) assert.ok(!text.includes('priced'), name);
});

test('an address whose requests are counted is left to the sidecar', () => {
  for (const [name, text] of Object.entries({ ...everyRule, edge })) assert.ok(!text.includes('/api/nexus'), name);
});

test('a file name that would mean something in a rule stands in none of a server', () => {
  for (const [name, text] of Object.entries(everyRule)) assert.ok(!text.includes('price'), name);
});

test('the rules for nginx name no address of a file', () => {
  for (const path of ['/articles/a', '/media/me.png']) assert.ok(!everyRule.nginxMaps.includes(path), path);
});

test('header rules keep to the limits of Cloudflare Pages: 100 rules, 2000 characters a line', () => {
  const lines = everyRule.headerRules.split('\n');
  assert.ok(lines.filter((line) => line.startsWith('/')).length <= 100);
  assert.ok(lines.every((line) => line.length <= 2000));
});

test('no address gets the same header from two rules, since hosts join them', () => {
  const rules = everyRule.headerRules.trim().split('\n\n');
  const parsed = rules.map((text) => {
    const [path = '', ...lines] = text.split('\n');
    return { path, names: lines.map((line) => line.trim().split(':')[0]!) };
  });
  const matches = (rule: string, path: string) =>
    rule.endsWith('*') ? path.startsWith(rule.slice(0, -1)) : rule === path;
  for (const path of [
    '/',
    '/articles',
    '/api/agent',
    '/.well-known/x',
    '/feed.xml',
    '/.well-known/api-catalog',
    '/_astro/x',
    '/media/x',
  ]) {
    const names = parsed.flatMap((rule) => (matches(rule.path, path) ? rule.names : []));
    assert.equal(new Set(names).size, names.length, path);
    assert.ok(names.includes('X-Content-Type-Options'), path);
  }
});

test('what each file has of its own is filled in by every host', () => {
  for (const text of [everyRule.nginxMaps, everyRule.nginxServer, everyRule.headerRules])
    assert.doesNotMatch(text, /\{(path|page|tokens)\}/);
  assert.match(everyRule.nginxMaps, /^ {4}\w{6} "\d+\|\|\.html\|markdown\|";$/m);
  assert.ok(everyRule.nginxMaps.includes('<https://room.example$greenroom_path.md>; rel=\\"alternate\\"'));
  assert.match(edge, /"\/articles\/a":"\d+\|e{32}\|\d+\|\.html\|\|markdown"/);
});

test('hosts get the types that a name does not show, and the place of a file without extension', () => {
  assert.match(
    everyRule.headerRules,
    /^\/feed\.xml\n(?: {2}.*\n)*? {2}Content-Type: application\/rss\+xml; charset=utf-8$/m,
  );
  assert.match(
    everyRule.headerRules,
    /^\/\.well-known\/api-catalog\n {2}Content-Type: application\/linkset\+json; profile="x"$/m,
  );
  assert.match(everyRule.redirectRules, /^\/\.well-known\/api-catalog \/\.well-known\/api-catalog\.json 200$/m);
});

test('files of the API with an extension come before the rule that adds one', () => {
  const lines = everyRule.redirectRules.trim().split('\n');
  assert.equal(lines[0], '/api/agent/openapi.json /api/agent/openapi.json 200');
  assert.equal(lines.at(-1), '/api/* /api/:splat.json 200');
});

test('the console is left to the sidecar by name, and advertised to nobody', () => {
  assert.match(everyRule.nginxMaps, /"~\^\(\?:[^"]*\/console\/[^"]*\/console\(\?=\\\?\|\$\)[^"]*\)" live;/);
  assert.ok(edge.includes('"consolePath":"/console"'));
  assert.ok(!(everyRule.headerRules + everyRule.redirectRules).includes('console'));
});

test('the table of an edge function is the same however its release came about', () => {
  const page = (n: number) => [`/articles/${n}`, entry(`articles/${n}.html`, 'text/html; charset=utf-8')] as const;
  const pages = Array.from({ length: 20_000 }, (_, n) => page(n));
  const extra = ['/feed.xml', entry('feed.xml', 'application/rss+xml; charset=utf-8')] as const;
  const tableOf = (entries: ReleaseEntries) =>
    edgeCommon(hostedRelease({ release: 'abc', baseUrl: 'https://room.example', entries }), '');
  const before = new ReleaseEntries(pages.slice(1).toReversed());
  const first = tableOf(before);
  const after = tableOf(before.with([page(0), extra]));
  assert.notEqual(after, first);
  assert.equal(after, tableOf(new ReleaseEntries([extra, ...pages])));
});

test('an edge function is one file with the table first', () => {
  assert.match(edge, /^\/\/ Release abc.*\n\nconst table = \{.*\};\n\nconst core = 1;\n\nexport default core;$/);
});
