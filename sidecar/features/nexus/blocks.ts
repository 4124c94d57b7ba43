// Blocked hosts, whose rooms the Nexus does not list.
import { hostsAbove } from './hosts.ts';
import type { BlockedHost } from './tables.ts';
import type { HostListQuery } from './moderation.ts';
import type { Db, Store } from '../../storage/store.ts';
import { isOfHost, removeMember } from './members.ts';

export interface BlockDecision {
  actor: string;
  /** Milliseconds since the epoch. */
  now: number;
}

/** Returns the block of the host, or of its nearest parent domain. */
export async function findBlock(db: Db, host: string): Promise<BlockedHost | undefined> {
  const above = hostsAbove(host);
  const blocks = await db.selectFrom('blockedHosts').selectAll().where('host', 'in', above).execute();
  return blocks.sort((a, b) => b.host.length - a.host.length)[0];
}

export const isBlocked = async (db: Db, host: string): Promise<boolean> => (await findBlock(db, host)) !== undefined;

/** Lists blocks, newest first. With `host`: its own block and those of its subdomains and parent domains. */
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

/** Blocks a host and removes its rooms with their items. Returns the origins of the rooms. */
export async function blockHost(
  { db, kind }: Store,
  host: string,
  reason: string | null,
  { actor, now }: BlockDecision,
) {
  await db.transaction().execute(async (tx) => {
    const row = { host, reason, blockedAt: now };
    await tx
      .insertInto('blockedHosts')
      .values(row)
      .onConflict((on) => on.column('host').doUpdateSet({ reason }))
      .execute();
    await tx
      .insertInto('audit')
      .values({ at: now, who: actor, action: 'host.blocked', subject: host, detail: reason })
      .execute();
  });
  const members = await db.selectFrom('members').where(isOfHost(host)).select(['tenantId', 'origin']).execute();
  // Separate transactions let the directory answer in between.
  for (const { tenantId } of members) await db.transaction().execute((tx) => removeMember(tx, kind, tenantId));
  return members.map(({ origin }) => origin);
}

/** Unblocks a host, whose rooms return when they report. Returns false if it was not blocked. */
export const unblockHost = ({ db }: Store, host: string, { actor, now }: BlockDecision): Promise<boolean> =>
  db.transaction().execute(async (tx) => {
    const { numDeletedRows } = await tx.deleteFrom('blockedHosts').where('host', '=', host).executeTakeFirst();
    if (numDeletedRows === 0n) return false;
    await tx.insertInto('audit').values({ at: now, who: actor, action: 'host.unblocked', subject: host }).execute();
    return true;
  });
