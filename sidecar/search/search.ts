// GET /api/agent/search: items by what their texts say, each with the passages that match.
import { fitting } from '#domain/lists/content-index.ts';
import { changedAt, readFilter } from './filter.ts';
import { etagOf, json, type Handler } from '../server/handler.ts';
import { readWords, searchIn } from '../release/search.ts';

export const search: Handler<'search'> = ({ query }, { release, sandbox, now, newest }) => {
  const searched = sandbox ? release.sandbox : release;
  const parsed = readWords(query.q, release.facts.creator.language);
  const filter = readFilter(query, now);
  return {
    etag: etagOf('search', searched.index.etag, query.q, filter, query.limit, query.offset, newest),
    lastModified: changedAt(query, searched.index.updatedAt, now),
    answer: () => {
      const results = searchIn(searched, query, parsed, fitting(searched.index.memory, filter), newest);
      return json({ ...results, ...(sandbox && { _sandbox: true }) });
    },
  };
};
