// Searches the full-text index of a release: ranks, texts with marked matches, and texts that may contain a quote.
import { DatabaseSync } from 'node:sqlite';
import type { ContentItem } from '#contract/schemas/content.ts';
import type { TextField } from '#contract/schemas/search.ts';
import {
  alternativeForms,
  type QueryExpressions,
  buildExpressions,
  type ParsedQuery,
  type Term,
} from '#domain/search/query.ts';
import { once } from '#domain/memoize.ts';
import { type Stem, stemmerFor } from '#domain/search/stems.ts';
import { type MarkedTexts, matchMarks } from '#domain/search/snippets.ts';
import type { AttributedText } from '#domain/search/attribution.ts';
import {
  columns,
  type TextSource,
  type IndexName,
  textTables,
  updateIndex,
  weights,
} from '#domain/search/text-index.ts';
import { fromIndexText } from '#domain/search/words.ts';
import type { StoredItems } from './stored-items.ts';
import { readSpelling, type Spelling } from './spelling.ts';

export type ResultOrder = 'best' | 'newest' | 'oldest';

/** Scores by order of the results; a higher score comes first. The content index is newest first. */
const scores: Record<ResultOrder, (score: number, position: number) => number> = {
  best: (score) => -score,
  newest: (_, position) => -position,
  oldest: (_, position) => position,
};

interface RankedItem {
  /** Position of the item in the content index. */
  position: number;
  /** BM25 with reversed sign, or a score by date, depending on the order. */
  score: number;
}

/** Item that may contain the searched text. */
export interface SearchCandidate extends AttributedText {
  item: ContentItem;
  /** True if a page shows the texts. */
  hasPage: boolean;
  texts: Record<TextField, string>;
}

export interface TextIndex extends Pick<Spelling, 'nearest' | 'partsOf'> {
  /**
   * Returns the best `limit` wanted items that match an FTS5 expression, or the newest ones. Equal ranks are ordered
   * newest first, then by id. `total` counts all wanted matches.
   */
  rank: (
    expression: string,
    limit: number,
    isWanted?: (position: number) => boolean,
    order?: ResultOrder,
  ) => { best: RankedItem[]; total: number };
  /** Returns the texts of an item with marked matches, and `pageUrl` if a page shows them. */
  marked: (expression: string, position: number) => { texts: MarkedTexts; pageUrl: string | undefined };
  candidate: (position: number) => SearchCandidate;
  /** Returns true if a page shows the texts. */
  hasPage: (position: number) => boolean;
  /** Returns expressions with every form of each word. */
  expressions: (query: ParsedQuery) => QueryExpressions;
  /** Returns the words that match a term, except those of its own text. */
  alternatives: (term: Term) => string[];
  /** Returns true if any item matches, whether wanted or not. */
  holds: (expression: string) => boolean;
  /** Language of the room, as a BCP 47 tag. */
  language: string;
  /** Stems words of the room's language. */
  stem: Stem;
  /** Counts the items that contain a word. */
  itemsWith: (word: string) => number;
  /** Number of items. */
  size: number;
  /** Value that changes with the texts or the price of the item; empty for an item without texts. */
  keyOf: (id: string) => string;
  /** Returns that value for every item in one pass. */
  keys: () => ReadonlyMap<string, string>;
}

type Texts = Record<(typeof columns)[number], string> & Record<keyof AttributedText, string>;

/**
 * Ranks are rounded to six digits, since the last digits differ between machines. A word that most items contain has a
 * rank near zero, but not zero.
 */
const rounded = (score: number): number => Number(score.toPrecision(6));

const inOrder = (a: RankedItem, b: RankedItem): number => b.score - a.score || a.position - b.position;

/** Returns true for a score that is lower by more than a rounding error. */
const isSurelyLess = (score: number, lowest: number): boolean => score < lowest - Math.abs(lowest) * 1e-5;

/** Collects the first rows of a ranking without keeping rows that cannot be among them. */
function createRanking(limit: number) {
  let candidates: RankedItem[] = [];
  let lowest = -Infinity;
  const first = (): RankedItem[] => candidates.sort(inOrder).slice(0, limit);
  return {
    first,
    add: (position: number, score: number): void => {
      if (isSurelyLess(score, lowest) || candidates.push({ position, score: rounded(score) }) < 2 * limit) return;
      candidates = first();
      lowest = candidates.at(-1)?.score ?? Infinity;
    },
  };
}

interface RowMap {
  /** Rows by position in the content index. */
  rows: number[];
  hasPage: boolean[];
  /** Positions by row. */
  positions: number[];
}

/**
 * Maps rows to items, without rows that the content index lacks. It is read on first use, so that a release goes live
 * without waiting for it.
 */
