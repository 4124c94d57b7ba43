// Stores the items of members with their search words, in SQLite and PostgreSQL.
import { type RawBuilder, sql } from 'kysely';
import { inChunks } from '#domain/arrays.ts';
import { topicKey } from '#domain/lists/topics.ts';
import type { MemberItem } from './tables.ts';
import { toSearchWords } from './item-changes.ts';
import type { Store, Tx } from '../../storage/store.ts';

/** Maximum number of items of a member. Further items are not stored. */
export const maxItems = 20_000;
/** Number of rows in one statement. */
const chunkSize = 50;

type Kind = Store['kind'];
interface Row {
  row: number;
  itemId: string;
}

const wordsBesideTitle = ({ summary, topics }: MemberItem): string => toSearchWords(summary, ...topics);

/** Builds a search vector in which words of the title have more weight. */
const tsvector = (item: MemberItem): RawBuilder<unknown> =>
  sql`setweight(to_tsvector('simple', ${toSearchWords(item.title)}), 'A') || to_tsvector('simple', ${wordsBesideTitle(item)})`;

/** FTS5 does not find a row number that is not bound as an integer. */
const rowid = ({ row }: Row): bigint => BigInt(row);

async function deleteWords(tx: Tx, kind: Kind, rows: Row[]): Promise<void> {
  if (kind === 'postgres') return;
  for (const row of rows) await sql`delete from "memberWords" where rowid = ${rowid(row)}`.execute(tx);
}

/** Writes the search words. In PostgreSQL they are a column of the item. */
async function writeWords(tx: Tx, kind: Kind, rows: Row[], items: MemberItem[]): Promise<void> {
  if (kind === 'postgres') return;
  await deleteWords(tx, kind, rows);
  const byId = new Map(items.map((item) => [item.itemId, item]));
  for (const row of rows) {
    const item = byId.get(row.itemId)!;
    const title = toSearchWords(item.title);
    const rest = wordsBesideTitle(item);
    await sql`insert into "memberWords" (rowid, title, rest) values (${rowid(row)}, ${title}, ${rest})`.execute(tx);
  }
}

async function writeItems(tx: Tx, kind: Kind, tenantId: string, items: MemberItem[]): Promise<void> {
  const values = items.map((item) => ({
    ...item,
    tenantId,
    topics: JSON.stringify(item.topics),
    topicKeys: JSON.stringify(item.topics.map(topicKey)),
    ...(kind === 'postgres' && { words: tsvector(item) }),
  }));
  const columns = Object.keys(values[0]!).filter((name) => name !== 'tenantId' && name !== 'itemId');
  const rows = await tx
    .insertInto('memberItems')
    .values(values)
    .onConflict((on) =>
      on
        .columns(['tenantId', 'itemId'])
        .doUpdateSet(Object.fromEntries(columns.map((name) => [name, sql.ref(`excluded.${name}`)]))),
    )
    .returning(['row', 'itemId'])
    .execute();
  await writeWords(tx, kind, rows, items);
}

export async function deleteItems(tx: Tx, kind: Kind, tenantId: string, ids?: string[]): Promise<void> {
  let query = tx.deleteFrom('memberItems').where('tenantId', '=', tenantId);
  if (ids) query = query.where('itemId', 'in', ids);
  await deleteWords(tx, kind, await query.returning(['row', 'itemId']).execute());
}

export interface ItemUpdates {
  changedItems: MemberItem[];
  removedIds: string[];
}

const countItems = async (tx: Tx, tenantId: string): Promise<number> => {
  const items = tx.selectFrom('memberItems').where('tenantId', '=', tenantId);
  return Number((await items.select((eb) => eb.fn.countAll().as('n')).executeTakeFirstOrThrow()).n);
};

/** Drops new items beyond the maximum. Existing items are still updated. */
async function limitToCapacity(
  tx: Tx,
  tenantId: string,
  changedItems: MemberItem[],
  maxCount: number,
): Promise<MemberItem[]> {
  let remaining = maxCount - (await countItems(tx, tenantId));
  if (changedItems.length <= remaining) return changedItems;
  const ids = changedItems.map(({ itemId }) => itemId);
  const query = tx.selectFrom('memberItems').select('itemId').where('tenantId', '=', tenantId);
  const existingIds = new Set((await query.where('itemId', 'in', ids).execute()).map(({ itemId }) => itemId));
  return changedItems.filter(({ itemId }) => existingIds.has(itemId) || remaining-- > 0);
}

/** Updates and removes items. Returns the number of items of the member afterwards. */
export async function updateItems(
  tx: Tx,
  kind: Kind,
  tenantId: string,
  { changedItems, removedIds }: ItemUpdates,
  maxCount = maxItems,
): Promise<number> {
  for (const ids of inChunks(removedIds, chunkSize)) await deleteItems(tx, kind, tenantId, ids);
  for (const items of inChunks(await limitToCapacity(tx, tenantId, changedItems, maxCount), chunkSize))
    await writeItems(tx, kind, tenantId, items);
  return countItems(tx, tenantId);
}
