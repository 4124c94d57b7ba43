// Which rows of words to ask the full-text index for, so that the items that hold a quote, or nearly hold it, are found.
import { cleanText } from '#domain/search/plain-text.ts';
import { folded, wordsOf } from '#domain/search/words.ts';
import { ellipsisPattern } from '#domain/tokens/tokens.ts';

export interface Probes {
  /** An expression that every text fits that holds the quote word for word; undefined where none can. */
  all: string | undefined;
  /** One that texts fit that share a part of it; undefined where no word of it stands anywhere. */
  any: string | undefined;
}

const mostRows = 6;
const mostWords = 6;
/** Longer rows are rarer; shorter ones survive more changes. */
const rowLength = (words: number): number => (words < 8 ? 2 : 3);

interface Row {
  words: string[];
  /** Items that hold its rarest word. */
  items: number;
}

/** The rarest row of each part of the quote. */
function spread(rows: Row[]): Row[] {
  const size = Math.ceil(rows.length / mostRows);
  const parts = Array.from({ length: Math.ceil(rows.length / size) }, (_, i) => rows.slice(i * size, (i + 1) * size));
  return parts.map((part) => part.reduce((rarest, row) => (row.items < rarest.items ? row : rarest)));
}

const joined = (parts: string[], by: string): string | undefined => (parts.length > 0 ? parts.join(by) : undefined);

/** `itemsWith` gives how many items hold a word, `items` how many there are. */
export function probesOf(text: string, itemsWith: (word: string) => number, items: number): Probes {
  const parts = cleanText(text)
    .split(new RegExp(ellipsisPattern))
    .map((part) => wordsOf(part).map(folded));
  const counts = new Map([...new Set(parts.flat())].map((word) => [word, itemsWith(word)]));
  const rows = parts.flatMap((words) => {
    const length = Math.min(words.length, rowLength(words.length));
    return words.slice(0, words.length - length + 1).map((_, at) => {
      const row = words.slice(at, at + length);
      return { words: row, items: Math.min(...row.map((word) => counts.get(word)!)) };
    });
  });
  const known = rows.filter((row) => row.items > 0);
  const phrases = new Set(known.length > 0 ? spread(known).map((row) => `"${row.words.join(' ')}"`) : []);
  const rare = [...counts]
    .filter(([, count]) => count > 0 && count <= Math.max(10, items / 10))
    .sort(([a, x], [b, y]) => x - y || (a < b ? -1 : 1))
    .slice(0, mostWords)
    .map(([word]) => `"${word}"`);
  return {
    all: known.length === rows.length ? joined([...phrases], ' AND ') : undefined,
    any: joined([...new Set([...phrases, ...rare])], ' OR '),
  };
}
