// Places in a text: words as Unicode cuts them, and offsets as clients count them.
import type { TextSpan } from '#contract/schemas/search.ts';

/** The language only matters to scripts that are named by it; every machine must cut alike. */
const segmenter = new Intl.Segmenter('en', { granularity: 'word' });

const countCharacters = (text: string): number => {
  let count = 0;
  for (const _ of text) count++;
  return count;
};

/** From offsets of JavaScript to Unicode characters. */
export function toTextSpan(text: string, start: number, end: number): TextSpan {
  const before = countCharacters(text.slice(0, start));
  return { start: before, end: before + countCharacters(text.slice(start, end)) };
}

/** No word is longer, so that this much on both sides tells where words begin. */
const nearbyCharacters = 100;

/** The offset moved back to where the word begins that it lies in. */
export function wordStart(text: string, at: number): number {
  const from = Math.max(0, at - nearbyCharacters);
  const nearby = text.slice(from, at + nearbyCharacters);
  return from + (segmenter.segment(nearby).containing(at - from)?.index ?? at - from);
}

/** The first words of a text that together have `least` characters; the whole text where it has no more. */
export function firstWords(text: string, least: number): string {
  let end = 0;
  for (const { index, segment, isWordLike } of segmenter.segment(text)) {
    if (isWordLike) end = index + segment.length;
    if (end >= least) return text.slice(0, end);
  }
  return text;
}

export function lastWords(text: string, least: number): string {
  if (text.length <= least) return text;
  return text.slice(wordStart(text, text.length - least)).trimStart();
}
