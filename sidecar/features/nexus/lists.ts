// Lists of members and of their newest items for feed readers.
import { sql } from 'kysely';
import type { NexusDigestQuery } from '#contract/schemas/nexus.ts';
import { digestDays, type DigestItem } from '#domain/nexus/digest.ts';
import type { Outline } from '#domain/nexus/opml.ts';
import type { Db, Store } from '../../storage/store.ts';
import { hasTopic } from './search.ts';

const maxOutlines = 10_000;

export const listOutlines = (db: Db): Promise<Outline[]> =>
  db
    .selectFrom('members')
    .select(['name', 'oneLiner', 'origin', 'mediaRoomUrl'])
    .where(sql<boolean>`status <> 'dropped'`)
    .orderBy('rank')
    .orderBy('tenantId')
    .limit(maxOutlines)
    .execute();

type Row = Omit<DigestItem, 'topics'> & { topics: string };

/** Number of items of one creator after which items of others go first. */
const maxOfCreator = 10;
/** Number of newest items that are read. */
const maxCandidates = 500;

const newestFirst = (a: Row, b: Row): number => (a.date < b.date ? 1 : a.date > b.date ? -1 : 0);

/** Returns the newest items that match the query, newest first. */
export async function listNewestItems(
  { db, kind }: Store,
  query: NexusDigestQuery,
  now: number,
): Promise<DigestItem[]> {
  const { topic, limit = 50 } = query;
  const { from, to } = digestDays(query, now);
  const { rows } = await sql<Row>`
    select title, url, date, summary, topics, author, "authorUrl" from (
      select n.*, row_number() over (partition by "tenantId" order by date desc, row desc) as place from (
        select i.row, i."tenantId", i.title, i.url, i.date, i.summary, i.topics, m.name as author, m."mediaRoomUrl" as "authorUrl"
        from "memberItems" i join members m on m."tenantId" = i."tenantId"
        where i.date >= ${from} and i.date <= ${to} and m.status <> 'dropped'
          and ${topic === undefined ? sql`1 = 1` : hasTopic(topic, kind)}
        order by i.date desc, i.row desc limit ${maxCandidates}) n) placed
    order by case when place > ${maxOfCreator} then 1 else 0 end, date desc, row desc limit ${limit}`.execute(db);
  return rows.toSorted(newestFirst).map((row) => ({ ...row, topics: JSON.parse(row.topics) as string[] }));
}
