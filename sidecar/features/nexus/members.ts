// Reads and writes the rows of members.
import { type Insertable, type Selectable, sql } from 'kysely';
import type { RoomProfile } from './room-profile.ts';
import type { HostListQuery } from './moderation.ts';
import { creatorTerms } from '#domain/nexus/terms.ts';
import type { Db, Store, Tx } from '../../storage/store.ts';
import type { Tables } from '../../storage/tables.ts';
import { deleteItems } from './items.ts';

export type Member = Selectable<Tables['members']>;

/** Returns the name in lower case (NFKC), so that both databases sort it the same way. */
export const toSortName = (name: string): string => name.normalize('NFKC').toLowerCase();

/**
 * Returns the time of the last change, which is never in the future. A profile that differs without a newer time counts
 * as changed now, so that it appears in the feed.
 */
export function computeChangedAt(facts: RoomProfile, before: Member | undefined, now: number): number {
  const reportedAt = Math.min(facts.contentChangedAt ?? 0, now);
  if (!before) return reportedAt || now;
  const knownAt = -before.rank;
  if (reportedAt > knownAt) return reportedAt;
  const isSame =
    before.name === facts.name &&
    before.oneLiner === facts.oneLiner &&
    before.mediaRoomUrl === facts.mediaRoomUrl &&
    before.topics === JSON.stringify(facts.topics);
  return isSame ? knownAt : Math.max(now, knownAt);
}

type ListedMember = Pick<Member, 'tenantId' | 'rank' | 'sortName' | 'name' | 'oneLiner' | 'topics'>;

/** Updates the search terms of a member. Writes only differences. */
export async function writeTerms(tx: Tx, member: ListedMember): Promise<void> {
  const { tenantId, rank, sortName, name, oneLiner } = member;
  const terms = creatorTerms({ name, oneLiner, topics: JSON.parse(member.topics) as string[] });
  await tx.deleteFrom('memberTerms').where('tenantId', '=', tenantId).where('term', 'not in', terms).execute();
  await tx
    .insertInto('memberTerms')
    .values(terms.map((term) => ({ tenantId, term, rank, sortName })))
    .onConflict((on) => on.columns(['tenantId', 'term']).doUpdateSet({ rank, sortName }))
    .execute();
}

/** Returns false if another worker has just inserted the member. */
export async function insertMember(tx: Tx, row: Insertable<Tables['members']>): Promise<boolean> {
  const query = tx.insertInto('members').values(row);
  const { numInsertedOrUpdatedRows } = await query.onConflict((on) => on.doNothing()).executeTakeFirstOrThrow();
  if (numInsertedOrUpdatedRows === 0n) return false;
  await writeTerms(tx, row);
  return true;
}

export async function removeMember(tx: Tx, kind: Store['kind'], tenantId: string): Promise<void> {
  await deleteItems(tx, kind, tenantId);
  await tx.deleteFrom('memberTerms').where('tenantId', '=', tenantId).execute();
  await tx.deleteFrom('members').where('tenantId', '=', tenantId).execute();
}

/** SQL condition for rooms of a host and its subdomains, also with a trailing dot. */
export const isOfHost = (host: string) => {
  const below = `%.${host.replace(/[%_\\]/g, '\\$&')}`;
  return sql<boolean>`(rtrim(host, '.') = ${host} or rtrim(host, '.') like ${below} escape '\\')`;
};

/** Lists members in every state for the operator, newest first. */
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
