// GET articles, episodes, stream-videos and timeline-entries with limit and offset.
import { type ListName } from '#contract/endpoints.ts';
import { contentIndexMaxLimit } from '#contract/limits.ts';
import { sha256 } from '#domain/ids.ts';
import type { Handler } from '../http/handler.ts';

export const list =
  <N extends ListName>(name: N): Handler<ListName> =>
  ({ query: { limit = contentIndexMaxLimit, offset = 0 } }, { release }) => ({
    etag: sha256(JSON.stringify([release.index.etag, name, limit, offset])).slice(0, 32),
    lastModified: release.index.updatedAt,
    answer: () => {
      const all = release.lists[name];
      const window = all.slice(offset, offset + limit);
      return { body: `{"items":[${window.join(',')}],"count":${window.length},"total":${all.length}}` };
    },
  });
