// What tasks are made of: the creator's own content, as far as everybody may read it for nothing.
import { foldWord, splitWords } from '#domain/search/words.ts';
import { isStopWord } from '#domain/search/stop-words.ts';

export interface WorkPiece {
  id: string;
  title: string;
  /** Empty where it has none. */
  summary: string;
  /** What the creator filed it under. */
  labels: string[];
  /** Its free text; read only when a task needs it. */
  text: () => string;
}

export interface Material {
  publication: string;
  /** BCP 47 tag. */
  language: string;
  pieces: WorkPiece[];
  /** Texts that have a price: single sentences of them are asked for, and nobody can look the answers up. */
  priced: WorkPiece[];
  /** Labels that tell pieces apart. */
  labels: string[];
  themes: { id: string; label: string }[];
}

/** A label of more pieces than this share says little about any of them. */
const commonShare = 0.25;
const leastCommon = 3;

/** Labels of the pieces, and those that the creator has for more to come. */
export function distinctiveLabels(pieces: Pick<WorkPiece, 'labels'>[], further: string[]): string[] {
  const counts = new Map(further.map((label) => [label, 0]));
  for (const { labels } of pieces) for (const label of labels) counts.set(label, (counts.get(label) ?? 0) + 1);
  const most = Math.max(leastCommon, pieces.length * commonShare);
  return [...counts]
    .filter(([, count]) => count <= most)
    .map(([label]) => label)
    .sort();
}

export const toTerms = (text: string): string[] => splitWords(text).map(foldWord);

/** Each `length` words that follow one another. */
export const toWordRuns = (words: readonly string[], length: number): string[] =>
  words.slice(length - 1).map((_, at) => words.slice(at, at + length).join(' '));

export const isContentWord = (word: string, language: string): boolean =>
  word.length > 2 && !isStopWord(word, language);

/** Words that say something, each once. */
export const keyTerms = (text: string, language: string): Set<string> =>
  new Set(toTerms(text).filter((word) => isContentWord(word, language)));

const sentenceEnd = /(?<=[.!?。！？]["'”’»)\]]*)\s+|\n+/u;

export const splitSentences = (text: string): string[] => text.split(sentenceEnd).filter(Boolean);

/** Summary and text in one line; neither says again what stands before it, as texts that begin with their title do. */
export function summaryAndText({ title, summary, text }: WorkPiece): string {
  const parts = [summary, text()].map((part) => part.replaceAll('\n', ' ').trim());
  const [told, body] = parts.map((part) => (part.startsWith(title) ? part.slice(title.length).replace(/^[\s.:–—-]+/, '') : part)) as [string, string]; // prettier-ignore
  return [body.startsWith(told.replace(/…$/, '')) ? '' : told, body].filter(Boolean).join(' ');
}
