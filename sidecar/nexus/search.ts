// Searches the items of all members, and gives the creators whose items fit best.
import { sql } from 'kysely';
import type { NexusResults, NexusSearchQuery } from '#contract/schemas/nexus.ts';
import { topicTerm } from '#domain/nexus/terms.ts';
import type { Expressions } from '#domain/nexus/words-query.ts';
import type { Db, Store } from '../store/store.ts';
import type { Tables } from '../store/tables.ts';
import { bookingHints, tenantOf } from './directory.ts';

/** So many of the newest that fit are ranked: what more there are of a common word tells nobody anything. */
const mostRanked = 500;
const itemsShown = 3;

type ItemRow = Omit<Tables['memberItems'], 'row'> & { row: number; score: number };

/** Items of creators who have the topic, and items that have it themselves. */
export const ofTopic = (topic: string) => sql`(
  exists (select 1 from "memberTerms" t where t."tenantId" = i."tenantId" and t.term = ${topicTerm(topic)})
  or i.topics like ${`%${JSON.stringify(topic.toLowerCase()).replace(/[%_\\]/g, '\\$&')}%`} escape '\\')`;

/** Of members that are listed. */
const matching = (topic: string | undefined) => sql`
  exists (select 1 from members m where m."tenantId" = i."tenantId" and m.status <> 'dropped')
  and ${topic === undefined ? sql`1 = 1` : ofTopic(topic)}`;

/** Higher is better, in both stores; a word in the title counts as ten. */
function found({ db, kind }: Store, expression: string, topic: string | undefined) {
  const columns = sql`i.row, i."tenantId", i."itemId", i.type, i.title, i.url, i.date, i.summary, i.topics`;
  const query =
    kind === 'sqlite'
      ? sql<ItemRow>`select ${columns}, -bm25("memberWords", 10, 1) as score
          from "memberWords" w join "memberItems" i on i.row = w.rowid
          where "memberWords" match ${expression} and ${matching(topic)} order by w.rowid desc limit ${mostRanked}`
      : sql<ItemRow>`select ${columns}, ts_rank('{0.1,0.1,0.1,1}', i.words, ${expression}::tsquery) as score
          from "memberItems" i
          where i.words @@ ${expression}::tsquery and ${matching(topic)} order by i.row desc limit ${mostRanked}`;
  return query.execute(db).then(({ rows }) => rows);
}

/** The best item decides, then how many there are. */
function byCreator(rows: ItemRow[]): { tenantId: string; score: number; items: ItemRow[] }[] {
  const groups = new Map<string, ItemRow[]>();
  for (const row of rows) groups.set(row.tenantId, [...(groups.get(row.tenantId) ?? []), row]);
  return [...groups]
    .map(([tenantId, items]) => {
      items.sort((a, b) => b.score - a.score || (a.date < b.date ? 1 : -1));
      return { tenantId, score: items[0]!.score * (1 + Math.log10(items.length) / 10), items };
    })
    .sort((a, b) => b.score - a.score || (a.tenantId < b.tenantId ? -1 : 1));
}

const itemOf = ({ itemId, type, title, url, date, summary, topics }: ItemRow) => ({
  id: itemId,
  type,
  title,
  url,
  date,
  ...(summary && { summary }),
  topics: JSON.parse(topics) as string[],
});

async function shown(db: Db, groups: ReturnType<typeof byCreator>): Promise<NexusResults['creators']> {
  if (groups.length === 0) return [];
  const ids = groups.map(({ tenantId }) => tenantId);
  const rows = await db.selectFrom('members').selectAll().where('tenantId', 'in', ids).execute();
  const members = new Map(rows.map((member) => [member.tenantId, member]));
  return groups.flatMap(({ tenantId, score, items }) => {
    const member = members.get(tenantId);
    if (!member) return [];
    const { name, mediaRoomUrl } = member;
    return {
      ...tenantOf(member),
      name,
      mediaRoomUrl,
      ...bookingHints(member),
      score: Number(score.toPrecision(6)),
      items: items.slice(0, itemsShown).map(itemOf),
    };
  });
}

export async function searchItems(
  store: Store,
  { q, topic, limit = 10 }: NexusSearchQuery,
  { all, any }: Expressions,
): Promise<NexusResults> {
  const withAll = await found(store, all, topic);
  const matched = withAll.length > 0 ? 'all' : 'any';
  const groups = byCreator(matched === 'all' ? withAll : await found(store, any, topic));
  const creators = await shown(store.db, groups.slice(0, limit));
  return { query: q, matched, creators, count: creators.length, total: groups.length };
}
