// GET /api/agent/changes: what was published, changed and retracted since a cursor.
import { ApiError } from '#contract/errors.ts';
import { changesDefaultLimit, tombstoneDays } from '#contract/limits.ts';
import type { Changes } from '#contract/schemas/changes.ts';
import { formatCursor, parseCursor } from './difference.ts';
import { isoTime } from '#domain/instants.ts';
import { changesAfter } from './page.ts';
import { etagOf, json, type Handler } from '../server/handler.ts';

const reasons = {
  malformed: 'cursor is not one that this endpoint gave',
  unknown: 'cursor is from another room, or from a store that is no more',
  too_old: `cursor is so old that retractions after it are forgotten, which happens after ${tombstoneDays} days`,
};

function refuse(reason: keyof typeof reasons): never {
  throw new ApiError('bad_request', `${reasons[reason]}. Begin again without one.`, { field: 'cursor', reason });
}

export const changes: Handler<'changes'> = async (
  { query: { cursor, limit = changesDefaultLimit } },
  { db, release, newest },
) => {
  const after = cursor === undefined ? undefined : (parseCursor(cursor) ?? refuse('malformed'));
  const seen = newest === undefined ? undefined : release.index.items.slice(0, newest).map(({ id }) => id);
  const page = await changesAfter(db, after, limit, seen);
  if (typeof page === 'string') return refuse(page);
  const { items, total, next, newest: log, changedAt } = page;
  return {
    etag: etagOf('changes', log, cursor, limit, seen),
    lastModified: isoTime(changedAt),
    answer: () => json({ items, count: items.length, total, nextCursor: formatCursor(next) } satisfies Changes),
  };
};
