// Finds the beginnings and ends of sentences. A line break ends a sentence, too.

/** Distance to which the rest of a sentence is searched; longer blocks are no prose. */
const nearbyCharacters = 1000;
/** Matches a full stop before a space, or one that needs no space. Three dots do not end a sentence. */
const ending = /(?:(?<!\.)[.!?]["'”’»)\]]*(?=\s|$)|[。！？]["'”’」』）)\]]*)\s*/gu;
const isSigns = (text: string): boolean => /^[\s\p{P}\p{S}]*$/u.test(text);

/** Returns the part of the sentence before `start`; empty if it has only punctuation. */
export function sentenceBefore(text: string, start: number): string {
  const line = text
    .slice(Math.max(0, start - nearbyCharacters), start)
    .split('\n')
    .at(-1)!;
  const last = [...line.matchAll(ending)].at(-1);
  const before = line.slice(last ? last.index + last[0].length : 0);
  return isSigns(before) ? '' : before;
}

/** Returns the part of the sentence after `end`; empty if it has only punctuation. */
export function sentenceAfter(text: string, end: number): string {
  const line = text.slice(end, end + nearbyCharacters).split('\n')[0]!;
  const [first] = line.matchAll(ending);
  const after = line.slice(0, first ? first.index + first[0].length : undefined);
  return isSigns(after) ? '' : after.trimEnd();
}

/** Returns the mark that ends a sentence at the beginning of the text, after other punctuation but no ellipsis. */
export const endSign = (text: string): string | undefined =>
  /^(?:(?!…|\.\.)[^\p{L}\p{N}\n])*?([.!?。！？])(?![.\p{L}\p{N}])/u.exec(text)?.[1];
