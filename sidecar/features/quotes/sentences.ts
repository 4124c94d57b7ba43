// Where the sentences of a text begin and end; a block ends a sentence, too.

/** What lies further away is not shown: such a long block is no prose. */
const nearbyCharacters = 1000;
/** A sign with space after it, or one of those that need none; three dots go on. */
const ending = /(?:(?<!\.)[.!?]["'”’»)\]]*(?=\s|$)|[。！？]["'”’」』）)\]]*)\s*/gu;
const isSigns = (text: string): boolean => /^[\s\p{P}\p{S}]*$/u.test(text);

/** What of its sentence lies before `start`; empty where there is nothing but signs. */
export function sentenceBefore(text: string, start: number): string {
  const line = text
    .slice(Math.max(0, start - nearbyCharacters), start)
    .split('\n')
    .at(-1)!;
  const last = [...line.matchAll(ending)].at(-1);
  const before = line.slice(last ? last.index + last[0].length : 0);
  return isSigns(before) ? '' : before;
}

/** What of its sentence lies after `end`; empty where there is nothing but signs. */
export function sentenceAfter(text: string, end: number): string {
  const line = text.slice(end, end + nearbyCharacters).split('\n')[0]!;
  const [first] = line.matchAll(ending);
  const after = line.slice(0, first ? first.index + first[0].length : undefined);
  return isSigns(after) ? '' : after.trimEnd();
}

/** The sign that ends a sentence, if the text begins with one; other signs may stand before it, but no ellipsis. */
export const endSign = (text: string): string | undefined =>
  /^(?:(?!…|\.\.)[^\p{L}\p{N}\n])*?([.!?。！？])(?![.\p{L}\p{N}])/u.exec(text)?.[1];
