// Searches the items of all members, and returns the creators with the best matches.
import { type RawBuilder, type Selectable, sql } from 'kysely';
import { nexusSearchMaxLimit } from '#contract/limits.ts';
import type { NexusResults, NexusSearchQuery } from '#contract/schemas/nexus.ts';
import { topicKey } from '#domain/lists/topics.ts';
import { topicTerm } from '#domain/nexus/terms.ts';
import { type SearchExpressions, combineTerms, parseSearchExpressions } from './search-expressions.ts';
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

interface Hit {
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

interface CheckedHit extends Hit {
  /**
   * True if the member is listed and the topic matches. Only these rows are checked, so that a rare topic is not
   * slower.
   */
  isMatch: boolean;
}

const withItems = (rows: RawBuilder<unknown>) => sql`(${rows}) w join "memberItems" i on i.row = w.row`;

/** Finds the newest matches with a row number below a limit. */
type FindNewest = (below: number, limit: number) => Promise<CheckedHit[]>;

const findOnPostgres =
  ({ db }: Store, expression: string, topic: string | undefined): FindNewest =>
  async (below, limit) => {
    const rows = sql`select row, ts_rank('{0.1,0.1,0.1,1}', words, ${expression}::tsquery, 1) as score from "memberItems"
      where words @@ ${expression}::tsquery and row < ${below} order by row desc limit ${limit}`;
    const query = sql<CheckedHit>`select w.row, i."tenantId", w.score, ${isListedWithTopic(topic, 'postgres')} as "isMatch" from ${withItems(rows)}`;
    return (await query.execute(db)).rows;
  };

/** Reads `value` of every row as one JSON array: creating a row object for each takes longer than the query. */
async function readAsArray<T>({ db }: Store, value: RawBuilder<unknown>, from: RawBuilder<unknown>): Promise<T[]> {
  const { rows } = await sql<{ list: string }>`select json_group_array(${value}) as list from ${from}`.execute(db);
  return JSON.parse(rows[0]!.list) as T[];
}

const titleWeight = 10;

/**
 * Sums varints: FTS5 stores the number of words of each column so (SQLite's FTS5 documentation, “Table Sizes Table”).
 */
function sumVarints(varints: string): number {
  let sum = 0;
  let value = 0;
  for (const byte of Buffer.from(varints, 'hex')) {
    value = value * 128 + (byte % 128);
    if (byte >= 128) continue;
    sum += value;
    value = 0;
  }
  return sum;
}

/** A row of SQLite. `sizes` has the numbers of words by column, as varints in hex. */
type FoundRow = [row: number, tenantId: string, sizes: string, isMatch: 0 | 1];

/**
 * Scores rows by how rare each word is among them, whether the title has it, and how long the item is. The bm25 of FTS5
 * would read every row of the table that has the word.
 */
async function scoreRows(
  store: Store,
  expression: string,
  { all, terms }: SearchExpressions,
  newest: FoundRow[],
): Promise<Map<number, number>> {
  const rowNumbers = newest.map(([row]) => row);
  const from = BigInt(rowNumbers.at(-1)!);
  const to = BigInt(rowNumbers[0]!);
  const scores = new Map(rowNumbers.map((row) => [row, 0]));
  const add = (rows: number[], score: number) => {
    for (const row of rows) scores.set(row, (scores.get(row) ?? 0) + score);
  };
  const findRows = (termExpression: string) => {
    const match = `${termExpression} AND (${expression})`;
    const matchingRows = sql`"memberWords" where "memberWords" match ${match} and rowid between ${from} and ${to}`;
    return readAsArray<number>(store, sql`rowid`, matchingRows);
  };
  for (const term of terms) {
    const rows = expression === all ? rowNumbers : await findRows(term);
    const rarity = Math.log(1 + newest.length / rows.length);
    add(rows, rarity);
    add(await findRows(`title : ${term}`), (titleWeight - 1) * rarity);
  }
  return new Map(newest.map(([row, , sizes]) => [row, scores.get(row)! / (1 + Math.log(sumVarints(sizes)))]));
}

const maxCompletions = 20;

/** Returns the words with this prefix, or undefined if there are none or too many. */
async function findCompletions(db: Db, prefix: string): Promise<string[] | undefined> {
  const vocabulary = sql`temp."memberVocabulary"`;
  await sql`create virtual table if not exists ${vocabulary} using fts5vocab(main, "memberWords", instance)`.execute(
    db,
  );
  const completions: string[] = [];
  for (let from = prefix; completions.length <= maxCompletions;) {
    const { rows } = await sql<{ term: string }>`select term from ${vocabulary}
      where term >= ${from} and term < ${`${prefix}\u{10ffff}`} limit 1`.execute(db);
    if (!rows[0]) return completions.length > 0 ? completions : undefined;
    completions.push(rows[0].term);
    // Words contain only letters and digits, so this is below the next word.
    from = `${rows[0].term}\u0001`;
  }
  return undefined;
}

/** Replaces a prefix by words: for a prefix FTS5 reads every row of each word, but a query for words can stop early. */
async function completeLastWord(db: Db, expressions: SearchExpressions): Promise<SearchExpressions> {
  const { terms, prefix } = expressions;
  const words = prefix && (await findCompletions(db, prefix));
  if (!words) return expressions;
  const last = `(${words.map((word) => `"${word}"`).join(' OR ')})`;
  return combineTerms([...terms.slice(0, -1), last], 'sqlite');
}

const findOnSqlite =
  (store: Store, expression: string, expressions: SearchExpressions, topic: string | undefined): FindNewest =>
  async (below, limit) => {
    const rows = sql`select rowid as row from "memberWords"
      where "memberWords" match ${expression} and rowid < ${BigInt(below)} order by rowid desc limit ${limit}`;
    const sizes = sql`hex((select sz from "memberWords_docsize" where id = w.row))`;
    const each = sql`json_array(w.row, i."tenantId", ${sizes}, ${isListedWithTopic(topic, 'sqlite')})`;
    const matches = (await readAsArray<FoundRow>(store, each, withItems(rows))).sort(([a], [b]) => b - a);
    if (matches.length === 0) return [];
    const scores = await scoreRows(store, expression, expressions, matches);
    return matches.map(([row, tenantId, , isMatch]) => ({
      row,
      tenantId,
      score: scores.get(row)!,
      isMatch: isMatch === 1,
    }));
  };

async function collectHits(findNewest: FindNewest): Promise<Hit[]> {
  const hits: Hit[] = [];
  let below = Number.MAX_SAFE_INTEGER;
  for (const limit of batchSizes) {
    const rows = await findNewest(below, limit);
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
  hits: Hit[];
}

/** Groups matches by creator, ordered by the best item and then by their number. */
function groupByCreator(all: Hit[]): CreatorHits[] {
  const groups = new Map<string, Hit[]>();
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
  expressions: SearchExpressions,
): Promise<NexusResults> {
  const isSqlite = store.kind === 'sqlite';
  const completed = isSqlite ? await completeLastWord(store.db, expressions) : expressions;
  const { all, any } = completed;
  const find = (expression: string) =>
    collectHits(
      isSqlite ? findOnSqlite(store, expression, completed, topic) : findOnPostgres(store, expression, topic),
    );
  const withAll = await find(all);
  const groups = groupByCreator(withAll.length > 0 || any === all ? withAll : await find(any));
  const matched = groups.length === 0 ? 'none' : withAll.length > 0 ? 'all' : 'any';
  const creators = await readCreators(store.db, groups.slice(0, limit));
  return { query: q, matched, creators, count: creators.length, total: groups.length };
}
