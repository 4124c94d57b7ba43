// Selects the content that tasks are made of.
import { foldWord, splitWords } from '#domain/search/words.ts';
import { isStopWord } from '#domain/search/stop-words.ts';

export interface WorkPiece {
  id: string;
  title: string;
  /** Empty if there is no summary. */
  summary: string;
  /** Labels that the creator gave the item. */
  labels: string[];
  /** Reads the text when a task needs it. */
  text: () => string;
}

export interface Material {
  publication: string;
  /** BCP 47 tag. */
  language: string;
  pieces: WorkPiece[];
  /** Texts that have a price, so that answers about their sentences cannot be looked up. */
  priced: WorkPiece[];
  /** Labels that distinguish items. */
  labels: string[];
  themes: { id: string; label: string }[];
}

/** Share of items above which a label does not distinguish them. */
const commonShare = 0.25;
const minCommonItems = 3;

/** Returns labels of the items and other labels of the creator, without the common ones. */
export function distinctiveLabels(pieces: Pick<WorkPiece, 'labels'>[], otherLabels: string[]): string[] {
  const counts = new Map(otherLabels.map((label) => [label, 0]));
  for (const { labels } of pieces) for (const label of labels) counts.set(label, (counts.get(label) ?? 0) + 1);
  const maxCount = Math.max(minCommonItems, pieces.length * commonShare);
  return [...counts]
    .filter(([, count]) => count <= maxCount)
    .map(([label]) => label)
    .sort();
}

export const toTerms = (text: string): string[] => splitWords(text).map(foldWord);

/** Returns each run of `length` consecutive words. */
export const toWordRuns = (words: readonly string[], length: number): string[] =>
  words.slice(length - 1).map((_, at) => words.slice(at, at + length).join(' '));

export const isContentWord = (word: string, language: string): boolean =>
  word.length > 2 && !isStopWord(word, language);

/** Returns the content words of a text. */
export const keyTerms = (text: string, language: string): Set<string> =>
  new Set(toTerms(text).filter((word) => isContentWord(word, language)));

const sentenceEnd = /(?<=[.!?。！？]["'”’»)\]]*)\s+|\n+/u;

export const splitSentences = (text: string): string[] => text.split(sentenceEnd).filter(Boolean);

/** Joins summary and text into one line, without repetitions of the title or the summary. */
export function summaryAndText({ title, summary, text }: WorkPiece): string {
  const withoutTitle = (part: string): string => {
    const line = part.replaceAll('\n', ' ').trim();
    return line.startsWith(title) ? line.slice(title.length).replace(/^[\s.:–—-]+/, '') : line;
  };
  const lead = withoutTitle(summary);
  const body = withoutTitle(text());
  const isRepeated = body.startsWith(lead.replace(/…$/, ''));
  return [isRepeated ? '' : lead, body].filter(Boolean).join(' ');
}
