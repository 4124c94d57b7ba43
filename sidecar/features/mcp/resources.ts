// Resources: every published item as Markdown, listed page by page, and the guest kits of clients.
import { isUpcoming } from '#domain/documents/items.ts';
import {
  type ListResourcesResult,
  type ReadResourceResult,
  type Resource,
  ResourceNotFoundError,
  type ResourceTemplateType,
} from '@modelcontextprotocol/server';
import { ApiError } from '#contract/errors.ts';
import type { ContentItem } from '#contract/schemas/content.ts';
import { freeItemCount } from '#domain/access/access.ts';
import type { CallEndpoint } from '../../http/handler.ts';
import { renderItemMarkdown } from '../../http/item-markdown.ts';
import type { Release } from '../../release/release.ts';

const pageSize = 50;
const mimeType = 'text/markdown';
const scheme = 'greenroom://';

const itemUri = (id: string): string => `${scheme}item/${id}`;

export const resourceTemplates: ResourceTemplateType[] = [
  {
    uriTemplate: itemUri('{id}'),
    name: 'item',
    title: 'Published item',
    description:
      'An article with its full text, or an episode, video, stream or timeline entry with details and transcript, as Markdown. ' +
      'Use an id of get_content_index.',
    mimeType,
  },
  {
    uriTemplate: `${scheme}guest-kit/{guestKitId}`,
    name: 'guest-kit',
    title: 'Guest kit',
    description: 'A kit created by generate_guest_kit, as Markdown. Use its guestKitId.',
    mimeType,
  },
];

const toResource = ({ id, type, title, summary, date, lastModified, status }: ContentItem): Resource => ({
  uri: itemUri(id),
  name: id,
  title,
  description: `${isUpcoming({ status }) ? `Scheduled for ${date}. ` : ''}${summary ?? `${type} of ${date}`}`,
  mimeType,
  annotations: { lastModified: new Date(lastModified).toISOString() },
});

const unknownCursor = (): ApiError =>
  new ApiError('bad_request', 'Unknown or expired cursor. List again from the start.', { field: 'cursor' });

/** Throws if a client sends a cursor to a list without pages. */
export function refuseListCursor(cursor: string | undefined): void {
  if (cursor !== undefined) throw unknownCursor();
}

/** Lists a page of items. The cursor is the last id of the previous page, so new items do not shift the pages. */
export function listResources({ facts, index }: Release, cursor: string | undefined): ListResourcesResult {
  const { items } = index;
  const visible = freeItemCount(facts.access, items.length);
  const before = cursor === undefined ? -1 : (items.positionOf(cursor) ?? Infinity);
  if (before >= visible) refuseListCursor(cursor);
  const end = Math.min(visible, before + 1 + pageSize);
  const page = items.slice(before + 1, end);
  const isLast = end === visible;
  return { resources: page.map(toResource), ...(!isLast && { nextCursor: page.at(-1)!.id }) };
}

export async function readResource(release: Release, call: CallEndpoint, uri: string): Promise<ReadResourceResult> {
  const [, kind, id = ''] = /^greenroom:\/\/(item|guest-kit)\/([\w-]{1,200})$/.exec(uri) ?? [];
  const item = kind === 'item' ? release.index.items.byId(id) : undefined;
  if (!item && kind !== 'guest-kit') throw new ResourceNotFoundError(uri);
  const text = item
    ? await renderItemMarkdown(release, item, call)
    : (await call('guestKitAgain', { params: { guestKitId: id }, query: { format: 'markdown' } })).text;
  return { contents: [{ uri, mimeType, text }] };
}
