// The directory as a page: what members say is text, never markup, and addresses lead nowhere by themselves.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { NexusCreator } from '#contract/schemas/nexus.ts';
import { membersHtml, type Shown } from './page.ts';

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
const page = (shown: Partial<Shown>): string =>
  membersHtml('en', { query: {}, topics: ['rivers'], creators: [creator], total: 1, ...shown });

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
  const german = membersHtml('de', { query: {}, topics: [], creators: [creator], total: 1234 });
  assert.match(german, /1\.234 Einträge/);
});

test('a member that is stale is said to be, and more pages have a link', () => {
  assert.match(page({ creators: [{ ...creator, status: 'stale' }] }), /Does not answer at the moment/);
  assert.match(page({ nextCursor: 'abc' }), /href="\/nexus\?cursor=abc" rel="next"/);
  assert.doesNotMatch(page({}), /rel="next"/);
});
