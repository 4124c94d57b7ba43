// Hosts whose rooms are not listed, by decision of whoever runs the Nexus.
import { hostsAbove } from '#domain/nexus/hosts.ts';
import type { Db, Store } from '../store/store.ts';
import type { Tables } from '../store/tables.ts';
import { ofHost, removeMember } from './members.ts';

export type Block = Tables['blockedHosts'];

export interface Decided {
  who: string;
  /** Milliseconds. */
  now: number;
}

export async function isBlocked(db: Db, host: string): Promise<boolean> {
  const query = db.selectFrom('blockedHosts').select('host').where('host', 'in', hostsAbove(host));
  return (await query.executeTakeFirst()) !== undefined;
}

/** Newest first. */
export const listBlocks = (db: Db): Promise<Block[]> =>
  db.selectFrom('blockedHosts').selectAll().orderBy('blockedAt', 'desc').orderBy('host').execute();

/** Its rooms leave the directory at once, items and all. Gives their origins. */
export async function blockHost({ db, kind }: Store, host: string, reason: string | null, { who, now }: Decided) {
  await db.transaction().execute(async (tx) => {
    const row = { host, reason, blockedAt: now };
    await tx
      .insertInto('blockedHosts')
      .values(row)
      .onConflict((on) => on.column('host').doUpdateSet({ reason }))
      .execute();
    await tx
      .insertInto('audit')
      .values({ at: now, who, action: 'host.blocked', subject: host, detail: reason })
      .execute();
  });
  const members = await db.selectFrom('members').where(ofHost(host)).select(['tenantId', 'origin']).execute();
  // Each by itself: the directory answers meanwhile.
  for (const { tenantId } of members) await db.transaction().execute((tx) => removeMember(tx, kind, tenantId));
  return members.map(({ origin }) => origin);
}

/** False where it was not blocked. Its rooms come back when they report. */
export const unblockHost = ({ db }: Store, host: string, { who, now }: Decided): Promise<boolean> =>
  db.transaction().execute(async (tx) => {
    const { numDeletedRows } = await tx.deleteFrom('blockedHosts').where('host', '=', host).executeTakeFirst();
    if (numDeletedRows === 0n) return false;
    await tx.insertInto('audit').values({ at: now, who, action: 'host.unblocked', subject: host }).execute();
    return true;
  });
