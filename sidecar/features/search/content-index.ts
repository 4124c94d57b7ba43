// GET /api/agent/content-index with filters, as a page of items, a count, or NDJSON. NDJSON has a default limit
// of 1000 items; the bundle is the same.
import type { ContentIndexQuery } from '#contract/schemas/queries.ts';
import { contentIndexDefaultLimit, contentIndexMaxLimit } from '#contract/limits.ts';
import { summarizeWithheld } from '#domain/access/access.ts';
import { type Filter, type IndexWindow, isTopic, queryContentIndex } from '#domain/lists/content-index.ts';
import { suggestTopics } from '#domain/lists/topics.ts';
import { indexEnvelope } from '#domain/documents/content-index.ts';
import { explainNoItems } from '../../release/empty-reason.ts';
import { queryChangedAt, readFilter } from './filter.ts';
import {
  type Answer,
  type ConditionalAnswer,
  type Context,
  createEtag,
  type Handler,
  json,
} from '../../http/handler.ts';
import type { ReleaseIndex } from '../../release/release.ts';

type Query = Partial<ContentIndexQuery>;

/** Suggests topics if a topic of the query does not occur in the room. */
function findSuggestions({ visible }: ReleaseIndex, filter: Filter, ownTopics: string[]): { suggestions?: string[] } {
  const unknown = filter.topics?.find((topic) => !isTopic(visible, topic));
  return unknown === undefined ? {} : { suggestions: suggestTopics(visible.topics, unknown, ownTopics) };
}

const countHeaders = ({ total, window }: IndexWindow): Record<string, string> => ({
  'X-Content-Index-Max-Limit': String(contentIndexMaxLimit),
  'X-Content-Index-Total': String(total),
  'X-Content-Index-Count': String(window.length),
});

interface VisibleResult extends IndexWindow {
  /** Number of matching items that only paying clients may see. */
  withheldCount: number;
  /** True if the requested window has such items. */
  isCut: boolean;
}

/** Removes items that the client may not see, keeping the total. Positions ascend from the newest item. */
function selectVisible(
  index: ReleaseIndex,
  filter: Filter,
  { total, window }: IndexWindow,
  newest: number,
): VisibleResult {
  const isVisible = (position: number) => position < newest;
  const visible = window.filter(isVisible);
  const freeCount =
    newest === Infinity ? total : queryContentIndex(index.visible, filter, newest, 0).window.filter(isVisible).length;
  return { total, window: visible, withheldCount: total - freeCount, isCut: visible.length < window.length };
}

function ndjsonAnswer(index: ReleaseIndex, result: IndexWindow): Answer {
  const body = result.window.map((position) => `${index.items.json(position)}\n`).join('');
  return { body, type: 'application/x-ndjson; charset=utf-8', headers: countHeaders(result) };
}

function countAnswer(
  index: ReleaseIndex,
  filter: Filter,
  result: IndexWindow,
  ownTopics: string[],
  sandbox: boolean,
): Answer {
  const body = {
    count: result.total,
    total: result.total,
    indexUpdatedAt: index.updatedAt,
    ...(result.total === 0 && {
      ...explainNoItems(index, filter, 0),
      ...findSuggestions(index, filter, ownTopics),
    }),
    ...(sandbox && { _sandbox: true }),
  };
  const headers = { ...countHeaders(result), 'X-Content-Index-Count': String(result.total) };
  return { ...json<'contentIndex'>(body), headers };
}

function pageAnswer(index: ReleaseIndex, filter: Filter, result: VisibleResult, frame: object): Answer {
  const { window, total, isCut } = result;
  const reason = window.length === 0 && explainNoItems(index, filter, total, isCut);
  const rest = JSON.stringify({ count: window.length, total, ...reason, ...frame });
  const items = window.map((position) => index.items.json(position)).join(',');
  return { body: `{"items":[${items}],${rest.slice(1)}`, headers: countHeaders(result) };
}

function answerQuery(query: Query, context: Context): ConditionalAnswer {
  const { release, sandbox, now, newest } = context;
  const index = sandbox ? release.sandbox.index : release.index;
  const filter = {
    ...readFilter(query, now),
    ...(index.plannedCount > 0 && { plannedCount: index.plannedCount, isCurrent: query.digest !== undefined }),
  };
  const { format = 'json', offset = 0 } = query;
  const { limit = format === 'ndjson' ? contentIndexMaxLimit : contentIndexDefaultLimit } = query;
  return {
    etag: createEtag(index.etag, filter, limit, offset, format, query.count ?? false, newest),
    lastModified: queryChangedAt(query, index.updatedAt, now),
    answer: () => {
      const result = queryContentIndex(index.visible, filter, limit, offset);
      const room = sandbox ? release.sandbox.room : release.facts;
      const { topics: ownTopics } = room.creator;
      if (query.count) return countAnswer(index, filter, result, ownTopics, sandbox);
      const visible = selectVisible(index, filter, result, newest ?? Infinity);
      if (format === 'ndjson') return ndjsonAnswer(index, visible);
      const suggestions = result.total === 0 ? findSuggestions(index, filter, ownTopics) : {};
      const withheld = summarizeWithheld(release.facts.access, visible.withheldCount);
      return pageAnswer(index, filter, visible, {
        ...withheld,
        ...suggestions,
        ...indexEnvelope(room, index.updatedAt),
      });
    },
  };
}

export const contentIndex: Handler<'contentIndex'> = ({ query }, context) => answerQuery(query, context);

export const contentIndexBundle: Handler<'contentIndexBundle'> = ({ query }, context) =>
  // The count parameter of content-index has no effect here.
  answerQuery({ ...query, format: 'ndjson', count: false }, context);
