// Positions in a text: word boundaries of Unicode, and offsets in characters.
import type { TextSpan } from '#contract/schemas/search.ts';

/** The fixed language makes the segmentation the same on every machine. */
const segmenter = new Intl.Segmenter('en', { granularity: 'word' });

const countCharacters = (text: string): number => {
  let count = 0;
  for (const _ of text) count++;
  return count;
};

/** Converts UTF-16 offsets to offsets in Unicode characters. */
export function toTextSpan(text: string, start: number, end: number): TextSpan {
  const before = countCharacters(text.slice(0, start));
  return { start: before, end: before + countCharacters(text.slice(start, end)) };
}

/** Size of the context for finding a word boundary; no word is longer. */
const nearbyCharacters = 100;

/** Returns the beginning of the word that contains the offset. */
export function wordStart(text: string, at: number): number {
  const from = Math.max(0, at - nearbyCharacters);
  const nearby = text.slice(from, at + nearbyCharacters);
  return from + (segmenter.segment(nearby).containing(at - from)?.index ?? at - from);
}

/** Returns the first words of a text with at least `minLength` characters in total; the whole text if it is shorter. */
export function firstWords(text: string, minLength: number): string {
  let end = 0;
  for (const { index, segment, isWordLike } of segmenter.segment(text)) {
    if (isWordLike) end = index + segment.length;
    if (end >= minLength) return text.slice(0, end);
  }
  return text;
}

export function lastWords(text: string, minLength: number): string {
  if (text.length <= minLength) return text;
  return text.slice(wordStart(text, text.length - minLength)).trimStart();
}
