// Drafts themes from the keywords of the site and the categories of its feeds, and proposes frequent words of titles.
import type { Creator } from '#contract/schemas/content-files.ts';
import { topicKey } from '#domain/lists/topics.ts';
import { containsWords } from '#domain/lists/themes.ts';
import { separateNumbers } from '#domain/text/notation.ts';
import { isStopWord } from '#domain/search/stop-words.ts';

export interface CategorisedEntry {
  keywords: string[];
  title: string;
}
interface ThemeDraft {
  label: string;
  keywords: string[];
  words: string[];
  entries: Set<number>;
}
export type Themes = Creator['themes'];

const maxThemes = 6;
/** Overlap of items from which two words count as one theme. */
const minOverlap = 0.75;
/** Words that say nothing about the subject, such as kinds of publications. */
const genericWords = new Set(
  'newsletter news blog podcast podcasts episode episodes video videos article articles post posts general misc uncategorized featured home update updates best letters reading teaser trailer bonus hidden'.split(
    ' ',
  ),
);
const pictographs = /[\p{Extended_Pictographic}\p{Emoji_Modifier}\u200d\ufe0f\u20e3]/gu;
/** Removes surrounding punctuation and repeated words. */
const cleanWord = (word: string): string =>
  [
    ...new Set(
      word
        .replace(pictographs, '')
        .replace(/^#|^hash-|[!?.:;]+$/g, '')
        .trim()
        .split(/\s+/),
    ),
  ].join(' ');

export interface ThemeSources {
  entries: CategorisedEntry[];
  /** Keywords of the pages. */
  topics: string[];
  /** Names of creator and publication, which are no themes. */
  names: string[];
  language: string;
}

/** Returns the themes that the creator wrote as keywords or categories, and proposals from frequent words of titles. */
export function draftThemes({ entries, topics, names, language }: ThemeSources): { stated: Themes; proposed: Themes } {
  const nameKeys = new Set([...names, ...names.flatMap((name) => name.split(/\s+/))].map(topicKey));
  const isTheme = (word: string) =>
    topicKey(word).length > 1 &&
    word.length <= 40 &&
    !/^\W*\d+\W*$/.test(word) &&
    !/\d{4}/.test(word) &&
    !genericWords.has(topicKey(word)) &&
    !nameKeys.has(topicKey(word)) &&
    !/https?:/.test(word);
  const clean = (words: string[]) => uniqueTopics(words.map(cleanWord).filter(isTheme));
  const drafts: ThemeDraft[] = [];
  const add = (label: string, minEntries: number) => {
    const draft = draftTheme(label, entries);
    if (draft.entries.size < minEntries || drafts.some(({ label: known }) => topicKey(known) === topicKey(label)))
      return;
    const twin = drafts.find((one) => overlap(one.entries, draft.entries) >= minOverlap);
    if (twin) twin.keywords.push(...draft.keywords.filter((word) => !twin.keywords.includes(word)));
    else if (drafts.length < maxThemes) drafts.push(draft);
  };
  for (const word of clean(topics)) add(word, 1);
  const minEntries = entries.length > 8 ? 2 : 1;
  const categories = entries.flatMap(({ keywords }) => keywords.filter((word) => cleanWord(word) === word));
  for (const word of mostFrequentFirst(categories.filter(isTheme))) add(word, minEntries);
  const statedCount = drafts.length;
  if (statedCount < 3) for (const word of frequentWords(entries, language).filter(isTheme)) add(word, 2);
  const themes = drafts.map(({ label, keywords, words }, at) => ({
    id: themeId(label, at),
    label: label.charAt(0).toLocaleUpperCase(language) + label.slice(1),
    keywords,
    words,
  }));
  return { stated: themes.slice(0, statedCount), proposed: themes.slice(statedCount) };
}

/** Returns an id of Latin letters and digits, or a number if the label has none. */
const themeId = (label: string, at: number): string =>
  separateNumbers(label)
    .normalize('NFKD')
    .toLowerCase()
    .match(/[a-z0-9]+/g)
    ?.join('-') ?? `theme-${at + 1}`;

function draftTheme(label: string, entries: CategorisedEntry[]): ThemeDraft {
  const key = topicKey(label);
  const keywords = new Set([label.toLowerCase()]);
  const matches = new Set<number>();
  for (const [at, entry] of entries.entries()) {
    const same = entry.keywords.filter((word) => topicKey(cleanWord(word)) === key);
    for (const word of same) keywords.add(word.toLowerCase());
    if (same.length || containsWords(entry.title, label)) matches.add(at);
  }
  return { label, keywords: [...keywords], words: [label.toLowerCase()], entries: matches };
}

function overlap(one: Set<number>, other: Set<number>): number {
  const both = one.intersection(other).size;
  return both / (one.size + other.size - both);
}

/** Removes words that differ only in spelling. */
const uniqueTopics = (words: string[]): string[] =>
  [...new Map(words.toReversed().map((word) => [topicKey(word), word])).values()].toReversed();

function mostFrequentFirst(words: string[]): string[] {
  const counts = new Map<string, { word: string; count: number }>();
  for (const word of words) {
    const previous = counts.get(topicKey(word));
    counts.set(topicKey(word), { word: previous?.word ?? word, count: (previous?.count ?? 0) + 1 });
  }
  return [...counts.values()].sort((a, b) => b.count - a.count).map(({ word }) => word);
}

/** Returns frequent words of titles. Han words are short; words of hiragana alone are mostly grammar. */
function frequentWords(entries: CategorisedEntry[], language: string): string[] {
  const segments = new Intl.Segmenter(language, { granularity: 'word' });
  const words = entries.flatMap(({ title }) => [
    ...new Set(
      [...segments.segment(title)]
        .filter(({ isWordLike }) => isWordLike)
        .map(({ segment }) => segment.toLocaleLowerCase(language)),
    ),
  ]);
  const isMeaningful = (word: string) =>
    /\p{Script=Han}/u.test(word) ? word.length >= 2 : word.length >= 5 && !/^\p{Script=Hiragana}+$/u.test(word);
  return mostFrequentFirst(words.filter((word) => isMeaningful(word) && !isStopWord(word, language)));
}
