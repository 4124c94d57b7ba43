// Writes down what a visit saw: a member that is new, changed, stale, dropped, back or gone.
import { dayMs } from '#domain/instants.ts';
import { tenantIdOf } from './room-profile.ts';
import type { Store, Tx } from '../../storage/store.ts';
import { isBlocked } from './blocks.ts';
import { updateItems, forgetItems } from './items.ts';
import { computeChangedAt, insertMember, type Member, removeMember, toSortName, writeTerms } from './members.ts';
import type { RoomAnswer, VisitOutcome } from './visit.ts';
import type { MemberStatus } from './tables.ts';

/** After this many failed visits in a row a member is stale. */
const failuresUntilStale = 2;
/** @spec-gap nexus-members */
export const droppedAfterMs = 30 * dayMs;
/** Then it is forgotten, items and all; it may report again. */
const forgottenAfterMs = 180 * dayMs;
const maxPauseMs = dayMs;
const jitter = 0.2;

/** Longer or shorter by up to a fifth, so that members who came together do not stay so. `random` is from 0 to 1. */
const addJitter = (pauseMs: number, random: number): number => Math.round(pauseMs * (1 - jitter + 2 * jitter * random));

export const nextAfterAnswer = (now: number, everyMs: number, random: number): number =>
  now + addJitter(everyMs, random);

/** `failures` counts this one; `since` is when the first of them was. */
export function afterFailure(failures: number, since: number, now: number, everyMs: number, random: number) {
  const pauseMs = Math.min(everyMs * 2 ** Math.min(failures - 1, 10), Math.max(maxPauseMs, everyMs));
  const isDropped = now - since >= droppedAfterMs;
  const status: MemberStatus = isDropped ? 'dropped' : failures >= failuresUntilStale ? 'stale' : 'active';
  return { status, nextVisitAt: now + addJitter(pauseMs, random) };
}

export interface RecordVisitDeps {
  store: Store;
  /** Milliseconds between visits. */
  everyMs: number;
  now: () => number;
  /** 0 to 1. */
  random: () => number;
}

/** Where more changes wait, the next visit comes soon; but a feed that never ends is read no faster than others for long. */
const soonMs = 2000;
const maxPagesInARow = 200;

const countPagesInARow = ({ changes }: RoomAnswer, before: Member | undefined): number =>
  changes?.hasMore && changes.nextCursor !== before?.cursor ? (before?.pagesInARow ?? 0) + 1 : 0;

type ReportedColumns = Pick<
  Member,
  'name' | 'oneLiner' | 'topics' | 'mediaRoomUrl' | 'bookingRequestUrl' | 'profileUrl' | 'changesUrl'
> &
  Pick<Member, 'sortName' | 'rank' | 'indexEtag' | 'profileEtag' | 'cursor'>;

/** The columns that the room itself decides. */
function toColumns(
  { index, profile, changes, isFeedRestarted }: RoomAnswer,
  before: Member | undefined,
  now: number,
): Partial<ReportedColumns> {
  const { etag: indexEtag, ...addresses } = index ?? {};
  return {
    ...addresses,
    ...(indexEtag !== undefined && { indexEtag }),
    ...(profile && {
      name: profile.name,
      oneLiner: profile.oneLiner,
      topics: JSON.stringify(profile.topics),
      mediaRoomUrl: profile.mediaRoomUrl,
      sortName: toSortName(profile.name),
      rank: -computeChangedAt(profile, before, now),
      profileEtag: profile.etag,
    }),
    ...((changes || isFeedRestarted) && { cursor: changes?.nextCursor ?? null }),
  };
}

async function recordItems(tx: Tx, { kind }: Store, tenantId: string, { changes, isFeedRestarted }: RoomAnswer) {
  if (isFeedRestarted) await forgetItems(tx, kind, tenantId);
  if (changes) return { itemCount: await updateItems(tx, kind, tenantId, changes) };
  return isFeedRestarted ? { itemCount: 0 } : {};
}

async function findMember(tx: Tx, { kind }: Store, origin: string): Promise<Member | undefined> {
  const query = tx.selectFrom('members').selectAll().where('origin', '=', origin);
  return (kind === 'postgres' ? query.forUpdate() : query).executeTakeFirst();
}

async function recordAnswer(
  tx: Tx,
  deps: RecordVisitDeps,
  origin: string,
  before: Member | undefined,
  seen: RoomAnswer,
): Promise<void> {
  const now = deps.now();
  const pages = countPagesInARow(seen, before);
  const isSoon = pages > 0 && pages <= maxPagesInARow;
  const state = {
    status: 'active' as const,
    seenAt: now,
    failedSince: null,
    failures: 0,
    claimedUntil: 0,
    nextVisitAt: isSoon ? now + soonMs : nextAfterAnswer(now, deps.everyMs, deps.random()),
    pagesInARow: isSoon ? pages : 0,
  };
  const facts = toColumns(seen, before, now);
  const tenantId = before?.tenantId ?? tenantIdOf(origin);
  if (!before) {
    const fixed = { tenantId, origin, host: new URL(origin).hostname, registeredAt: now, itemCount: 0 };
    const isNew = await insertMember(tx, { ...(facts as ReportedColumns), ...state, ...fixed });
    if (!isNew) return recordAnswer(tx, deps, origin, await findMember(tx, deps.store, origin), seen);
  }
  const items = await recordItems(tx, deps.store, tenantId, seen);
  await tx
    .updateTable('members')
    .set({ ...facts, ...state, ...items })
    .where('tenantId', '=', tenantId)
    .execute();
  if (before && (seen.profile || before.status === 'dropped')) await writeTerms(tx, { ...before, ...facts });
}

async function recordFailure(tx: Tx, { store, now, random, everyMs }: RecordVisitDeps, before: Member): Promise<void> {
  const failures = before.failures + 1;
  const failedSince = before.failedSince ?? now();
  if (now() - failedSince >= forgottenAfterMs) return removeMember(tx, store.kind, before.tenantId);
  const state = afterFailure(failures, failedSince, now(), everyMs, random());
  await tx
    .updateTable('members')
    .set({ ...state, failures, failedSince, claimedUntil: 0 })
    .where('tenantId', '=', before.tenantId)
    .execute();
  if (state.status === 'dropped') await tx.deleteFrom('memberTerms').where('tenantId', '=', before.tenantId).execute();
}

/** `claim` is until when the visitor held the row: where another took it over meanwhile, nothing is written. */
export const recordVisit = (deps: RecordVisitDeps, origin: string, seen: VisitOutcome, claim?: number): Promise<void> =>
  deps.store.db.transaction().execute(async (tx) => {
    const before = await findMember(tx, deps.store, origin);
    if (claim !== undefined && before?.claimedUntil !== claim) return;
    const leaves = seen.kind === 'unlisted' || (await isBlocked(tx, new URL(origin).hostname));
    if (seen.kind === 'seen' && !leaves) await recordAnswer(tx, deps, origin, before, seen);
    else if (before && leaves) await removeMember(tx, deps.store.kind, before.tenantId);
    else if (before) await recordFailure(tx, deps, before);
  });
