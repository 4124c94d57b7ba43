// Tests the hosting rules of a small release: required lines and forbidden ones.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { hostedRelease } from '#domain/release/hosting.ts';
import type { ReleasePage } from '#domain/release/page.ts';
import { caddyfile } from './caddy.ts';
import { edgeFunction } from './edge.ts';
import { FileForms } from './nginx-links.ts';
import { nginxMaps } from './nginx-maps.ts';
import { nginxServer } from './nginx-server.ts';
import { headerRules, redirectRules } from './static-host.ts';

const page = (file: string, type: string, more: Partial<ReleasePage> = {}): ReleasePage => ({
  file,
  type,
  etag: 'e'.repeat(32),
  lastModified: '2026-01-01T00:00:00Z',
  size: 10,
  ...more,
});

const hosted = hostedRelease(
  { baseUrl: 'https://room.example', hasLicense: false },
  Object.entries({
    '/': page('index.html', 'text/html; charset=utf-8'),
    '/404': page('404.html', 'text/html; charset=utf-8'),
    '/api/agent': page('api/agent.json', 'application/json; charset=utf-8'),
    '/api/agent/openapi.json': page('api/agent/openapi.json', 'application/json', { encodings: { br: 5, gzip: 6 } }),
    '/api/agent/articles/priced': page('api/agent/articles/priced.json', 'application/json', { private: true }),
    '/api/nexus/creators': page('api/nexus/creators.json', 'application/json'),
    '/media/Me.png': page('media/Me.png', 'image/png'),
    '/media/me.png': page('media/me.png', 'image/png'),
    '/articles/a': page('articles/a.html', 'text/html; charset=utf-8', { markdown: true }),
    '/articles/a.md': page('articles/a.md', 'text/markdown; charset=utf-8', { tokens: 77 }),
    '/feed.xml': page('feed.xml', 'application/rss+xml; charset=utf-8'),
    '/.well-known/api-catalog': page('.well-known/api-catalog.json', 'application/linkset+json; profile="x"'),
    '/media/$price "x".png': page('media/$price "x".png', 'image/png'),
  }),
);

const forms = new FileForms(hosted);
for (const file of hosted.files) forms.nameOf(file);

const everyRule = {
  nginxMaps: nginxMaps(hosted, forms),
  nginxServer: nginxServer(hosted, 'page'),
  caddyfile: caddyfile(hosted),
  headerRules: headerRules(hosted),
  redirectRules: redirectRules(hosted),
};
const edge = edgeFunction(hosted, 'netlify');

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

test('every host fills in the values of each file', () => {
  for (const text of [everyRule.nginxMaps, everyRule.nginxServer, everyRule.headerRules])
    assert.doesNotMatch(text, /\{(path|page|tokens)\}/);
  assert.match(everyRule.nginxMaps, /^ {4}\w{6} "\d+\|\|markdown\|";$/m);
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

test('an edge function is one file with the table first', () => {
  assert.match(edge, /^\/\/ Deployed .*\n\nconst table = \{.*\};\n\n/);
  assert.doesNotMatch(edge, /^export (?!default|const config)/m);
});
