// GET articles, episodes, stream-videos and timeline-entries with limit and offset.
import { contentIndexMaxLimit } from '#contract/limits.ts';
import { type ListName, listNames, typesIn } from '#contract/content-types.ts';
import { etagOf, type Handler } from '../server/handler.ts';
import type { Release } from '../release/release.ts';

/** How many entries of a list are among the newest of the index; both have the same order. */
const among = ({ index: { items } }: Release, name: ListName, newest: number): number =>
  items.slice(0, newest).filter(({ type }) => typesIn(name).includes(type)).length;

const list =
  <N extends ListName>(name: N): Handler<ListName> =>
  ({ query: { limit = contentIndexMaxLimit, offset = 0 } }, { release, newest }) => ({
    etag: etagOf(release.index.etag, name, limit, offset, newest),
    lastModified: release.index.updatedAt,
    answer: () => {
      const all = release.lists[name];
      const asked = all.slice(offset, offset + limit);
      const window =
        newest === undefined ? asked : all.slice(0, among(release, name, newest)).slice(offset, offset + limit);
      const reason = window.length === 0 && asked.length > 0 ? ',"emptyReason":"l402_required"' : '';
      return { body: `{"items":[${window.join(',')}],"count":${window.length},"total":${all.length}${reason}}` };
    },
  });

export const listHandlers = Object.fromEntries(listNames.map((name) => [name, list(name)])) as {
  [N in ListName]: Handler<N>;
};
