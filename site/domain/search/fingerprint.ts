// Fingerprints of withdrawn texts: they tell if a text had certain words, and do not contain the text.
import { sha256 } from '../ids.ts';
import { tokenize } from '../tokens/tokens.ts';

/** Number of words in a row that are hashed together. */
const runWords = 4;
const hashDigits = 8;

function hashRuns(text: string): string[] {
  const words = tokenize(text).flatMap(({ form, isWord }) => (isWord ? [form] : []));
  return words
    .slice(0, Math.max(0, words.length - runWords + 1))
    .map((_, at) => sha256(words.slice(at, at + runWords).join(' ')).slice(0, hashDigits));
}

export const fingerprintText = (text: string): string => [...new Set(hashRuns(text))].sort().join('');

/** Returns true if the text of the fingerprint had all runs of the words; undefined if there are too few words. */
export function hasWords(fingerprint: string, words: string): boolean | undefined {
  const runs = hashRuns(words);
  if (runs.length === 0) return undefined;
  const hashes = new Set(fingerprint.match(new RegExp(`.{${hashDigits}}`, 'g')));
  return runs.every((run) => hashes.has(run));
}
