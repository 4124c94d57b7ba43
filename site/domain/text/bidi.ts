// The visual order of words in a line, for typesetting word by word (UAX #9).
import bidiFactory from 'bidi-js';

const bidi = bidiFactory();
const fromTheRight = /[\p{scx=Arabic}\p{scx=Hebrew}]/u;
const beginsFromTheRight = /^\P{L}*[\p{scx=Arabic}\p{scx=Hebrew}]/u;

export const hasRightToLeft = (text: string): boolean => fromTheRight.test(text);
/** Returns true if the first letter is right-to-left, which determines the direction of a word or paragraph. */
export const isRightToLeft = (text: string): boolean => beginsFromTheRight.test(text);

/** Returns words and spaces from left to right (rule L2). Latin words keep their order in an Arabic line. */
export function visualOrder(line: string): string[] {
  const { levels } = bidi.getEmbeddingLevels(line);
  const words = [...line.matchAll(/ +|[^ ]+/g)].map((match) => ({ text: match[0], level: levels[match.index]! }));
  const highest = Math.max(0, ...words.map(({ level }) => level));
  for (let level = highest; level > 0; level--) {
    for (let from = 0; from < words.length; from++) {
      let to = from;
      while (to < words.length && words[to]!.level >= level) to++;
      if (to > from + 1) words.splice(from, to - from, ...words.slice(from, to).reverse());
      from = to;
    }
  }
  return words.map(({ text }) => text);
}
