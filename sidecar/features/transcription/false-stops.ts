// Removes full stops that an engine adds at the end of a chunk within a sentence: “of the.” + “Harbour wall”.
import { isStopWord } from '#domain/search/stop-words.ts';
import type { SpokenSegment } from '#domain/transcripts/word-times.ts';

/** English words that end no sentence. */
const neverLast = new Set(
  'a an the and or but nor if although unless whereas my your our their its every than'.split(' '),
);
/** After a longer pause the speaker may have broken off. */
const longestPause = 3;

const lastWord = (text: string): string | undefined => /(?<![\p{L}\p{N}'’])(\p{L}+)\.$/u.exec(text)?.[1]?.toLowerCase();

const isFalse = (one: SpokenSegment, next: SpokenSegment): boolean =>
  one.speaker === next.speaker &&
  next.start - one.end <= longestPause &&
  // “Plan A.” and “the letter A.” end a sentence.
  !/\p{Lu}\.$/u.test(one.text) &&
  neverLast.has(lastWord(one.text) ?? '');

/** Lowers the first letter, unless the text begins with a name. */
function lowerFirst(text: string): string {
  const [first = ''] = /^[\p{L}'’]+/u.exec(text) ?? [];
  const isCommon = isStopWord(first.toLowerCase(), 'en') && !/^I(?:['’]|$)/.test(first);
  return isCommon ? first.toLowerCase() + text.slice(first.length) : text;
}

/** Joins sentences across segments. The number of words and their times do not change. */
export function removeFalseStops<T extends SpokenSegment>(segments: T[], language: string): T[] {
  if (!/^en(?:-|$)/i.test(language)) return segments;
  return segments.map((one, at) => {
    const before = segments[at - 1];
    const next = segments[at + 1];
    const text = before && isFalse(before, one) ? lowerFirst(one.text) : one.text;
    return { ...one, text: next && isFalse(one, next) ? text.slice(0, -1) : text };
  });
}
