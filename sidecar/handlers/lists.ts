// GET articles, episodes, stream-videos and timeline-entries with limit and offset.
import { type ListName } from '#contract/endpoints.ts';
import { contentIndexMaxLimit } from '#contract/limits.ts';
import { etagOf, type Handler } from '../http/handler.ts';

export const list =
  <N extends ListName>(name: N): Handler<ListName> =>
  ({ query: { limit = contentIndexMaxLimit, offset = 0 } }, { release }) => ({
    etag: etagOf(release.index.etag, name, limit, offset),
    lastModified: release.index.updatedAt,
    answer: () => {
      const all = release.lists[name];
      const window = all.slice(offset, offset + limit);
      return { body: `{"items":[${window.join(',')}],"count":${window.length},"total":${all.length}}` };
    },
  });
