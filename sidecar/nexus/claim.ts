// Takes members whose visit is due so that no other worker has them, one at a time of each host.
import { sql } from 'kysely';
import { claimable, type Store, type Tx } from '../store/store.ts';
import type { Member } from './members.ts';

/** Longer than a visit can take; after it, the visitor counts as dead. */
export const claimMs = 90_000;
/** More of what is due is not looked at: a host with many rooms must not hide the others. */
const looked = 2000;

/** The one of each host that waits longest, where nobody visits the host. A plain read: rows are locked by their ids. */
async function headsOf(tx: Tx, now: number, limit: number): Promise<string[]> {
  const { rows } = await sql<{ tenantId: string }>`
    select "tenantId" from (
      select "tenantId", host, "nextVisitAt",
        row_number() over (partition by host order by "nextVisitAt", "tenantId") as place
      from (select * from members where "nextVisitAt" <= ${now} order by "nextVisitAt" limit ${looked}) due
    ) first
    where place = 1
      and not exists (select 1 from members o where o.host = first.host and o."claimedUntil" > ${now})
    order by "nextVisitAt", "tenantId" limit ${limit}`.execute(tx);
  return rows.map(({ tenantId }) => tenantId);
}

/** The others of these hosts wait behind all hosts whose turn has not come: many slow rooms of one keep nobody waiting. */
const queueAnew = (tx: Tx, now: number, claimed: Member[]) =>
  tx
    .updateTable('members')
    .set({ nextVisitAt: now })
    .where(
      'host',
      'in',
      claimed.map(({ host }) => host),
    )
    .where('nextVisitAt', '<', now)
    .where('claimedUntil', '<=', now)
    .execute();

export async function claimDue(store: Store, now: number, limit: number): Promise<Member[]> {
  if (limit <= 0) return [];
  return store.db.transaction().execute(async (tx) => {
    const heads = await headsOf(tx, now, limit);
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
    const claimedUntil = now + claimMs;
    const ids = claimed.map(({ tenantId }) => tenantId);
    await tx.updateTable('members').set({ claimedUntil }).where('tenantId', 'in', ids).execute();
    await queueAnew(tx, now, claimed);
    return claimed.map((member) => ({ ...member, claimedUntil }));
  });
}

/** The embedded store has one worker: what is held at its start, is held by a process that died. */
export async function freeAbandoned({ kind, db }: Store): Promise<void> {
  if (kind !== 'sqlite') return;
  await db.updateTable('members').set({ claimedUntil: 0 }).where('claimedUntil', '>', 0).execute();
}
