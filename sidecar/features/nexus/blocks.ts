// Hosts whose rooms are not listed, by decision of the operator of the Nexus.
import { hostsAbove } from './hosts.ts';
import type { BlockedHost } from './tables.ts';
import type { HostListQuery } from './moderation.ts';
import type { Db, Store } from '../../storage/store.ts';
import { isOfHost, removeMember } from './members.ts';

export interface BlockDecision {
  who: string;
  /** Milliseconds. */
  now: number;
}

/** Its own block, or the nearest of a host above it. */
export async function findBlock(db: Db, host: string): Promise<BlockedHost | undefined> {
  const above = hostsAbove(host);
  const found = await db.selectFrom('blockedHosts').selectAll().where('host', 'in', above).execute();
  return found.sort((a, b) => b.host.length - a.host.length)[0];
}

export const isBlocked = async (db: Db, host: string): Promise<boolean> => (await findBlock(db, host)) !== undefined;

/** Newest first; with `host` its own, those below it, and those above it that it is blocked by. */
export async function listBlocks(db: Db, { host, limit, offset = 0 }: HostListQuery) {
  const all = db
    .selectFrom('blockedHosts')
    .$if(host !== undefined, (some) =>
      some.where((eb) => eb.or([isOfHost(host!), eb('host', 'in', hostsAbove(host!))])),
    );
  const { n } = await all.select((eb) => eb.fn.countAll().as('n')).executeTakeFirstOrThrow();
  const page = all.selectAll().orderBy('blockedAt', 'desc').orderBy('host').limit(limit).offset(offset);
  return { blocked: await page.execute(), total: Number(n) };
}

/** Its rooms leave the directory at once, items and all. Gives their origins. */
export async function blockHost({ db, kind }: Store, host: string, reason: string | null, { who, now }: BlockDecision) {
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
  const members = await db.selectFrom('members').where(isOfHost(host)).select(['tenantId', 'origin']).execute();
  // In separate transactions, so that the directory answers meanwhile.
  for (const { tenantId } of members) await db.transaction().execute((tx) => removeMember(tx, kind, tenantId));
  return members.map(({ origin }) => origin);
}

/** False where it was not blocked. Its rooms come back when they report. */
export const unblockHost = ({ db }: Store, host: string, { who, now }: BlockDecision): Promise<boolean> =>
  db.transaction().execute(async (tx) => {
    const { numDeletedRows } = await tx.deleteFrom('blockedHosts').where('host', '=', host).executeTakeFirst();
    if (numDeletedRows === 0n) return false;
    await tx.insertInto('audit').values({ at: now, who, action: 'host.unblocked', subject: host }).execute();
    return true;
  });
