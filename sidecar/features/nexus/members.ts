// The rows of members: what a visit saw is written here, and nowhere else.
import { type Insertable, type Selectable, sql } from 'kysely';
import type { RoomProfile } from './room-profile.ts';
import type { HostListQuery } from './moderation.ts';
import { creatorTerms } from '#domain/nexus/terms.ts';
import type { Db, Store, Tx } from '../../storage/store.ts';
import type { Tables } from '../../storage/tables.ts';
import { forgetItems } from './items.ts';

export type Member = Selectable<Tables['members']>;

/** Lower case after Unicode, in bytes alike on both stores. */
export const toSortName = (name: string): string => name.normalize('NFKC').toLowerCase();

/**
 * Never in the future, whatever a room says. A profile that says something new without a newer instant changed now, so
 * that whoever follows the feed hears of it.
 */
export function computeChangedAt(facts: RoomProfile, before: Member | undefined, now: number): number {
  const said = Math.min(facts.contentChangedAt ?? 0, now);
  if (!before) return said || now;
  const known = -before.rank;
  if (said > known) return said;
  const isSame =
    before.name === facts.name &&
    before.oneLiner === facts.oneLiner &&
    before.mediaRoomUrl === facts.mediaRoomUrl &&
    before.topics === JSON.stringify(facts.topics);
  return isSame ? known : Math.max(now, known);
}

type ListedMember = Pick<Member, 'tenantId' | 'rank' | 'sortName' | 'name' | 'oneLiner' | 'topics'>;

/** The terms of a member as they must be; writes only what differs. */
export async function writeTerms(tx: Tx, member: ListedMember): Promise<void> {
  const { tenantId, rank, sortName, name, oneLiner } = member;
  const wanted = creatorTerms({ name, oneLiner, topics: JSON.parse(member.topics) as string[] });
  await tx.deleteFrom('memberTerms').where('tenantId', '=', tenantId).where('term', 'not in', wanted).execute();
  await tx
    .insertInto('memberTerms')
    .values(wanted.map((term) => ({ tenantId, term, rank, sortName })))
    .onConflict((on) => on.columns(['tenantId', 'term']).doUpdateSet({ rank, sortName }))
    .execute();
}

/** False where another worker has just done so. */
export async function insertMember(tx: Tx, row: Insertable<Tables['members']>): Promise<boolean> {
  const query = tx.insertInto('members').values(row);
  const { numInsertedOrUpdatedRows } = await query.onConflict((on) => on.doNothing()).executeTakeFirstOrThrow();
  if (numInsertedOrUpdatedRows === 0n) return false;
  await writeTerms(tx, row);
  return true;
}

export async function removeMember(tx: Tx, kind: Store['kind'], tenantId: string): Promise<void> {
  await forgetItems(tx, kind, tenantId);
  await tx.deleteFrom('memberTerms').where('tenantId', '=', tenantId).execute();
  await tx.deleteFrom('members').where('tenantId', '=', tenantId).execute();
}

/** With all ports and subdomains, also where a dot ends the name. */
export const isOfHost = (host: string) => {
  const below = `%.${host.replace(/[%_\\]/g, '\\$&')}`;
  return sql<boolean>`(rtrim(host, '.') = ${host} or rtrim(host, '.') like ${below} escape '\\')`;
};

/** For the operator of the Nexus: in every state, newest first. */
export async function listMembers(db: Db, { host, limit, offset = 0 }: HostListQuery) {
  const all = db.selectFrom('members').$if(host !== undefined, (some) => some.where(isOfHost(host!)));
  const { n } = await all.select((eb) => eb.fn.countAll().as('n')).executeTakeFirstOrThrow();
  const page = all
    .select(['registeredAt', 'seenAt', 'status', 'itemCount', 'origin', 'name'])
    .orderBy('registeredAt', 'desc')
    .orderBy('tenantId')
    .limit(limit)
    .offset(offset);
  return { members: await page.execute(), total: Number(n) };
}
