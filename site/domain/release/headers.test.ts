import assert from 'node:assert/strict';
import { test } from 'node:test';
import { headersOf, headerTemplates, sandboxPath } from './headers.ts';

const site = { baseUrl: 'https://room.example', hasLicense: false };
const of = (path: string, type = 'application/json; charset=utf-8') => headersOf(path, { type }, site);
const page = { type: 'text/html', markdown: true } as const;

test('a shared cache separates sandbox and live responses', () => {
  const some = ['/api/agent/profile', '/api/agent/articles/tide-1', '/api/article/tide-1/markdown'];
  for (const path of [...some, ...some.map(sandboxPath)]) assert.equal(of(path).Vary, 'X-Service-Sandbox', path);
  assert.equal(of('/api/agent/changelog').Vary, undefined);
});

test('every origin may read the API, except the paths that run tools', () => {
  assert.equal(of('/api/agent')['Access-Control-Allow-Origin'], '*');
  assert.equal(of('/llms.txt')['Access-Control-Allow-Origin'], '*');
  assert.equal(of('/api/mcp')['Access-Control-Allow-Origin'], undefined);
  assert.equal(of('/api/mcp').Vary, 'Accept, Origin');
  assert.equal(of('/articles', 'text/html')['Access-Control-Allow-Origin'], undefined);
});

test('an SVG that is opened directly runs no script', () => {
  assert.match(of('/media/logo.svg', 'image/svg+xml')['Content-Security-Policy']!, /default-src 'none'.*; sandbox$/);
  assert.equal(of('/media/me.png', 'image/png')['Content-Security-Policy'], undefined);
});

test('paths that must be fresh or are counted are not cached without revalidation', () => {
  for (const path of ['/api/agent/health', '/api/agent/changes', '/api/agent/search', '/api/nexus/feed'])
    assert.equal(of(path)['Cache-Control'], 'no-cache', path);
  for (const path of ['/api/agent', '/api/agent/profile', '/api/mcp'])
    assert.match(of(path)['Cache-Control']!, /^public, max-age=60/, path);
});

test('pages, Markdown, the index and the API catalog have discovery links', () => {
  for (const [path, type] of [
    ['/articles', 'text/html'],
    ['/articles.md', 'text/markdown'],
    ['/api/agent', 'application/json'],
    ['/.well-known/api-catalog', 'application/linkset+json'],
  ] as const) {
    const { Link = '' } = of(path, type);
    for (const rel of ['api-catalog', 'service-desc', 'service-doc', 'describedby'])
      assert.ok(Link.includes(`rel="${rel}"`), `${path} has no ${rel}`);
    assert.ok(!Link.includes('rel="license"'), path);
  }
  assert.match(
    headersOf('/', page, { ...site, hasLicense: true }).Link!,
    /<https:\/\/room\.example\/license\.xml>; rel="license"/,
  );
  assert.equal(of('/api/agent/profile').Link, undefined);
});

test('a page with a Markdown version links to it and varies by Accept', () => {
  assert.match(headersOf('/', page, site).Link!, /<https:\/\/room\.example\/index\.md>; rel="alternate"/);
  assert.match(
    headersOf('/articles/x', page, site).Link!,
    /\/articles\/x\.md>; rel="alternate"; type="text\/markdown"$/,
  );
  assert.equal(headersOf('/articles/x', page, site).Vary, 'Accept');
  assert.doesNotMatch(of('/articles/x', 'text/html').Link!, /alternate/);
  assert.equal(of('/articles/x', 'text/html').Vary, undefined);
});

test('the Markdown version of a page has a canonical link; other Markdown has none', () => {
  const canonical = (path: string) => /<([^>]+)>; rel="canonical"/.exec(of(path, 'text/markdown').Link!)?.[1];
  assert.equal(canonical('/index.md'), 'https://room.example/');
  assert.equal(canonical('/articles/x.md'), 'https://room.example/articles/x');
  for (const path of ['/AGENTS.md', '/auth.md', '/sitemap.md', '/.well-known/agent-skills/x/SKILL.md'])
    assert.equal(canonical(path), undefined, path);
});

test('pages that differ only in their address have the same templates', () => {
  assert.deepEqual(headerTemplates('/articles/x', page, site), headerTemplates('/videos/y', page, site));
  const text = (tokens: number) => ({ type: 'text/markdown', tokens });
  assert.deepEqual(headerTemplates('/a.md', text(1), site), headerTemplates('/b.md', text(2), site));
  assert.equal(headersOf('/b.md', text(2), site)['X-Markdown-Tokens'], '2');
});
