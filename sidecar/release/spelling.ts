// Finds words of the room by their spelling: forms of a word, and the word that was probably meant.
import type { DatabaseSync } from 'node:sqlite';
import type { IndexName } from '#domain/search/text-index.ts';
import { stemmerFor } from '#domain/search/stems.ts';
import { editDistance } from '#domain/text/nearest-name.ts';

export interface Spelling {
  /** Returns the inflected forms of a word, in the language of the room and in English, and compounds with it. */
  formsOf: (word: string) => string[];
  /** Returns the parts of a compound that the index lacks: two words that it has, or one of them. */
  partsOf: (word: string) => string[];
  /** Returns the word with the most similar spelling to a word that no item has. */
  nearest: (word: string) => string | undefined;
}

/** Maximum number of forms of one word. */
const maxForms = 30;
const longestMisspelt = 40;

/** Number of letters that may differ. */
function tolerance({ length }: string): number {
  if (length < 4 || length > longestMisspelt) return 0;
  return length < 8 ? 1 : 2;
}

/** Length from which two words that differ in one letter count as spellings of the same word. */
const minMisspeltLength = 6;

/** Returns true for short words that differ in one letter and are different words, such as bread and break. */
const isOtherWord = (misspelt: string, word: string): boolean =>
  misspelt.length < minMisspeltLength && misspelt.length === word.length && sorted(misspelt) !== sorted(word);
const sorted = (word: string): string => [...word].sort().join('');

const after = (text: string): string => {
  const last = [...text].at(-1)!;
  return text.slice(0, -last.length) + String.fromCodePoint(last.codePointAt(0)! + 1);
};

interface Near {
  word: string;
  shown: string;
}

/** Returns the first letters of the room's words, found one after the other in the index. */
function readFirstLetters(database: DatabaseSync, name: IndexName): () => string[] {
  const next = database.prepare(`select word from ${name}Forms where word >= ? order by word limit 1`);
  let letters: string[] | undefined;
  return () => {
    if (letters) return letters;
    letters = [];
    for (let from = ''; ;) {
      const row = next.get(from) as { word: string } | undefined;
      const [letter] = row?.word ?? '';
      if (!letter) return letters;
      letters.push(letter);
      from = after(letter);
    }
  };
}

/** Returns beginnings of words whose first letter may have been mistyped, omitted, doubled or swapped with the next. */
const otherBeginnings = (misspelt: string, letters: string[]): string[] => {
  const [first = '', second = '', third = '', fourth = ''] = misspelt;
  const swapped = [second + first + third, second + third + fourth];
  return [...new Set([...letters.flatMap((one) => [one + second + third, one + first + second]), ...swapped])];
};

/** Languages that write compounds as one word. */
const compounding = ['de', 'nl', 'sv', 'da', 'no', 'nb', 'nn', 'fi', 'hu'];
const minPartLetters = 4;
/** Minimum number of letters of the other part, so that an ending is not taken for a word. */
const minRestLetters = 4;

/** Finds compounds that begin or end with a word. All words of the index are read once. */
function compoundFinder(database: DatabaseSync, name: IndexName, itemsWith: (word: string) => number) {
  const all = database.prepare(`select word from ${name}Forms`);
  let words: string[] | undefined;
  return (part: string): string[] => {
    if (part.length < minPartLetters || (part.length === minPartLetters && itemsWith(part) === 0)) return [];
    words ??= (all.all() as { word: string }[]).map(({ word }) => word);
    const isCompound = (word: string) =>
      word.length >= part.length + minRestLetters && (word.startsWith(part) || word.endsWith(part));
    return words.filter(isCompound).slice(0, maxForms);
  };
}

/** Creates the functions. `itemsWith` counts the items that contain a word; words are folded. */
export function readSpelling(
  database: DatabaseSync,
  name: IndexName,
  language: string,
  itemsWith: (word: string) => number,
): Spelling {
  const stem = stemmerFor(language);
  const stemEnglish = stemmerFor('en');
  const isCompounding = compounding.includes(language.toLowerCase().split('-')[0]!);
  const compounds = isCompounding ? compoundFinder(database, name, itemsWith) : () => [];
  const forms = database.prepare(`select word from ${name}Forms where stem = ? order by word limit ${maxForms}`);
  const wordsFrom = database.prepare(
    `select word from ${name}Forms where word >= ? and word < ? order by word limit ${maxForms}`,
  );
  const formsIn = (word: string): string[] => (forms.all(stem(word)) as { word: string }[]).map((row) => row.word);
  /** English words inflect in rooms of any language. */
  const englishForms = (word: string): string[] => {
    const root = stemEnglish(word);
    if (stem === stemEnglish || root.length < minPartLetters) return [];
    const near = wordsFrom.all(root, after(root)) as { word: string }[];
    return near.flatMap((row) => (stemEnglish(row.word) === root ? row.word : []));
  };
  const spellings = new Map<string, string[]>();
  const formsOf = (word: string): string[] => {
    const cached = spellings.get(word);
    if (cached) return cached;
    const knownForms = [...new Set([...formsIn(word), ...englishForms(word), ...compounds(word)])];
    // Only known words are cached, since a query may have any number of unknown ones.
    if (knownForms.length > 0) spellings.set(word, knownForms);
    return knownForms;
  };
  const alike = database.prepare(
    `select word, shown from ${name}Forms where word >= ? and word < ? and length(word) between ? and ?`,
  );
  const firstLetters = readFirstLetters(database, name);
  /** Returns the most similar word; among equally similar ones, the one that most items contain. */
  const best = (misspelt: string, maxDistance: number, rows: Near[]): string | undefined => {
    const near = rows
      .map(({ word, shown }) => ({ word, shown, far: editDistance(misspelt, word) }))
      .filter(({ word, far }) => far <= maxDistance && !isOtherWord(misspelt, word))
      .map((one) => ({ ...one, items: itemsWith(one.word) }))
      .filter(({ items }) => items > 0);
    near.sort((a, b) => a.far - b.far || b.items - a.items || (a.word < b.word ? -1 : 1));
    return near[0]?.shown;
  };
  return {
    formsOf,
    partsOf: (word) => {
      if (!isCompounding) return [];
      const isKnown = (part: string) => itemsWith(part) > 0 || formsOf(part).length > 0;
      let single: string[] = [];
      for (let at = word.length - minPartLetters; at >= minPartLetters; at--) {
        const parts: [string, string] = [word.slice(0, at).replace(/(?<=.{4})s$/, ''), word.slice(at)];
        const knownParts = parts.filter(isKnown);
        if (knownParts.length === 2) return parts;
        if (single.length === 0) single = knownParts.filter((part) => itemsWith(part) > 0);
      }
      return single;
    },
    nearest: (misspelt) => {
      const maxDistance = tolerance(misspelt);
      if (maxDistance === 0) return undefined;
      const beginningWith = (beginnings: string[]): Near[] =>
        beginnings.flatMap(
          (one) =>
            alike.all(
              one,
              after(one),
              misspelt.length - maxDistance,
              misspelt.length + maxDistance,
            ) as unknown[] as Near[],
        );
      const [first = ''] = misspelt;
      // First letters are rarely wrong, and a short word without its own is another word (bread, read).
      const near = best(misspelt, maxDistance, beginningWith([first]));
      if (near !== undefined || misspelt.length < minMisspeltLength) return near;
      return best(misspelt, maxDistance, beginningWith(otherBeginnings(misspelt, firstLetters())));
    },
  };
}
