// Texts as sentences.
import { memoizeText } from './memoize-text.ts';

/** Adds a full stop, unless the text already ends with one. */
export const asSentence = (text: string): string => (/[.!?…]$/.test(text.trim()) ? text.trim() : `${text.trim()}.`);

const segmenterFor = memoizeText((language) => new Intl.Segmenter(language, { granularity: 'sentence' }));

/** A full stop that ends an abbreviation, and no sentence. */
const abbreviation = /(?<!\p{L})(?:[Mm]rs?|[Mm]s|[Dd]r|[Ss]t|[Ss]ra?|[Pp]rof|vs|[Nn]r|bzw|ca|\p{Lu})\.\s*$/u;
/** A full stop after an ordinal number in German. */
const ordinal = /(?<!\p{N})\d{1,2}\.\s*$/u;

export interface TextRange {
  start: number;
  end: number;
}

/** Returns the sentences of a text without the spaces around them. `language` is a BCP 47 tag. */
export function findSentences(text: string, language: string): TextRange[] {
  const ranges: TextRange[] = [];
  let start = 0;
  for (const { segment, index } of segmenterFor(language).segment(text)) {
    const next = index + segment.length;
    const isOpen = abbreviation.test(segment) || (/^de\b/i.test(language) && ordinal.test(segment));
    if (next < text.length && isOpen) continue;
    const sentence = text.slice(start, next);
    const from = next - sentence.trimStart().length;
    if (sentence.trim() !== '') ranges.push({ start: from, end: from + sentence.trim().length });
    start = next;
  }
  return ranges;
}

export const splitSentences = (text: string, language: string): string[] =>
  findSentences(text, language).map(({ start, end }) => text.slice(start, end));
