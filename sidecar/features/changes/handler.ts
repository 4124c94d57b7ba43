// GET /api/agent/changes: what was published, changed and retracted since a cursor.
import { ApiError } from '#contract/errors.ts';
import { changesDefaultLimit, changesMaxBodyCharacters, tombstoneDays } from '#contract/limits.ts';
import type { Change, Changes } from '#contract/schemas/changes.ts';
import { summarizeWithheld } from '#domain/access/access.ts';
import { formatCursor, itemHash, parseCursor } from './difference.ts';
import { isoTime } from '#domain/instants.ts';
import { explainEmpty } from '#domain/lists/empty-reason.ts';
import { readChanges, type ReadText, addBodies } from './page.ts';
import { selectTextIndex } from '../../release/priced-texts.ts';
import { type ConditionalAnswer, createEtag, json, type Handler } from '../../http/handler.ts';
import type { Pass } from '../../release/priced-texts.ts';
import type { Release } from '../../release/release.ts';
import type { Feature } from '../feature.ts';

const reasons = {
  malformed: 'cursor is not a cursor of this endpoint',
  unknown: 'cursor is from a different room or from a deleted store',
  too_old: `cursor is older than ${tombstoneDays} days, and later retractions are no longer known`,
};

function refuseCursor(reason: keyof typeof reasons): never {
  throw new ApiError('bad_request', `${reasons[reason]}. Start again without a cursor.`, { field: 'cursor', reason });
}

/** Returns a function that reads the text of an item followed by its transcript. */
function textReader(release: Release, pass: Pass | undefined): ReadText {
  return (id) => {
    const position = release.index.items.positionOf(id);
    if (position === undefined) return undefined;
    const { body, transcript } = selectTextIndex(release, pass, position).candidate(position).texts;
    return [body, transcript].filter(Boolean).join('\n\n') || undefined;
  };
}

const mockCursor = 'sandbox.1';

/** Lists all sandbox items as created. With a cursor the list is empty. */
function mockChanges({ index, texts }: Release, limit: number, cursor?: string): ConditionalAnswer<'changes'> {
  const all = cursor === undefined ? [...index.items].reverse() : [];
  return {
    etag: createEtag('changes', index.etag, cursor, limit),
    lastModified: index.updatedAt,
    answer: () => {
      const items = all.slice(0, limit).map((item): Change => {
        const { id, type, title, url, date, lastModified, summary, keywords } = item;
        const entry = { title, url, date, lastModified, ...(summary && { summary }), keywords };
        const hash = itemHash(item, texts.keyOf(id));
        return { change: 'created', id, type, ...entry, hash, at: index.updatedAt, _sandbox: true };
      });
      return json({ items, count: items.length, total: items.length, nextCursor: mockCursor });
    },
  };
}

export const changes: Handler<'changes'> = async (
  { query: { cursor, limit = changesDefaultLimit, include } },
  { db, release, newest, pass, sandbox },
) => {
  if (sandbox) return mockChanges(release, limit, cursor);
  const after = cursor === undefined ? undefined : (parseCursor(cursor) ?? refuseCursor('malformed'));
  const visibleIds = newest === undefined ? undefined : release.index.items.ids(newest);
  const page = await readChanges(db, after, limit, visibleIds);
  if (typeof page === 'string') return refuseCursor(page);
  const { newest: log, changedAt, total, hidden } = page;
  return {
    etag: createEtag('changes', log, cursor, limit, visibleIds, include, include && release.id, pass?.id),
    lastModified: isoTime(changedAt),
    answer: () => {
      const answer = include ? addBodies(page, textReader(release, pass), changesMaxBodyCharacters) : page;
      const { items, next } = answer;
      // Without changes since the cursor, the reason depends on whether the room has items at all.
      const emptyReason = hidden > 0 ? 'l402_required' : explainEmpty(release.index.items.length, () => false);
      const gap = { ...(items.length === 0 && { emptyReason }), ...summarizeWithheld(release.facts.access, hidden) };
      return json({ items, count: items.length, total, ...gap, nextCursor: formatCursor(next) } satisfies Changes);
    },
  };
};

export const changesFeature = { handlers: { changes } } satisfies Feature;
