// Searches the items of all members, and gives the creators whose items fit best.
import { type RawBuilder, type Selectable, sql } from 'kysely';
import { nexusSearchMaxLimit } from '#contract/limits.ts';
import type { NexusResults, NexusSearchQuery } from '#contract/schemas/nexus.ts';
import { topicKey } from '#domain/lists/topics.ts';
import { topicTerm } from '#domain/nexus/terms.ts';
import { type SearchExpressions, combineTerms } from './search-expressions.ts';
import type { Db, Store } from '../../storage/store.ts';
import type { Tables } from '../../storage/tables.ts';
import { bookingHintFields, memberColumns, tenantFields } from './directory.ts';

/**
 * The newest that fit are ranked, so many at a time, until enough creators are found: what more there are of a common
 * word tells nobody anything, but one creator with very many items must not stand for all.
 */
const windows = [500, 5000, 5000];
const enoughCreators = 2 * nexusSearchMaxLimit;
const itemsShown = 3;
/** More items of a creator count no more. */
const maxItemsCounted = 10;

interface Hit {
  row: number;
  tenantId: string;
  score: number;
}

/** Items that have the topic themselves, and items of creators who have it. */
export const hasTopic = (topic: string) => sql`(
  i."topicKeys" like ${`%${JSON.stringify(topicKey(topic)).replace(/[%_\\]/g, '\\$&')}%`} escape '\\'
  or exists (select 1 from "memberTerms" t where t."tenantId" = i."tenantId" and t.term = ${topicTerm(topic)}))`;

/** Of members that are listed. */
const isListedWithTopic = (topic: string | undefined) => sql`
  ${topic === undefined ? sql`1 = 1` : hasTopic(topic)}
  and exists (select 1 from members m where m."tenantId" = i."tenantId" and m.status <> 'dropped')`;

interface CheckedHit extends Hit {
  /** Whether its member is listed and it has the topic. Checked for these rows only, so that a rare topic takes no longer. */
  isMatch: boolean;
}

const withItems = (rows: RawBuilder<unknown>) => sql`(${rows}) w join "memberItems" i on i.row = w.row`;

/** The newest below a row that fit. */
type FindNewest = (below: number, limit: number) => Promise<CheckedHit[]>;

const findOnPostgres =
  ({ db }: Store, expression: string, topic: string | undefined): FindNewest =>
  async (below, limit) => {
    const rows = sql`select row, ts_rank('{0.1,0.1,0.1,1}', words, ${expression}::tsquery, 1) as score from "memberItems"
      where words @@ ${expression}::tsquery and row < ${below} order by row desc limit ${limit}`;
    const query = sql<CheckedHit>`select w.row, i."tenantId", w.score, ${isListedWithTopic(topic)} as "isMatch" from ${withItems(rows)}`;
    return (await query.execute(db)).rows;
  };

/** Reads `value` of every row as one JSON array: creating a row object for each takes longer than the query. */
async function readAsArray<T>({ db }: Store, value: RawBuilder<unknown>, from: RawBuilder<unknown>): Promise<T[]> {
  const { rows } = await sql<{ list: string }>`select json_group_array(${value}) as list from ${from}`.execute(db);
  return JSON.parse(rows[0]!.list) as T[];
}

const titleWeight = 10;

/** FTS5 keeps how many words each column of a row has, as varints (SQLite's FTS5 documentation, “Table Sizes Table”). */
function sumVarints(varints: string): number {
  let [sum, value] = [0, 0];
  for (const byte of Buffer.from(varints, 'hex')) {
    value = value * 128 + (byte % 128);
    if (byte >= 128) continue;
    sum += value;
    value = 0;
  }
  return sum;
}

/** `sizes`: numbers of words by column, as varints in hex. `isMatch`: see `Held`. */
type FoundRow = [row: number, tenantId: string, sizes: string, isMatch: 0 | 1];

/**
 * Scores by how rare each word is among these rows, whether the title has it, and how long the item is. FTS5's own bm25 would read
 * every row of the table that has the word.
 */
async function scoreRows(
  store: Store,
  expression: string,
  { all, terms }: SearchExpressions,
  newest: FoundRow[],
): Promise<Map<number, number>> {
  const rowsOf = newest.map(([row]) => row);
  const [from, to] = [rowsOf.at(-1)!, rowsOf[0]!].map(BigInt);
  const scores = new Map(rowsOf.map((row) => [row, 0]));
  const add = (rows: number[], score: number) => {
    for (const row of rows) scores.set(row, (scores.get(row) ?? 0) + score);
  };
  const holding = (what: string) => {
    const match = `${what} AND (${expression})`;
    const those = sql`"memberWords" where "memberWords" match ${match} and rowid between ${from} and ${to}`;
    return readAsArray<number>(store, sql`rowid`, those);
  };
  for (const term of terms) {
    const rows = expression === all ? rowsOf : await holding(term);
    const rarity = Math.log(1 + newest.length / rows.length);
    add(rows, rarity);
    add(await holding(`title : ${term}`), (titleWeight - 1) * rarity);
  }
  return new Map(newest.map(([row, , sizes]) => [row, scores.get(row)! / (1 + Math.log(sumVarints(sizes)))]));
}

const maxCompletions = 20;

