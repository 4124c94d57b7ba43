// GET endpoints of articles, episodes, stream-videos, timeline-entries and people in pages, and of one whole item.
import { endpoints } from '#contract/endpoints.ts';
import { ApiError } from '#contract/errors.ts';
import { contentIndexMaxLimit, itemDefaultTokens } from '#contract/limits.ts';
import type { People } from '#contract/schemas/content.ts';
import { summarizeWithheld } from '#domain/access/access.ts';
import { type ListName, listNames, typesInList } from '#contract/content-types.ts';
import { explainNoItems } from '../../release/empty-reason.ts';
import { people as sandboxPeople } from '#domain/documents/people.ts';
import { endpointUrl } from '#domain/links.ts';
import { truncateToTokens } from '#domain/text/token-estimate.ts';
import { createEtag, type Handler, json } from '../../http/handler.ts';
import { renderItemMarkdown } from '../../http/item-markdown.ts';
import { createMissingError } from '../../http/missing-error.ts';
import { readDocument, type Release } from '../../release/release.ts';

/** Counts the entries of a list among the newest items, except for planned ones, which come first in the index. */
function countFree({ index: { items, plannedCount } }: Release, name: ListName, newest: number): number {
  const countIn = (first: number) => items.count(({ type }) => typesInList(name).includes(type), first);
  return countIn(newest) - countIn(Math.min(newest, plannedCount));
}

const listHandler =
  <N extends ListName>(name: N): Handler<ListName> =>
  ({ query: { limit = contentIndexMaxLimit, offset = 0 } }, { release, newest }) => ({
    etag: createEtag(release.index.etag, name, limit, offset, newest),
    lastModified: release.index.updatedAt,
    answer: () => {
      const all = release.lists[name];
      const entries = all.slice(offset, offset + limit);
      const free = newest === undefined ? all.length : countFree(release, name, newest);
      const window = entries.slice(0, Math.max(0, free - offset));
      const isCut = window.length < entries.length;
      const filter = { types: typesInList(name) };
      const rest = {
        count: window.length,
        total: all.length,
        ...(window.length === 0 && explainNoItems(release.index, filter, all.length, isCut)),
        ...summarizeWithheld(release.facts.access, all.length - free),
      };
      return { body: `{"items":[${window.join(',')}],${JSON.stringify(rest).slice(1)}` };
    },
  });

export const listHandlers = Object.fromEntries(listNames.map((name) => [name, listHandler(name)])) as {
  [N in ListName]: Handler<N>;
};

async function readPeople(release: Release): Promise<People> {
  const { path } = endpoints.people.http;
  if (!release.pages.has(path)) throw createMissingError(release, path);
  return JSON.parse((await readDocument(release, path)).text) as People;
}

export const people: Handler<'people'> = async ({ query }, { release, sandbox }) => {
  const { limit = contentIndexMaxLimit, offset = 0 } = query;
  const all = sandbox ? sandboxPeople(release.sandbox.room) : await readPeople(release);
  const items = all.items.slice(offset, offset + limit);
  return {
    etag: createEtag(release.index.etag, 'people', limit, offset, sandbox),
    lastModified: release.index.updatedAt,
    answer: () => json({ ...all, items, count: items.length }),
  };
};

/** Returns any item with its text or transcript, in parts if it is long. */
export const wholeItem: Handler<'item'> = async ({ params, query }, { release, sandbox, call }) => {
  const { items } = release.index;
  // The sandbox has an answer for every id.
  const item = items.byId(params.id) ?? (sandbox ? items.at(0) : undefined);
  if (!item) throw createMissingError(release, endpointUrl('', 'item', params));
  const whole = await renderItemMarkdown(release, item, call);
  const { offset = 0, maxTokens = itemDefaultTokens } = query;
  if (offset > whole.length) {
    throw new ApiError('bad_request', 'offset is beyond the end of the text.', {
      field: 'offset',
      maximum: whole.length,
    });
  }
  const markdown = truncateToTokens(whole.slice(offset), maxTokens);
  const end = offset + markdown.length;
  const { id, type, title, url, date, reviewed } = item;
  const next = end < whole.length && { nextOffset: end };
  const mark = reviewed && { reviewed };
  return json({ id, type, title, url, date, ...mark, markdown, totalCharacters: whole.length, ...next });
};
