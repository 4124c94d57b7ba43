// Members and their newest items, as feed readers take them.
import { sql } from 'kysely';
import type { NexusDigestQuery } from '#contract/schemas/nexus.ts';
import { digestDays, type DigestItem } from '#domain/nexus/digest.ts';
import type { Outline } from '#domain/nexus/opml.ts';
import type { Db } from '../store/store.ts';
import { ofTopic } from './search.ts';

const mostOutlines = 10_000;

export const outlines = (db: Db): Promise<Outline[]> =>
  db
    .selectFrom('members')
    .select(['name', 'oneLiner', 'origin', 'mediaRoomUrl'])
    .where(sql<boolean>`status <> 'dropped'`)
    .orderBy('rank')
    .orderBy('tenantId')
    .limit(mostOutlines)
    .execute();

type Row = Omit<DigestItem, 'topics'> & { topics: string };

/** Newest first. */
export async function newestItems(db: Db, query: NexusDigestQuery, now: number): Promise<DigestItem[]> {
  const { topic, limit = 50 } = query;
  const { from, to } = digestDays(query, now);
  const { rows } = await sql<Row>`
    select i.title, i.url, i.date, i.summary, i.topics, m.name as author, m."mediaRoomUrl" as "authorUrl"
    from "memberItems" i join members m on m."tenantId" = i."tenantId"
    where i.date >= ${from} and i.date <= ${to} and m.status <> 'dropped'
      and ${topic === undefined ? sql`1 = 1` : ofTopic(topic)}
    order by i.date desc, i.row desc limit ${limit}`.execute(db);
  return rows.map((row) => ({ ...row, topics: JSON.parse(row.topics) as string[] }));
}
