// Renders an item of any type as Markdown with its text or transcript. It calls endpoints like the client would, so
// that prices apply.
import { contentTypes } from '#contract/content-types.ts';
import { ApiError } from '#contract/errors.ts';
import type { ContentItem } from '#contract/schemas/content.ts';
import { entryMarkdown } from '#domain/documents/entry-markdown.ts';
import { readSegments } from '#domain/search/attribution.ts';
import type { CallEndpoint } from './handler.ts';
import type { Release } from '../release/release.ts';

/** Renders an item. Lists of the API have the order of the index. */
export async function renderItemMarkdown(
  { index: { items }, texts }: Pick<Release, 'index' | 'texts'>,
  item: ContentItem,
  call: CallEndpoint,
): Promise<string> {
  if (item.type === 'article') return (await call('articleMarkdown', { params: { id: item.id } })).text;
  const { list } = contentTypes[item.type];
  const position = items.positionOf(item.id)!;
  const offset = items.count(({ type }) => contentTypes[type].list === list, position);
  const { text } = await call(list, { query: { limit: 1, offset }, item: item.id });
  const [entry] = JSON.parse(text).items;
  if (!entry) {
    // A client without access gets the 402 with its offers here.
    await call('contentIndexBundle', { query: { limit: 1 } });
    throw new ApiError('not_found', 'The item is not in the free slice.', { id: item.id });
  }
  const candidate = texts.candidate(position);
  return entryMarkdown(entry, readSegments(candidate.texts.transcript, candidate));
}
