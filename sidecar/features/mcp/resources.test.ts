import assert from 'node:assert/strict';
import { test } from 'node:test';
import { buildLists } from '#domain/lists/lists.ts';
import { sandboxRoom } from '#domain/sandbox.ts';
import type { CallEndpoint } from '../../http/handler.ts';
import type { Release } from '../../release/release.ts';
import { listResources, readResource } from './resources.ts';
import { itemsInMemory } from '../../release/test-items.ts';
import type { ContentItem } from '#contract/schemas/content.ts';

const room = sandboxRoom({ baseUrl: 'https://room.example' });
const lists = buildLists(room);
const candidate = () => ({ texts: { transcript: 'The tide is late.' }, segments: [[0, 61, 65, 'A guest']] });
const releaseOf = (items: ContentItem[]) =>
  ({ facts: room, index: { items: itemsInMemory(items) }, texts: { candidate } }) as unknown as Release;
const release = releaseOf(lists.contentIndex);

test('paging lists each item once, even if items are published between two pages', () => {
  const items = Array.from({ length: 120 }, (_, i) => ({ ...lists.contentIndex[0]!, id: `item-${i}` }));
  const seen: string[] = [];
  let cursor: string | undefined;
  let published = 0;
  do {
    const newer = Array.from({ length: published++ }, (_, i) => ({ ...items[0]!, id: `new-${i}` }));
    const page = listResources(releaseOf([...newer, ...items]), cursor);
    seen.push(...page.resources.map(({ uri }) => uri));
    cursor = page.nextCursor;
  } while (cursor);
  assert.deepEqual(
    seen,
    items.map(({ id }) => `greenroom://item/${id}`),
  );
  assert.throws(() => listResources(release, 'gone'), /cursor/);
});

test('an item is read through the endpoint of its list and counted by its id', async () => {
  const endpoints: string[] = [];
  const counted: unknown[] = [];
  const ask: CallEndpoint = async (name, { params, query, item }) => {
    endpoints.push(name);
    counted.push(item ?? params!.id);
    if (name === 'articleMarkdown') return { type: 'text/markdown', text: `# ${params!.id}` };
    const items = lists[name as 'episodes'].slice(query!.offset as number);
    return { type: 'application/json', text: JSON.stringify({ items }) };
  };
  for (const { id, title, type } of lists.contentIndex) {
    const { contents } = await readResource(release, ask, `greenroom://item/${id}`);
    const { text } = contents[0] as { text: string };
    assert.match(text, new RegExp(`^# ${type === 'article' ? id : title}$`, 'm'));
    if (type !== 'article') assert.match(text, /## Transcript\n\n`00:01:01` \*\*A guest:\*\* The tide is late\./);
  }
  assert.deepEqual(
    counted,
    lists.contentIndex.map(({ id }) => id),
  );
  assert.deepEqual([...new Set(endpoints)].sort(), ['articleMarkdown', 'episodes', 'streamVideos', 'timelineEntries']);
});

test('path traversal: a URI with more than an id is not found', async () => {
  const never: CallEndpoint = () => assert.fail('no endpoint is called');
  for (const uri of [
    'greenroom://item/../../etc/passwd',
    'greenroom://item/%2e%2e%2fsecret',
    'greenroom://item/unknown-00000000',
    'greenroom://item/constructor',
    'file:///etc/passwd',
    'greenroom://room/x',
  ])
    await assert.rejects(readResource(release, never, uri), /not found/, uri);
});
