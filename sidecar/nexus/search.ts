// Searches the items of all members, and gives the creators whose items fit best.
import { type Selectable, sql } from 'kysely';
import { nexusSearchMaxLimit } from '#contract/limits.ts';
import type { NexusResults, NexusSearchQuery } from '#contract/schemas/nexus.ts';
import { topicKey } from '#domain/lists/topics.ts';
import { topicTerm } from '#domain/nexus/terms.ts';
import type { Expressions } from './words-query.ts';
import type { Db, Store } from '../store/store.ts';
import type { Tables } from '../store/tables.ts';
import { bookingHints, tenantOf } from './directory.ts';

/**
 * The newest that fit are ranked, so many at a time, until enough creators are found: what more there are of a common
 * word tells nobody anything, but one creator with very many items must not stand for all.
 */
const windows = [500, 5000, 5000];
const enough = 2 * nexusSearchMaxLimit;
const itemsShown = 3;
/** More items of a creator count no more. */
const mostCounted = 10;

interface Hit {
  row: number;
  tenantId: string;
  score: number;
}

/** Items that have the topic themselves, and items of creators who have it. */
export const ofTopic = (topic: string) => sql`(
  i."topicKeys" like ${`%${JSON.stringify(topicKey(topic)).replace(/[%_\\]/g, '\\$&')}%`} escape '\\'
  or exists (select 1 from "memberTerms" t where t."tenantId" = i."tenantId" and t.term = ${topicTerm(topic)}))`;

/** Of members that are listed. */
const matching = (topic: string | undefined) => sql`
  ${topic === undefined ? sql`1 = 1` : ofTopic(topic)}
  and exists (select 1 from members m where m."tenantId" = i."tenantId" and m.status <> 'dropped')`;

/** The newest below a row that hold the words; higher is better, in both stores, and a word in the title counts as ten. */
const holding = (kind: Store['kind'], expression: string, below: number, limit: number) =>
  kind === 'sqlite'
    ? sql`select rowid as row, -bm25("memberWords", 10, 1) as score from "memberWords"
        where "memberWords" match ${expression} and rowid < ${BigInt(below)} order by rowid desc limit ${limit}`
    : sql`select row, ts_rank('{0.1,0.1,0.1,1}', words, ${expression}::tsquery, 1) as score from "memberItems"
        where words @@ ${expression}::tsquery and row < ${below} order by row desc limit ${limit}`;

/** Whether there is the topic is asked of these alone, so that a rare one takes no longer. */
async function hitsOf({ db, kind }: Store, expression: string, topic: string | undefined): Promise<Hit[]> {
  const hits: Hit[] = [];
  let below = Number.MAX_SAFE_INTEGER;
  for (const limit of windows) {
    const { rows } = await sql<Hit & { fits: number | boolean }>`
      select w.row, i."tenantId", w.score, ${matching(topic)} as fits
      from (${holding(kind, expression, below, limit)}) w join "memberItems" i on i.row = w.row`.execute(db);
    hits.push(...rows.filter(({ fits }) => fits));
    if (rows.length < limit || new Set(hits.map(({ tenantId }) => tenantId)).size >= enough) break;
    below = Math.min(...rows.map(({ row }) => Number(row)));
  }
  return hits;
}

interface Group {
  tenantId: string;
  score: number;
  /** The best. */
  hits: Hit[];
}

/** The best item decides, then how many there are. */
function byCreator(all: Hit[]): Group[] {
  const groups = new Map<string, Hit[]>();
  for (const hit of all) {
    const known = groups.get(hit.tenantId);
    if (known) known.push(hit);
    else groups.set(hit.tenantId, [hit]);
  }
  return [...groups]
    .map(([tenantId, hits]) => {
      hits.sort((a, b) => b.score - a.score || Number(b.row) - Number(a.row));
      const counted = Math.min(hits.length, mostCounted);
      return { tenantId, score: hits[0]!.score * (1 + Math.log10(counted) / 10), hits: hits.slice(0, itemsShown) };
    })
    .sort((a, b) => b.score - a.score || (a.tenantId < b.tenantId ? -1 : 1));
}

const itemOf = ({ itemId, type, title, url, date, summary, topics }: Selectable<Tables['memberItems']>) => ({
  id: itemId,
  type,
  title,
  url,
  date,
  ...(summary && { summary }),
  topics: JSON.parse(topics) as string[],
});

async function shown(db: Db, groups: Group[]): Promise<NexusResults['creators']> {
  if (groups.length === 0) return [];
  const ids = groups.map(({ tenantId }) => tenantId);
  const rows = groups.flatMap(({ hits }) => hits.map(({ row }) => row));
  const members = await db.selectFrom('members').selectAll().where('tenantId', 'in', ids).execute();
  const items = await db.selectFrom('memberItems').selectAll().where('row', 'in', rows).execute();
  const memberAt = new Map(members.map((member) => [member.tenantId, member]));
  const itemAt = new Map(items.map((item) => [item.row, item]));
  return groups.flatMap(({ tenantId, score, hits }) => {
    const member = memberAt.get(tenantId);
    if (!member) return [];
    const { name, mediaRoomUrl } = member;
    return {
      ...tenantOf(member),
      name,
      mediaRoomUrl,
      ...bookingHints(member),
      score: Number(score.toPrecision(6)),
      items: hits.flatMap(({ row }) => itemAt.get(row) ?? []).map(itemOf),
    };
  });
}

export async function searchItems(
  store: Store,
  { q, topic, limit = 10 }: NexusSearchQuery,
  { all, any }: Expressions,
): Promise<NexusResults> {
  const withAll = await hitsOf(store, all, topic);
  const matched = withAll.length > 0 ? 'all' : 'any';
  const groups = byCreator(matched === 'all' || any === all ? withAll : await hitsOf(store, any, topic));
  const creators = await shown(store.db, groups.slice(0, limit));
  return { query: q, matched, creators, count: creators.length, total: groups.length };
}