/** The words with this beginning; undefined where there are none, or too many. */
async function findCompletions(db: Db, beginning: string): Promise<string[] | undefined> {
  const vocabulary = sql`temp."memberVocabulary"`;
  await sql`create virtual table if not exists ${vocabulary} using fts5vocab(main, "memberWords", instance)`.execute(
    db,
  );
  const found: string[] = [];
  for (let from = beginning; found.length <= maxCompletions;) {
    const { rows } = await sql<{ term: string }>`select term from ${vocabulary}
      where term >= ${from} and term < ${`${beginning}\u{10ffff}`} limit 1`.execute(db);
    if (!rows[0]) return found.length > 0 ? found : undefined;
    found.push(rows[0].term);
    // Words are letters and digits, so that the next one follows.
    from = `${rows[0].term}\u0001`;
  }
  return undefined;
}

/** A prefix query makes FTS5 read every row of each word with that prefix. A query for the words themselves can stop early. */
async function completeLastWord(db: Db, expressions: SearchExpressions): Promise<SearchExpressions> {
  const { terms, beginning } = expressions;
  const words = beginning && (await findCompletions(db, beginning));
  if (!words) return expressions;
  const last = `(${words.map((word) => `"${word}"`).join(' OR ')})`;
  return combineTerms([...terms.slice(0, -1), last], 'sqlite');
}

const findOnSqlite =
  (store: Store, expression: string, words: SearchExpressions, topic: string | undefined): FindNewest =>
  async (below, limit) => {
    const rows = sql`select rowid as row from "memberWords"
      where "memberWords" match ${expression} and rowid < ${BigInt(below)} order by rowid desc limit ${limit}`;
    const sizes = sql`hex((select sz from "memberWords_docsize" where id = w.row))`;
    const each = sql`json_array(w.row, i."tenantId", ${sizes}, ${isListedWithTopic(topic)})`;
    const found = (await readAsArray<FoundRow>(store, each, withItems(rows))).sort(([one], [other]) => other - one);
    if (found.length === 0) return [];
    const scores = await scoreRows(store, expression, words, found);
    return found.map(([row, tenantId, , isMatch]) => ({
      row,
      tenantId,
      score: scores.get(row)!,
      isMatch: isMatch === 1,
    }));
  };

async function collectHits(newest: FindNewest): Promise<Hit[]> {
  const hits: Hit[] = [];
  let below = Number.MAX_SAFE_INTEGER;
  for (const limit of windows) {
    const rows = await newest(below, limit);
    hits.push(...rows.filter(({ isMatch }) => isMatch));
    if (rows.length < limit || new Set(hits.map(({ tenantId }) => tenantId)).size >= enoughCreators) break;
    below = Math.min(...rows.map(({ row }) => Number(row)));
  }
  return hits;
}

interface CreatorHits {
  tenantId: string;
  score: number;
  /** The best. */
  hits: Hit[];
}

/** The best item decides, then how many there are. */
function groupByCreator(all: Hit[]): CreatorHits[] {
  const groups = new Map<string, Hit[]>();
  for (const hit of all) {
    const known = groups.get(hit.tenantId);
    if (known) known.push(hit);
    else groups.set(hit.tenantId, [hit]);
  }
  return [...groups]
    .map(([tenantId, hits]) => {
      hits.sort((a, b) => b.score - a.score || Number(b.row) - Number(a.row));
      const counted = Math.min(hits.length, maxItemsCounted);
      return { tenantId, score: hits[0]!.score * (1 + Math.log10(counted) / 10), hits: hits.slice(0, itemsShown) };
    })
    .sort((a, b) => b.score - a.score || (a.tenantId < b.tenantId ? -1 : 1));
}

/** All but the search vector, which PostgreSQL keeps in the same table. */
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
  const memberAt = new Map(members.map((member) => [member.tenantId, member]));
  const itemAt = new Map(items.map((item) => [item.row, item]));
  return groups.flatMap(({ tenantId, score, hits }) => {
    const member = memberAt.get(tenantId);
    if (!member) return [];
    const { name, mediaRoomUrl } = member;
    return {
      ...tenantFields(member),
      name,
      mediaRoomUrl,
      ...bookingHintFields(member),
      score: Number(score.toPrecision(6)),
      items: hits.flatMap(({ row }) => itemAt.get(row) ?? []).map(toItem),
    };
  });
}

export async function searchItems(
  store: Store,
  { q, topic, limit = 10 }: NexusSearchQuery,
  expressions: SearchExpressions,
): Promise<NexusResults> {
  const isSqlite = store.kind === 'sqlite';
  const words = isSqlite ? await completeLastWord(store.db, expressions) : expressions;
  const { all, any } = words;
  const find = (expression: string) =>
    collectHits(isSqlite ? findOnSqlite(store, expression, words, topic) : findOnPostgres(store, expression, topic));
  const withAll = await find(all);
  const groups = groupByCreator(withAll.length > 0 || any === all ? withAll : await find(any));
  const matched = groups.length === 0 ? 'none' : withAll.length > 0 ? 'all' : 'any';
  const creators = await readCreators(store.db, groups.slice(0, limit));
  return { query: q, matched, creators, count: creators.length, total: groups.length };
}
