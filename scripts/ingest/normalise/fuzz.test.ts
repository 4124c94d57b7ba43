// Fuzzes the reading of feeds, item files and the catalog: each entry becomes a valid item.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { formatItemFile } from '#domain/items/item-file.ts';
import { sandboxRoom } from '#domain/sandbox.ts';
import { fuzzRuns, hostileText } from '#domain/text/test-hostile.ts';
import { readItem } from '../../build/published-folder.ts';
import { readFeed } from '../read-feed.ts';

const { creator } = sandboxRoom({ baseUrl: 'https://room.example' });
test('fuzz: any feed yields valid item files without control characters and direction marks', async () => {
  const property = fc.asyncProperty(hostileText, hostileText, hostileText, async (title, html, author) => {
    const entry = {
      id: 'https://x.example/1',
      url: 'https://x.example/1',
      title,
      content_html: html,
      authors: [{ name: author }],
      date_published: '2026-01-02T03:04:05Z',
    };
    const feed = { version: 'https://jsonfeed.org/version/1.1', title: 'Feed', items: [entry] };
    const bytes = Buffer.from(JSON.stringify(feed));
    const { entries } = await readFeed({ feed: { id: 'feed' }, bytes, knownHashes: new Set() });
    const { item, body } = entries[0]!.content!;
    const facts = { id: 'a-00000001', date: '2026-01-02T03:04:05Z' };
    const restored = readItem(formatItemFile({ item: { ...item, ...facts }, body }), creator).item;
    assert.doesNotMatch(
      `${restored.title}${restored.summary}${restored.author}`,
      /[\p{Cc}\u202a-\u202e\u2066-\u2069]/u,
    );
  });
  await fc.assert(property, fuzzRuns(100));
});
