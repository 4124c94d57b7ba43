// Records the outcome of a visit: adds, updates, downgrades or removes a member.
import { dayMs } from '#domain/instants.ts';
import { tenantIdOf } from './room-profile.ts';
import type { Store, Tx } from '../../storage/store.ts';
import { isBlocked } from './blocks.ts';
import { updateItems, deleteItems } from './items.ts';
import { computeChangedAt, insertMember, type Member, removeMember, toSortName, writeTerms } from './members.ts';
import type { RoomAnswer, VisitOutcome } from './visit.ts';
import type { MemberStatus } from './tables.ts';

/** Number of consecutive failed visits after which a member is stale. */
const failuresUntilStale = 2;
/** Time without a response after which a member is no longer listed. @spec-gap nexus-members */
export const droppedAfterMs = 30 * dayMs;
/** Time after which a member is deleted with its items. It may report again. */
const forgottenAfterMs = 180 * dayMs;
const maxPauseMs = dayMs;
const jitter = 0.2;

/** Varies a pause by up to a fifth, so that visits spread out. `random` is from 0 to 1. */
const addJitter = (pauseMs: number, random: number): number => Math.round(pauseMs * (1 - jitter + 2 * jitter * random));

export const nextAfterAnswer = (now: number, everyMs: number, random: number): number =>
  now + addJitter(everyMs, random);

/**
 * Returns status and next visit after a failure. `failures` includes this one; `since` is the time of the first one.
 */
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

/** Pause before the next visit if there are more changes. After `maxPagesInARow` pages it is the usual one again. */
const soonMs = 2000;
const maxPagesInARow = 200;

const countPagesInARow = ({ changes }: RoomAnswer, before: Member | undefined): number =>
  changes?.hasMore && changes.nextCursor !== before?.cursor ? (before?.pagesInARow ?? 0) + 1 : 0;

type ReportedColumns = Pick<
  Member,
  'name' | 'oneLiner' | 'topics' | 'mediaRoomUrl' | 'bookingRequestUrl' | 'profileUrl' | 'changesUrl'
> &
  Pick<Member, 'sortName' | 'rank' | 'indexEtag' | 'profileEtag' | 'cursor'>;

/** Returns the columns that the room itself determines. */
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
  if (isFeedRestarted) await deleteItems(tx, kind, tenantId);
  if (changes) return { itemCount: await updateItems(tx, kind, tenantId, changes) };
  return isFeedRestarted ? { itemCount: 0 } : {};
}

async function findMember(tx: Tx, { kind }: Store, origin: string): Promise<Member | undefined> {
  const query = tx.selectFrom('members').selectAll().where('origin', '=', origin);
  return (kind === 'postgres' ? query.forUpdate() : query).executeTakeFirst();
}

function stateAfterAnswer(
  { everyMs, random }: RecordVisitDeps,
  answer: RoomAnswer,
  before: Member | undefined,
  now: number,
) {
  const pages = countPagesInARow(answer, before);
  const isSoon = pages > 0 && pages <= maxPagesInARow;
  return {
    status: 'active' as const,
    seenAt: now,
    failedSince: null,
    failures: 0,
    claimedUntil: 0,
    nextVisitAt: isSoon ? now + soonMs : nextAfterAnswer(now, everyMs, random()),
    pagesInARow: isSoon ? pages : 0,
  };
}

async function recordAnswer(
  tx: Tx,
  deps: RecordVisitDeps,
  origin: string,
  before: Member | undefined,
  answer: RoomAnswer,
): Promise<void> {
  const now = deps.now();
  const state = stateAfterAnswer(deps, answer, before, now);
  const columns = toColumns(answer, before, now);
  const tenantId = before?.tenantId ?? tenantIdOf(origin);
  if (!before) {
    const fixed = { tenantId, origin, host: new URL(origin).hostname, registeredAt: now, itemCount: 0 };
    const isNew = await insertMember(tx, { ...(columns as ReportedColumns), ...state, ...fixed });
    if (!isNew) return recordAnswer(tx, deps, origin, await findMember(tx, deps.store, origin), answer);
  }
  const items = await recordItems(tx, deps.store, tenantId, answer);
  await tx
    .updateTable('members')
    .set({ ...columns, ...state, ...items })
    .where('tenantId', '=', tenantId)
    .execute();
  if (before && (answer.profile || before.status === 'dropped')) await writeTerms(tx, { ...before, ...columns });
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

/** Records an outcome. If `claim` is no longer the claim of the row, another worker has it and nothing is written. */
export const recordVisit = (
  deps: RecordVisitDeps,
  origin: string,
  outcome: VisitOutcome,
  claim?: number,
): Promise<void> =>
  deps.store.db.transaction().execute(async (tx) => {
    const before = await findMember(tx, deps.store, origin);
    if (claim !== undefined && before?.claimedUntil !== claim) return;
    const leaves = outcome.kind === 'unlisted' || (await isBlocked(tx, new URL(origin).hostname));
    if (outcome.kind === 'seen' && !leaves) await recordAnswer(tx, deps, origin, before, outcome);
    else if (before && leaves) await removeMember(tx, deps.store.kind, before.tenantId);
    else if (before) await recordFailure(tx, deps, before);
  });
