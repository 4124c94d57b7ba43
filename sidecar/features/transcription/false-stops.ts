// Full stops that an engine put where a piece of sound ended and the sentence went on: “of the.” “Harbour wall” becomes one.
import { isStopWord } from '#domain/search/stop-words.ts';
import type { SpokenSegment } from '#domain/transcripts/word-times.ts';

/** In English no sentence ends with one of these. */
const neverLast = new Set(
  'a an the and or but nor if although unless whereas my your our their its every than'.split(' '),
);
/** Longer silence may be where somebody broke off. */
const longestPause = 3;

const lastWord = (text: string): string | undefined => /(?<![\p{L}\p{N}'’])(\p{L}+)\.$/u.exec(text)?.[1]?.toLowerCase();

const isFalse = (one: SpokenSegment, next: SpokenSegment): boolean =>
  one.speaker === next.speaker &&
  next.start - one.end <= longestPause &&
  // “Plan A.” and “the letter A.” are the end of one.
  !/\p{Lu}\.$/u.test(one.text) &&
  neverLast.has(lastWord(one.text) ?? '');

/** A word that is no name goes on in small letters. */
function continued(text: string): string {
  const [first = ''] = /^[\p{L}'’]+/u.exec(text) ?? [];
  const isCommon = isStopWord(first.toLowerCase(), 'en') && !/^I(?:['’]|$)/.test(first);
  return isCommon ? first.toLowerCase() + text.slice(first.length) : text;
}

/** The number of words stays, and so do their times. */
export function withoutFalseStops<T extends SpokenSegment>(segments: T[], language: string): T[] {
  if (!/^en(?:-|$)/i.test(language)) return segments;
  return segments.map((one, at) => {
    const [before, next] = [segments[at - 1], segments[at + 1]];
    const text = before && isFalse(before, one) ? continued(one.text) : one.text;
    return { ...one, text: next && isFalse(one, next) ? text.slice(0, -1) : text };
  });
}
