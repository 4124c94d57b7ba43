// Members and their newest items, as feed readers take them.
import { sql } from 'kysely';
import type { NexusDigestQuery } from '#contract/schemas/nexus.ts';
import type { DigestItem } from '#domain/nexus/digest.ts';
import type { Outline } from '#domain/nexus/opml.ts';
import type { Db } from '../store/store.ts';
import { ofTopic } from './search.ts';

const mostOutlines = 10_000;
const dayMs = 86_400_000;

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

/** Newest first. What is dated later than tomorrow is left out: it would stay on top for good. */
export async function newestItems(db: Db, query: NexusDigestQuery, now: number): Promise<DigestItem[]> {
  const { window = '7d', topic, limit = 50 } = query;
  const day = (ms: number) => new Date(ms).toISOString().slice(0, 10);
  const since = day(now - Number.parseInt(window) * dayMs);
  const { rows } = await sql<Row>`
    select i.title, i.url, i.date, i.summary, i.topics, m.name as author, m."mediaRoomUrl" as "authorUrl"
    from "memberItems" i join members m on m."tenantId" = i."tenantId"
    where i.date >= ${since} and i.date <= ${day(now + dayMs)} and m.status <> 'dropped'
      and ${topic === undefined ? sql`1 = 1` : ofTopic(topic)}
    order by i.date desc, i.row desc limit ${limit}`.execute(db);
  return rows.map((row) => ({ ...row, topics: JSON.parse(row.topics) as string[] }));
}
