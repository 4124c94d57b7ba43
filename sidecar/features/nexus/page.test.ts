// The directory as a page: what members say is text, never markup, and addresses lead nowhere by themselves.
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

test('markup in names, topics, items and questions is shown as it was typed', () => {
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

test('a search is kept in its field, and its topic with it', () => {
  const shown = page({ query: { q: 'tide', topic: 'rivers' } });
  assert.match(shown, /name="q"[^>]*value="tide"/);
  assert.match(shown, /type="hidden" name="topic" value="rivers"/);
  assert.match(shown, /aria-current="true"/);
});

test('the words of the page are in the language of the room', () => {
  const german = renderDirectory(room('de'), { ...usual, total: 1234 });
  assert.match(german, /1\.234 Profile/);
  assert.match(german, /1\. April 2026/);
});

test('a member that is stale is said to be, and more pages have a link', () => {
  assert.match(page({ creators: [{ ...creator, status: 'stale' }] }), /Temporarily unavailable/);
  assert.match(page({ nextCursor: 'abc' }), /href="\/nexus\?cursor=abc" rel="next"/);
  assert.doesNotMatch(page({}), /rel="next"/);
});

test('impersonation: beside a name stands the host, as a browser writes it', () => {
  const mediaRoomUrl = new URL('https://\u0430nn.example/').href;
  assert.match(page({ creators: [{ ...creator, mediaRoomUrl }] }), /<bdi>xn--nn-6kc\.example<\/bdi>/);
});

test('a name that runs the other way turns nothing around it', () => {
  const shown = page({ creators: [{ ...creator, name: 'מרים לוי', topics: ['נהרות'] }] });
  assert.match(shown, /<bdi>מרים לוי<\/bdi>/);
  assert.match(shown, /<bdi>נהרות<\/bdi>/);
});

test('a search without end says that it shows the best, one without result what to do, and every page how to join', () => {
  assert.match(page({ query: { q: 'tide' }, total: 500 }), /Top 1 creator: “tide”/);
  assert.match(
    page({ query: { q: 'tide' }, creators: [], total: 0 }),
    /0 creators: “tide”\. Try fewer or different words/,
  );
  assert.doesNotMatch(page({ creators: [], total: 0 }), /<ul class="members">/);
  assert.match(page({ creators: [], total: 0 }), /<code>NEXUS_URL=https:\/\/nexus\.example<\/code>/);
});
