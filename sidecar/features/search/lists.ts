// GET endpoints of articles, episodes, stream-videos and timeline-entries with limit and offset.
import { contentIndexMaxLimit } from '#contract/limits.ts';
import { summarizeWithheld } from '#domain/access/access.ts';
import { type ListName, listNames, typesInList } from '#contract/content-types.ts';
import { explainNoItems } from '../../release/empty-reason.ts';
import { createEtag, type Handler } from '../../http/handler.ts';
import type { Release } from '../../release/release.ts';

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
      const requested = all.slice(offset, offset + limit);
      const free = newest === undefined ? all.length : countFree(release, name, newest);
      const window = requested.slice(0, Math.max(0, free - offset));
      const isCut = window.length < requested.length;
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
