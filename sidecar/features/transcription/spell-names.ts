// Corrects names to the creator's spelling: “Jon Dashwood” becomes “John Dashwood”.
//
// A name is changed only if it sounds the same, or if the rest of the name is right and its last word differs by one
// letter. Lower-case words are never changed, nor a single word at the beginning of a sentence.
import { foldWord } from '#domain/search/words.ts';
import { isStopWord } from '#domain/search/stop-words.ts';
import type { SpokenSegment } from '#domain/transcripts/word-times.ts';

/** Shortest name of one word that is corrected; shorter ones are too often another word. */
const shortestAlone = 5;
const shortestLast = 4;
const maxListedChanges = 12;

/** Replaces letters that sound alike with the same letter. Vowels stay: Joan is not John. */
const soundOf = (word: string): string =>
  word
    .replace(/ch/g, 'ç')
    .replace(/sh|sch/g, 'š')
    .replace(/ph/g, 'f')
    .replace(/c(?=[eiy])/g, 's')
    .replace(/ck|[cq]/g, 'k')
    .replace(/z/g, 's')
    .replace(/ee|ea|ie|ey|y/g, 'i')
    .replace(/oo|ou/g, 'u')
    .replace(/(?<!^)h/g, '')
    .replace(/(.)\1+/g, '$1')
    .replace(/(?<=..)e$/, '');

/** Returns true if one letter was added, left out or replaced, except for the s of a plural. */
function isOneLetterApart(one: string, other: string): boolean {
  let [start, end] = [0, 0];
  while (start < Math.min(one.length, other.length) && one[start] === other[start]) start += 1;
  while (end < Math.min(one.length, other.length) - start && one.at(-1 - end) === other.at(-1 - end)) end += 1;
  const changedLength = Math.max(one.length, other.length) - start - end;
  return changedLength === 1 && !(one.length !== other.length && /s$/.test(one.length > other.length ? one : other));
}

interface Word {
  /** Word without punctuation and a possessive s. */
  text: string;
  /** Punctuation before and after the word. */
  before: string;
  after: string;
  beginsSentence: boolean;
}

const wordPattern = /^([^\p{L}\p{N}]*)(.*?)((?:['’]s)?[^\p{L}\p{N}]*)$/u;

function wordsOf(text: string): Word[] {
  let beginsSentence = true;
  return (text.match(/\S+/g) ?? []).map((token) => {
    const [, before = '', word = '', after = ''] = wordPattern.exec(token) ?? [];
    const splitWord = { text: word, before, after, beginsSentence };
    beginsSentence = /[.!?:…]/.test(after);
    return splitWord;
  });
}

const isCapital = (word: string): boolean => /^\p{Lu}/u.test(word);

function isMisspelling(word: Word, name: string, isLast: boolean, language: string): boolean {
  const transcribed = foldWord(word.text);
  const foldedName = foldWord(name);
  if (isCapital(name) && !isCapital(word.text)) return false;
  if (transcribed === foldedName) return true;
  if (!isCapital(word.text) || isStopWord(word.text, language)) return false;
  if (transcribed.length > 2 && soundOf(transcribed) === soundOf(foldedName)) return true;
  return (
    isLast &&
    Math.min(transcribed.length, foldedName.length) >= shortestLast &&
    isOneLetterApart(transcribed, foldedName)
  );
}

function isName(words: Word[], name: string[], language: string): boolean {
  if (words.every(({ text }, at) => text === name[at])) return false;
  // Punctuation between the words separates them.
  if (words.slice(0, -1).some(({ after }) => after !== '') || words.slice(1).some(({ before }) => before !== ''))
    return false;
  const [first] = words;
  if (name.length === 1)
    return (
      name[0]!.length >= shortestAlone &&
      isCapital(first!.text) &&
      !first!.beginsSentence &&
      isMisspelling(first!, name[0]!, false, language)
    );
  const restIsSame = words.slice(0, -1).every(({ text }, at) => foldWord(text) === foldWord(name[at]!));
  return words.every((word, at) => isMisspelling(word, name[at]!, restIsSame && at === name.length - 1, language));
}

/** Number of corrections by “transcribed” → “spelled”. */
type Changes = Map<string, number>;

function respell(text: string, names: string[][], knownNames: Set<string>, language: string, changes: Changes): string {
  const words = wordsOf(text);
  for (const name of names) {
    for (let at = 0; at + name.length <= words.length; at += 1) {
      const some = words.slice(at, at + name.length);
      const transcribed = some.map((word) => word.text).join(' ');
      // The text is a known name with the right spelling.
      if (knownNames.has(transcribed) || !isName(some, name, language)) continue;
      some.forEach((word, number) => (word.text = name[number]!));
      const change = `“${transcribed}” → “${name.join(' ')}”`;
      changes.set(change, (changes.get(change) ?? 0) + 1);
    }
  }
  return words.map((word) => word.before + word.text + word.after).join(' ');
}

/** Corrects names and adds a warning that lists the corrections. */
export function spellNames<T extends SpokenSegment>(
  segments: T[],
  spelled: string[],
  language: string,
): { segments: T[]; warnings: string[] } {
  const names = spelled
    .map((name) => name.split(/\s+/).filter(Boolean))
    .sort((one, other) => other.length - one.length);
  const knownNames = new Set([...spelled, ...names.flat()]);
  const changes: Changes = new Map();
  const respelledSegments = segments.map((one) => ({
    ...one,
    text: respell(one.text, names, knownNames, language, changes),
  }));
  if (changes.size === 0) return { segments, warnings: [] };
  const changeList = [...changes]
    .slice(0, maxListedChanges)
    .map(([change, times]) => change + (times > 1 ? ` (${times} times)` : ''));
  const more = changes.size > changeList.length ? ` and ${changes.size - changeList.length} more` : '';
  return {
    segments: respelledSegments,
    warnings: [`Names were corrected to the creator’s spelling: ${changeList.join(', ')}${more}.`],
  };
}
