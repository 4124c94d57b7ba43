// Takes members whose visit is due so that no other worker has them, one at a time of each host.
import { sql } from 'kysely';
import { claimable } from '../../storage/queue.ts';
import type { Store, Tx } from '../../storage/store.ts';
import type { Member } from './members.ts';

/** Longer than a visit can take; after it, the visitor counts as dead. */
export const visitClaimMs = 90_000;
/** More of what is due is not looked at: a host with many rooms must not hide the others. */
const maxDueRows = 2000;
/** An hour of waiting becomes four seconds. */
const waitDivisor = 1000;

/** The one of each host that waits longest, where nobody visits the host. A plain read: rows are locked by their ids. */
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
 * The others of these hosts wait behind the hosts whose turn has not come, in the order in which they waited: many slow
 * rooms of one host keep nobody waiting.
 */
async function requeueOthers(store: Store, tx: Tx, now: number, claimed: Member[]): Promise<void> {
  const hosts = claimed.map(({ host }) => host);
  const waiting = tx
    .selectFrom('members')
    .select('tenantId')
    .where('host', 'in', hosts)
    .where('nextVisitAt', '<', now)
    .where('claimedUntil', '<=', now);
  // Those that another transaction holds keep their place: a transaction that never waits cannot be part of a deadlock.
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
    // Another worker may have visited one between the look and the lock.
    const query = tx
      .selectFrom('members')
      .selectAll()
      .where('tenantId', 'in', heads)
      .where('nextVisitAt', '<=', now)
      .where('claimedUntil', '<=', now);
    const claimed = await claimable(store, query, 'members').execute();
    if (claimed.length === 0) return [];
    const claimedUntil = now + visitClaimMs;
    const ids = claimed.map(({ tenantId }) => tenantId);
    await tx.updateTable('members').set({ claimedUntil }).where('tenantId', 'in', ids).execute();
    await requeueOthers(store, tx, now, claimed);
    return claimed.map((member) => ({ ...member, claimedUntil }));
  });
}
