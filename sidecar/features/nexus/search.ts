// Searches the items of all members, and returns the creators with the best matches.
import { type RawBuilder, type Selectable, sql } from 'kysely';
import { nexusSearchMaxLimit } from '#contract/limits.ts';
import type { NexusResults, NexusSearchQuery } from '#contract/schemas/nexus.ts';
import { topicKey } from '#domain/lists/topics.ts';
import { topicTerm } from '#domain/nexus/terms.ts';
import { parseSearchExpressions, type SearchExpressions } from './search-expressions.ts';
import type { Db, Store } from '../../storage/store.ts';
import type { Tables } from '../../storage/tables.ts';
import { bookingHintFields, memberColumns, tenantFields } from './directory.ts';

/**
 * Sizes of the batches of newest matches that are ranked until there are enough creators. More matches of a common word
 * add nothing, but a creator with very many items must not hide the others.
 */
const batchSizes = [500, 5000, 5000];
const enoughCreators = 2 * nexusSearchMaxLimit;
const itemsShown = 3;
/** Number of matching items of a creator that count for its score. */
const maxItemsCounted = 10;

interface RankedRow {
  row: number;
  tenantId: string;
  score: number;
}

/** SQL condition for items whose title, summary and topics have all words of a topic. */
function namesTopic(topic: string, kind: Store['kind']): RawBuilder<unknown> {
  const words = parseSearchExpressions(topic, kind, false)?.all;
  if (words === undefined) return sql`1 = 0`;
  if (kind === 'postgres') return sql`i.words @@ ${words}::tsquery`;
  return sql`exists (select 1 from "memberWords" where rowid = i.row and "memberWords" match ${words})`;
}

/** SQL condition for items that are filed under the topic or name it, or whose creators have it. */
export const hasTopic = (topic: string, kind: Store['kind']) => sql`(
  i."topicKeys" like ${`%${JSON.stringify(topicKey(topic)).replace(/[%_\\]/g, '\\$&')}%`} escape '\\'
  or exists (select 1 from "memberTerms" t where t."tenantId" = i."tenantId" and t.term = ${topicTerm(topic)})
  or ${namesTopic(topic, kind)})`;

/** SQL condition for items of listed members with the topic. */
const isListedWithTopic = (topic: string | undefined, kind: Store['kind']) => sql`
  ${topic === undefined ? sql`1 = 1` : hasTopic(topic, kind)}
  and exists (select 1 from members m where m."tenantId" = i."tenantId" and m.status <> 'dropped')`;

interface CheckedHit extends RankedRow {
  /**
   * True, or 1 in SQLite, if the member is listed and the topic matches. Only these rows are checked, so that a rare
   * topic is not slower.
   */
  isMatch: boolean | number;
}

/** Selects row and score of the newest matches with a row number below a limit. Words of titles have more weight. */
const selectNewest = (kind: Store['kind'], expression: string, below: bigint, limit: number) =>
  kind === 'postgres'
    ? sql`select row, ts_rank('{0.1,0.1,0.1,1}', words, ${expression}::tsquery, 1) as score from "memberItems"
        where words @@ ${expression}::tsquery and row < ${below} order by row desc limit ${limit}`
    : sql`select rowid as row, -bm25("memberWords", 10, 1) as score from "memberWords"
        where "memberWords" match ${expression} and rowid < ${below} order by rowid desc limit ${limit}`;

async function findNewest(
  { db, kind }: Store,
  newest: RawBuilder<unknown>,
  topic: string | undefined,
): Promise<CheckedHit[]> {
  const query = sql<CheckedHit>`
    select w.row, i."tenantId", w.score, ${isListedWithTopic(topic, kind)} as "isMatch"
    from (${newest}) w join "memberItems" i on i.row = w.row`;
  return (await query.execute(db)).rows;
}

async function collectHits(store: Store, expression: string, topic: string | undefined): Promise<RankedRow[]> {
  const hits: RankedRow[] = [];
  let below = Number.MAX_SAFE_INTEGER;
  for (const limit of batchSizes) {
    const rows = await findNewest(store, selectNewest(store.kind, expression, BigInt(below), limit), topic);
    hits.push(...rows.filter(({ isMatch }) => isMatch));
    if (rows.length < limit || new Set(hits.map(({ tenantId }) => tenantId)).size >= enoughCreators) break;
    below = Math.min(...rows.map(({ row }) => Number(row)));
  }
  return hits;
}

interface CreatorHits {
  tenantId: string;
  score: number;
  /** The best matches. */
  hits: RankedRow[];
}

/** Groups matches by creator, ordered by the best item and then by their number. */
function groupByCreator(all: RankedRow[]): CreatorHits[] {
  const groups = new Map<string, RankedRow[]>();
  for (const hit of all) {
    const group = groups.get(hit.tenantId);
    if (group) group.push(hit);
    else groups.set(hit.tenantId, [hit]);
  }
  return [...groups]
    .map(([tenantId, hits]) => {
      hits.sort((a, b) => b.score - a.score || Number(b.row) - Number(a.row));
      const countedItems = Math.min(hits.length, maxItemsCounted);
      return { tenantId, score: hits[0]!.score * (1 + Math.log10(countedItems) / 10), hits: hits.slice(0, itemsShown) };
    })
    .sort((a, b) => b.score - a.score || (a.tenantId < b.tenantId ? -1 : 1));
}

/** All columns but the search vector, which is in the same table in PostgreSQL. */
const itemColumns = ['row', 'itemId', 'type', 'title', 'url', 'date', 'summary', 'topics'] as const;

const toItem = ({
  itemId,
  type,
  title,
  url,
  date,
  summary,
  topics,
}: Pick<Selectable<Tables['memberItems']>, (typeof itemColumns)[number]>) => ({
  id: itemId,
  type,
  title,
  url,
  date,
  ...(summary && { summary }),
  topics: JSON.parse(topics) as string[],
});

async function readCreators(db: Db, groups: CreatorHits[]): Promise<NexusResults['creators']> {
  if (groups.length === 0) return [];
  const ids = groups.map(({ tenantId }) => tenantId);
  const rows = groups.flatMap(({ hits }) => hits.map(({ row }) => row));
  const members = await db.selectFrom('members').select(memberColumns).where('tenantId', 'in', ids).execute();
  const items = await db.selectFrom('memberItems').select(itemColumns).where('row', 'in', rows).execute();
  const memberById = new Map(members.map((member) => [member.tenantId, member]));
  const itemById = new Map(items.map((item) => [item.row, item]));
  return groups.flatMap(({ tenantId, score, hits }) => {
    const member = memberById.get(tenantId);
    if (!member) return [];
    const { name, mediaRoomUrl } = member;
    return {
      ...tenantFields(member),
      name,
      mediaRoomUrl,
      ...bookingHintFields(member),
      score: Number(score.toPrecision(6)),
      items: hits.flatMap(({ row }) => itemById.get(row) ?? []).map(toItem),
    };
  });
}

export async function searchItems(
  store: Store,
  { q, topic, limit = 10 }: NexusSearchQuery,
  { all, any }: SearchExpressions,
): Promise<NexusResults> {
  const withAll = await collectHits(store, all, topic);
  const groups = groupByCreator(withAll.length > 0 || any === all ? withAll : await collectHits(store, any, topic));
  const matched = groups.length === 0 ? 'none' : withAll.length > 0 ? 'all' : 'any';
  const creators = await readCreators(store.db, groups.slice(0, limit));
  return { query: q, matched, creators, count: creators.length, total: groups.length };
}
