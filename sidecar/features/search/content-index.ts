// GET /api/agent/content-index with filters: a window, a count, or lines, each with its own validators; its bundle is the same with
// format=ndjson, up to 1000 items without a limit.
import type { ContentIndexQuery } from '#contract/schemas/queries.ts';
import { contentIndexDefaultLimit, contentIndexMaxLimit } from '#contract/limits.ts';
import { summarizeWithheld } from '#domain/access/access.ts';
import { type Filter, type IndexWindow, queryContentIndex } from '#domain/lists/content-index.ts';
import { resolveTopic, suggestTopics } from '#domain/lists/topics.ts';
import { indexEnvelope } from '#domain/documents/content-index.ts';
import { findEmptyReason } from '../../release/empty-reason.ts';
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

/** Suggestions, where a topic of the query occurs nowhere in the room. */
function findSuggestions(
  { memory: { topics } }: ReleaseIndex,
  filter: Filter,
  own: string[],
): { suggestions?: string[] } {
  const unknown = filter.topics?.find((topic) => resolveTopic(topics, topic).length === 0);
  return unknown === undefined ? {} : { suggestions: suggestTopics(topics, unknown, own) };
}

const countHeaders = ({ total, window }: IndexWindow): Record<string, string> => ({
  'X-Content-Index-Max-Limit': String(contentIndexMaxLimit),
  'X-Content-Index-Total': String(total),
  'X-Content-Index-Count': String(window.length),
});

interface VisibleResult extends IndexWindow {
  /** Items that match, but are listed for those who pay. */
  hidden: number;
  /** Some of them were asked for. */
  isCut: boolean;
}

/** `total` tells how much there is; who did not pay gets the newest of the index. Positions ascend from the newest. */
function selectVisible(
  index: ReleaseIndex,
  filter: Filter,
  { total, window }: IndexWindow,
  newest: number,
): VisibleResult {
  const isSeen = (position: number) => position < newest;
  const seen = window.filter(isSeen);
  const free =
    newest === Infinity ? total : queryContentIndex(index.memory, filter, newest, 0).window.filter(isSeen).length;
  return { total, window: seen, hidden: total - free, isCut: seen.length < window.length };
}

function ndjsonAnswer(index: ReleaseIndex, result: IndexWindow): Answer {
  const body = result.window.map((position) => `${index.items.json(position)}\n`).join('');
  return { body, type: 'application/x-ndjson; charset=utf-8', headers: countHeaders(result) };
}

function countAnswer(
  index: ReleaseIndex,
  filter: Filter,
  result: IndexWindow,
  own: string[],
  sandbox: boolean,
): Answer {
  const body = {
    count: result.total,
    total: result.total,
    indexUpdatedAt: index.updatedAt,
    ...(result.total === 0 && {
      emptyReason: findEmptyReason(index, filter, 0),
      ...findSuggestions(index, filter, own),
    }),
    ...(sandbox && { _sandbox: true }),
  };
  const headers = { ...countHeaders(result), 'X-Content-Index-Count': String(result.total) };
  return { ...json<'contentIndex'>(body), headers };
}

function pageAnswer(index: ReleaseIndex, filter: Filter, result: VisibleResult, frame: object): Answer {
  const isEmpty = result.window.length === 0;
  const reason = result.isCut ? 'l402_required' : isEmpty ? findEmptyReason(index, filter, result.total) : undefined;
  const empty = reason && { emptyReason: reason };
  const rest = JSON.stringify({ count: result.window.length, total: result.total, ...empty, ...frame });
  const items = result.window.map((position) => index.items.json(position)).join(',');
  return { body: `{"items":[${items}],${rest.slice(1)}`, headers: countHeaders(result) };
}

export function answerQuery(
  query: Query,
  context: Context,
  format: 'json' | 'ndjson',
  defaultLimit: number,
): ConditionalAnswer {
  const { release, sandbox, now, newest } = context;
  const index = sandbox ? release.sandbox.index : release.index;
  const filter = {
    ...readFilter(query, now),
    ...(index.ahead > 0 && { ahead: index.ahead, isCurrent: query.digest !== undefined }),
  };
  const { limit = defaultLimit, offset = 0 } = query;
  return {
    etag: createEtag(index.etag, filter, limit, offset, format, query.count ?? false, newest),
    lastModified: queryChangedAt(query, index.updatedAt, now),
    answer: () => {
      const result = queryContentIndex(index.memory, filter, limit, offset);
      const room = sandbox ? release.sandbox.room : release.facts;
      const { topics: own } = room.creator;
      if (query.count) return countAnswer(index, filter, result, own, sandbox);
      const seen = selectVisible(index, filter, result, newest ?? Infinity);
      if (format === 'ndjson') return ndjsonAnswer(index, seen);
      const other = result.total === 0 ? findSuggestions(index, filter, own) : {};
      const cut = summarizeWithheld(release.facts.access, seen.hidden, 0);
      return pageAnswer(index, filter, seen, { ...cut, ...other, ...indexEnvelope(room, index.updatedAt) });
    },
  };
}

export const contentIndex: Handler<'contentIndex'> = ({ query }, context) =>
  answerQuery(query, context, query.format ?? 'json', contentIndexDefaultLimit);

export const contentIndexBundle: Handler<'contentIndexBundle'> = ({ query }, context) =>
  // Parameters that only content-index knows are ignored.
  answerQuery({ ...query, count: false }, context, 'ndjson', contentIndexMaxLimit);
