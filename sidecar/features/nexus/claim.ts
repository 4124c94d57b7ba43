// Claims members whose visit is due for one worker, at most one at a time of each host.
import { sql } from 'kysely';
import { claimable } from '../../storage/queue.ts';
import type { Store, Tx } from '../../storage/store.ts';
import type { Member } from './members.ts';

/** Lifetime of a claim, longer than any visit takes. After it, the worker counts as dead. */
export const visitClaimMs = 90_000;
/** Number of due members that are read, so that a host with many rooms does not slow down the query. */
const maxDueRows = 2000;
/** Divides the waiting time of postponed members: an hour becomes four seconds. */
const waitDivisor = 1000;

/** Returns the member of each unclaimed host that has waited longest. Rows are locked later, by id. */
async function findHostHeads(tx: Tx, now: number, limit: number): Promise<string[]> {
  const { rows } = await sql<{ tenantId: string }>`
    select "tenantId" from (
      select "tenantId", host, "nextVisitAt",
        row_number() over (partition by host order by "nextVisitAt", "tenantId") as place
      from (select * from members where "nextVisitAt" <= ${now} order by "nextVisitAt" limit ${maxDueRows}) due
    ) first
    where place = 1
      and not exists (select 1 from members o where o.host = first.host and o."claimedUntil" > ${now})
    order by "nextVisitAt", "tenantId" limit ${limit}`.execute(tx);
  return rows.map(({ tenantId }) => tenantId);
}

/**
 * Moves the other members of these hosts behind the hosts that have not been visited yet, in the same order, so that
 * many slow rooms of one host do not delay the others.
 */
async function requeueOthers(store: Store, tx: Tx, now: number, claimedMembers: Member[]): Promise<void> {
  const hosts = claimedMembers.map(({ host }) => host);
  const waiting = tx
    .selectFrom('members')
    .select('tenantId')
    .where('host', 'in', hosts)
    .where('nextVisitAt', '<', now)
    .where('claimedUntil', '<=', now);
  // Rows that are locked elsewhere are skipped: a transaction that never waits cannot be part of a deadlock.
  const ids = (await claimable(store, waiting, 'members').execute()).map(({ tenantId }) => tenantId);
  if (ids.length === 0) return;
  const nextVisitAt = sql<number>`${now} - (${now} - "nextVisitAt") / ${sql.lit(waitDivisor)}`;
  await tx.updateTable('members').set({ nextVisitAt }).where('tenantId', 'in', ids).execute();
}

export async function claimDueMembers(store: Store, now: number, limit: number): Promise<Member[]> {
  if (limit <= 0) return [];
  return store.db.transaction().execute(async (tx) => {
    const heads = await findHostHeads(tx, now, limit);
    if (heads.length === 0) return [];
    // Another worker may have visited a member between the read and the lock.
    const query = tx
      .selectFrom('members')
      .selectAll()
      .where('tenantId', 'in', heads)
      .where('nextVisitAt', '<=', now)
      .where('claimedUntil', '<=', now);
    const claimedMembers = await claimable(store, query, 'members').execute();
    if (claimedMembers.length === 0) return [];
    const claimedUntil = now + visitClaimMs;
    const ids = claimedMembers.map(({ tenantId }) => tenantId);
    await tx.updateTable('members').set({ claimedUntil }).where('tenantId', 'in', ids).execute();
    await requeueOthers(store, tx, now, claimedMembers);
    return claimedMembers.map((member) => ({ ...member, claimedUntil }));
  });
}
