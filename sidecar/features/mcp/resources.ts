// Resources: every published item as Markdown, listed page by page, and the guest kits that were made.
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
      'An article with its whole text, or an episode, video, stream or timeline entry with its facts and its transcript, as Markdown. ' +
      'The id is that of get_content_index.',
    mimeType,
  },
  {
    uriTemplate: `${scheme}guest-kit/{guestKitId}`,
    name: 'guest-kit',
    title: 'Guest kit',
    description: 'A kit that generate_guest_kit made, as Markdown, by its guestKitId.',
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
  new ApiError('bad_request', 'The cursor is not known, or no longer. List from the start.', { field: 'cursor' });

/** For lists without pages, which never give a cursor. */
export function refuseListCursor(cursor: string | undefined): void {
  if (cursor !== undefined) throw unknownCursor();
}

/** The cursor is the last id that was listed, so that what is published meanwhile shifts nothing. */
export function listResources({ facts, index }: Release, cursor: string | undefined): ListResourcesResult {
  const { items } = index;
  const listed = freeItemCount(facts.access, items.length);
  const before = cursor === undefined ? -1 : (items.positionOf(cursor) ?? Infinity);
  if (before >= listed) refuseListCursor(cursor);
  const end = Math.min(listed, before + 1 + pageSize);
  const page = items.slice(before + 1, end);
  const isLast = end === listed;
  return { resources: page.map(toResource), ...(!isLast && { nextCursor: page.at(-1)!.id }) };
}

export async function readResource(release: Release, ask: CallEndpoint, uri: string): Promise<ReadResourceResult> {
  const [, kind, id = ''] = /^greenroom:\/\/(item|guest-kit)\/([\w-]{1,200})$/.exec(uri) ?? [];
  const item = kind === 'item' ? release.index.items.byId(id) : undefined;
  if (!item && kind !== 'guest-kit') throw new ResourceNotFoundError(uri);
  const text = item
    ? await renderItemMarkdown(release, item, ask)
    : (await ask('guestKitAgain', { params: { guestKitId: id }, query: { format: 'markdown' } })).text;
  return { contents: [{ uri, mimeType, text }] };
}
