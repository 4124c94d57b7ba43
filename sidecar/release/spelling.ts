// The words of a room by their spelling: the forms of a word, and the word that somebody may have meant.
import type { DatabaseSync } from 'node:sqlite';
import type { Stem } from '#domain/search/stems.ts';
import { edits } from '#domain/text/nearest-name.ts';

export interface Spelling {
  /** Every form of a word that stands in the index. */
  formsOf: (word: string) => string[];
  /** The word that is spelt most like one that no item has. */
  nearest: (word: string) => string | undefined;
}

/** Forms of one word, at most. */
const mostForms = 30;
const longestMisspelt = 40;

/** Letters that may differ. */
function tolerance({ length }: string): number {
  if (length < 4 || length > longestMisspelt) return 0;
  return length < 8 ? 1 : 2;
}

/** Of short words many differ in one letter and mean something else: bread is no break. */
const isOtherWord = (asked: string, word: string): boolean =>
  asked.length < 6 && asked.length === word.length && sorted(asked) !== sorted(word);
const sorted = (word: string): string => [...word].sort().join('');

/** The first letter begins the words that are looked at: few mistake that one. */
function range(word: string): [string, string] {
  const [first = ''] = word;
  return [first, String.fromCodePoint(first.codePointAt(0)! + 1)];
}

/** `itemsWith` counts the items that hold a word; words are folded. */
export function readSpelling(database: DatabaseSync, stem: Stem, itemsWith: (word: string) => number): Spelling {
  const forms = database.prepare(`select word from forms where stem = ? order by word limit ${mostForms}`);
  const alike = database.prepare(
    'select word, shown from forms where word >= ? and word < ? and length(word) between ? and ?',
  );
  return {
    formsOf: (word) => (forms.all(stem(word)) as { word: string }[]).map((row) => row.word),
    nearest: (asked) => {
      const most = tolerance(asked);
      if (most === 0) return undefined;
      const rows = alike.all(...range(asked), asked.length - most, asked.length + most);
      const near = (rows as { word: string; shown: string }[])
        .map(({ word, shown }) => ({ word, shown, far: edits(asked, word) }))
        .filter(({ word, far }) => far <= most && !isOtherWord(asked, word))
        .map((one) => ({ ...one, items: itemsWith(one.word) }))
        .filter(({ items }) => items > 0);
      // Of equally near words the one that most items have.
      near.sort((a, b) => a.far - b.far || b.items - a.items || (a.word < b.word ? -1 : 1));
      return near[0]?.shown;
    },
  };
}
