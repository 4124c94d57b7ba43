// Tests of the directory page: texts of members are shown as text, never as markup.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { NexusCreator } from '#contract/schemas/nexus.ts';
import type { Release } from '../../release/release.ts';
import { renderDirectory, type DirectoryView } from './page.ts';

const creator: NexusCreator = {
  tenantId: 'ann-example-0',
  name: 'Ann',
  indexUrl: 'https://ann.example/api/agent',
  agentBaseUrl: 'https://ann.example',
  mediaRoomUrl: 'https://ann.example/',
  updatedAt: '2026-04-01T00:00:00.000Z',
  topics: ['rivers'],
  oneLiner: 'About rivers.',
};
const usual: DirectoryView = {
  query: {},
  topics: ['rivers'],
  creators: [creator],
  total: 1,
};
const room = (language: string) =>
  ({ facts: { creator: { language }, baseUrl: 'https://nexus.example' } }) as unknown as Release;
const page = (shown: Partial<DirectoryView>): string => renderDirectory(room('en'), { ...usual, ...shown });

test('cross-site scripting: markup in names, topics, items and queries is shown as text', () => {
  const evil = '"><script>alert(1)</script><img src=x onerror=alert(1)>';
  const item = { id: 'x', type: 'article', title: evil, url: 'https://a.example/"x', date: '2026-01-01', topics: [] };
  const shown = page({
    query: { q: evil, topic: evil },
    topics: [evil],
    creators: [{ ...creator, tenantId: evil, name: evil, oneLiner: evil, topics: [evil], items: [item as never] }],
    nextCursor: evil,
  });
  assert.ok(!/<script|<img/.test(shown));
  const tags = shown.match(/<[a-z][^>]*>/g)!;
  for (const tag of tags) assert.ok(!/ on\w+=/.test(tag.replace(/"[^"]*"/g, '""')), tag);
});

test('the search form keeps the query and the topic', () => {
  const shown = page({ query: { q: 'tide', topic: 'rivers' } });
  assert.match(shown, /name="q"[^>]*value="tide"/);
  assert.match(shown, /type="hidden" name="topic" value="rivers"/);
  assert.match(shown, /aria-current="true"/);
});

test('the page is in the language of the room', () => {
  const german = renderDirectory(room('de'), { ...usual, total: 1234 });
  assert.match(german, /1\.234 Profile/);
  assert.match(german, /1\. April 2026/);
});

test('a stale member is marked, and there is a link to the next page', () => {
  assert.match(page({ creators: [{ ...creator, status: 'stale' }] }), /Temporarily unavailable/);
  assert.match(page({ nextCursor: 'abc' }), /href="\/nexus\?cursor=abc" rel="next"/);
  assert.doesNotMatch(page({}), /rel="next"/);
});

test('impersonation: the host is shown next to the name, in the same form as in browsers', () => {
  const mediaRoomUrl = new URL('https://\u0430nn.example/').href;
  assert.match(page({ creators: [{ ...creator, mediaRoomUrl }] }), /<bdi>xn--nn-6kc\.example<\/bdi>/);
});

test('a name in the other text direction does not affect the text around it', () => {
  const shown = page({ creators: [{ ...creator, name: 'מרים לוי', topics: ['נהרות'] }] });
  assert.match(shown, /<bdi>מרים לוי<\/bdi>/);
  assert.match(shown, /<bdi>נהרות<\/bdi>/);
});

test('a long result says that it shows the best matches, an empty one offers help, and every page says how to join', () => {
  assert.match(page({ query: { q: 'tide' }, total: 500 }), /Top 1 creator: “tide”/);
  assert.match(
    page({ query: { q: 'tide' }, creators: [], total: 0 }),
    /0 creators: “tide”\. Try fewer or different words/,
  );
  assert.doesNotMatch(page({ creators: [], total: 0 }), /<ul class="members">/);
  assert.match(page({ creators: [], total: 0 }), /<code>NEXUS_URL=https:\/\/nexus\.example<\/code>/);
});
