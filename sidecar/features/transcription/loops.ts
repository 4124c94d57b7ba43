// Repetitions that a speech model makes up: the same words again and again, faster or longer than anybody says them.
import { deflateRawSync } from 'node:zlib';
import { spokenWords } from '#domain/transcripts/unspaced-text.ts';

/** Repetitions in a row that nobody speaks, by the number of words repeated (the index). */
const mostInARow = [Infinity, 5, 3, 3];
const mostOfLonger = 2;
const longestPhrase = 12;

/** Whisper takes text that shrinks more than this for a loop (https://github.com/openai/whisper, compression_ratio_threshold). */
const mostCompression = 2.4;
/** Shorter text compresses by chance. */
const leastBytes = 120;

/** Nobody speaks faster for a whole piece. */
const mostWordsASecond = 7;

export const wordsOf = spokenWords;

function repeats(words: string[], length: number): boolean {
  const most = mostInARow[length] ?? mostOfLonger;
  let same = 0;
  for (let at = length; at < words.length; at += 1) {
    same = words[at] === words[at - length] ? same + 1 : 0;
    if (same >= most * length) return true;
  }
  return false;
}

/** Each repetition in a row once. */
export function withoutRepeats(words: string[]): string[] {
  const kept: string[] = [];
  for (const word of words) {
    kept.push(word);
    for (let length = 1; length <= longestPhrase && 2 * length <= kept.length; length += 1) {
      const [last, before] = [kept.slice(-length), kept.slice(-2 * length, -length)];
      if (last.every((one, index) => one === before[index])) kept.length -= length;
    }
  }
  return kept;
}

export function isLoop(text: string, seconds: number): boolean {
  const words = wordsOf(text);
  if (words.length > 8 && words.length > seconds * mostWordsASecond) return true;
  for (let length = 1; length <= longestPhrase; length += 1) if (repeats(words, length)) return true;
  const bytes = Buffer.from(words.join(' '));
  return bytes.length >= leastBytes && bytes.length / deflateRawSync(bytes).length > mostCompression;
}
