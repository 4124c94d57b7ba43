import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type DocumentName, endpoints } from '#contract/endpoints.ts';
import { Uri } from '#contract/schemas/shape.ts';
import { checker } from '#contract/validation.ts';
import { releaseFileName } from '#domain/release/artifact.ts';
import { artifacts } from '../artifacts.ts';
import { itemFiles } from '../item-files.ts';
import { listPages } from '../pages.ts';
import { sandboxRoom } from '#domain/sandbox.ts';
import { widget } from './discovery.ts';
import { itemMarkdown } from '../markdown/item.ts';
import { agentsMd, llmsTxt } from './plain-text.ts';

const room = sandboxRoom({ baseUrl: 'https://room.example.org' });
const bodyOf = () => 'A **body**.';
const made = [
  ...artifacts(room, listPages(room, 'salt'), bodyOf),
  ...itemFiles(room, '').flatMap(({ documents }) =>
    documents.map((document) => ({ ...document, body: () => document.body(room, bodyOf) })),
  ),
];

test('every document of a room has the shape that the contract declares', () => {
  for (const record of Object.values(endpoints) as (typeof endpoints)[DocumentName][]) {
    if (!['static', 'query'].includes(record.http.servedBy)) continue;
    const pattern = new RegExp(`^${record.http.path.replaceAll('.', '\\.').replace(/\{\w+\}/g, '[^/]+')}$`);
    for (const { path, type, body } of made.filter((artifact) => pattern.test(artifact.path))) {
      const value = /^application\/(.+\+)?json/.test(type) ? JSON.parse(body()) : body();
      const result = checker(record.http.response)(value);
      assert.ok(result.ok, `${path}: ${JSON.stringify(result)}`);
    }
  }
});

test('a list of nothing says whether programs may not see it, or there is none', () => {
  const all = room.items.filter(({ type }) => type !== 'video');
  const items = all.map((item) => (item.type === 'article' ? { ...item, hiddenOn: ['api' as const] } : item));
  const some = { ...room, items };
  const found = artifacts(some, listPages(some, 'salt'), bodyOf);
  const reasonOf = (name: 'articles' | 'streamVideos') =>
    JSON.parse(found.find(({ path }) => path === endpoints[name].http.path)!.body()).emptyReason;
  assert.equal(reasonOf('articles'), 'per_surface_visibility');
  assert.equal(reasonOf('streamVideos'), all.some(({ type }) => type === 'stream') ? undefined : 'filter');
});

test('no two documents want the same address or the same file', () => {
  assert.equal(new Set(made.map(({ path }) => path)).size, made.length);
  assert.equal(new Set(made.map(({ path, type }) => releaseFileName(path, type))).size, made.length);
});

test('an address becomes a file by one rule', () => {
  assert.equal(releaseFileName('/api/agent', 'application/json'), 'api/agent.json');
  assert.equal(releaseFileName('/api/agent/openapi.json', 'application/json'), 'api/agent/openapi.json');
  assert.equal(releaseFileName('/api/article/x-1/markdown', 'text/markdown'), 'api/article/x-1/markdown.md');
  assert.equal(releaseFileName('/llms.txt', 'text/plain'), 'llms.txt');
  assert.equal(releaseFileName('/', 'text/html; charset=utf-8'), 'index.html');
  assert.equal(releaseFileName('/media/pier', 'image/png'), 'media/pier');
});

test('llms.txt begins with a heading and a quote, and links only to this room', () => {
  const lines = llmsTxt(room).split('\n');
  assert.match(lines[0]!, /^# /);
  assert.match(lines[2]!, /^> /);
  for (const [, url] of llmsTxt(room).matchAll(/\]\(([^)]+)\)/g))
    assert.ok(url!.startsWith('https://room.example.org/'), url);
});

test('words of the content start no line and no link of their own in Markdown', () => {
  const hostile = 'x](javascript:alert(1))\n## Injected\r\n- [y](z)\u2028---';
  const { creator, items } = room;
  const item = { ...items.find(({ type }) => type === 'article')!, title: hostile, summary: hostile };
  const own = {
    ...room,
    creator: { ...creator, publication: hostile, oneLiner: hostile, description: hostile },
    items: [item],
  };
  // Front matter quotes the title.
  const article = itemMarkdown(own, item, '').replace(/^---\n[^]*?\n---\n/, '');
  for (const text of [llmsTxt(own), agentsMd(own), widget(own).snippets.markdown, article]) {
    assert.doesNotMatch(text, /^## Injected|^- \[?y/m);
    assert.doesNotMatch(text, /\]\((javascript|z)/);
  }
});

test('an address is one that does nothing by itself', () => {
  const isUri = checker(Uri(''));
  for (const address of ['https://example.org/', 'mailto:a@example.org', 'wss://relay.example.org'])
    assert.ok(isUri(address).ok, address);
  for (const address of ['javascript:alert(1)', 'data:text/html,x', 'vbscript:x', 'file:///etc/passwd'])
    assert.ok(!isUri(address).ok, address);
});