function createRowMap(database: DatabaseSync, name: IndexName, items: StoredItems): () => RowMap {
  const all = database.prepare(`select row, id, hasPage from ${name}Texts`);
  all.setReturnArrays(true);
  return once(() => {
    const rowMap: RowMap = { rows: [], hasPage: [], positions: [] };
    for (const [row, id, hasPage] of all.iterate() as unknown as Iterable<[number, string, number]>) {
      const position = items.positionOf(id);
      if (position === undefined) continue;
      rowMap.rows[position] = row;
      rowMap.hasPage[position] = hasPage === 1;
      rowMap.positions[row] = position;
    }
    return rowMap;
  });
}

function prepare(database: DatabaseSync, name: IndexName) {
  const index = `${name}Index`;
  const texts = `${name}Texts`;
  const highlights = columns.map(
    (column, at) => `highlight(${index}, ${at}, '${matchMarks.open}', '${matchMarks.close}') as ${column}`,
  );
  const rank = database.prepare(
    `select rowid, bm25(${index}, ${weights.join(', ')}) from ${index} where ${index} match ?`,
  );
  rank.setReturnArrays(true);
  return {
    rank,
    marked: database.prepare(
      `select ${highlights.join(', ')}, segments, origin from ${index} join ${texts} on ${texts}.row = ${index}.rowid
        where ${index} match ? and ${index}.rowid = ?`,
    ),
    whole: database.prepare(`select ${columns.join(', ')}, segments, origin from ${texts} where row = ?`),
    any: database.prepare(`select 1 from ${index} where ${index} match ? limit 1`),
    key: database.prepare(`select key from ${texts} where id = ?`),
    keys: database.prepare(`select id, key from ${texts}`),
  };
}

const parseTexts = ({ segments, origin, ...texts }: Texts) => ({
  ...texts,
  ...({ segments: JSON.parse(segments), origin: JSON.parse(origin) } as AttributedText),
});

function counter(database: DatabaseSync, name: IndexName): (word: string) => number {
  const frequency = database.prepare(`select doc from ${name}Words where term = ?`);
  const counts = new Map<string, number>();
  return (word) => {
    const count = counts.get(word) ?? (frequency.get(word) as { doc: number } | undefined)?.doc ?? 0;
    // Only words that occur are cached: common ones take time, and a query may have any number of unknown ones.
    if (count > 0) counts.set(word, count);
    return count;
  };
}

/**
 * Opens the index. `items` are those of the content index, and no others are returned. `language` is the language that
 * the index was built with.
 */
export function readTextIndex(
  database: DatabaseSync,
  name: IndexName,
  items: StoredItems,
  language: string,
): TextIndex {
  const places = createRowMap(database, name, items);
  const { rank, marked, whole, any, key, keys } = prepare(database, name);
  const stem = stemmerFor(language);
  const itemsWith = counter(database, name);
  const { formsOf, nearest, partsOf } = readSpelling(database, name, language, itemsWith);
  return {
    rank: (expression, limit, isWanted = () => true, order = 'best') => {
      const keeper = createRanking(limit);
      const { positions } = places();
      let total = 0;
      for (const [row, score] of rank.all(expression) as unknown as [row: number, score: number][]) {
        const position = positions[row];
        if (position === undefined || !isWanted(position)) continue;
        total++;
        keeper.add(position, scores[order](score, position));
      }
      return { best: keeper.first(), total };
    },
    marked: (expression, position) => ({
      texts: parseTexts(marked.get(expression, BigInt(places().rows[position]!)) as Texts),
      pageUrl: places().hasPage[position] ? items.at(position).url : undefined,
    }),
    candidate: (position) => {
      const { segments, origin, ...texts } = parseTexts(whole.get(BigInt(places().rows[position]!)) as Texts);
      for (const name of columns) texts[name] = fromIndexText(texts[name]);
      return { item: items.at(position), hasPage: places().hasPage[position]!, texts, segments, origin };
    },
    hasPage: (position) => places().hasPage[position]!,
    expressions: (query) => buildExpressions(query, formsOf),
    alternatives: (term) => alternativeForms(term, formsOf),
    holds: (expression) => any.get(expression) !== undefined,
    nearest,
    partsOf,
    language,
    stem,
    itemsWith,
    size: items.length,
    keyOf: (id) => (key.get(id) as { key: string } | undefined)?.key ?? '',
    keys: () => new Map((keys.all() as { id: string; key: string }[]).map(({ id, key }) => [id, key])),
  };
}

export function textIndexInMemory(texts: TextSource[], items: StoredItems, language: string): TextIndex {
  const database = new DatabaseSync(':memory:');
  database.exec(textTables);
  updateIndex(database, 'free', texts, stemmerFor(language));
  return readTextIndex(database, 'free', items, language);
}
