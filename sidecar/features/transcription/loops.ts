// Detects repetitions that a speech model invents: the same words, faster or more often than anybody says them.
import { deflateRawSync } from 'node:zlib';
import { spokenWords } from '#domain/transcripts/unspaced-text.ts';

/** Repetitions in a row that nobody speaks, indexed by the number of repeated words. */
const maxRepeats = [Infinity, 5, 3, 3];
const maxRepeatsOfLonger = 2;
const longestPhrase = 12;

/** Compression ratio above which text is a loop, as in Whisper (compression_ratio_threshold). */
const maxCompression = 2.4;
/** Shorter text may compress well by chance. */
const minBytes = 120;

/** Rate of speech that nobody exceeds for a whole chunk. */
const maxWordsASecond = 7;

function repeats(words: string[], length: number): boolean {
  const maxCount = maxRepeats[length] ?? maxRepeatsOfLonger;
  let same = 0;
  for (let at = length; at < words.length; at += 1) {
    same = words[at] === words[at - length] ? same + 1 : 0;
    if (same >= maxCount * length) return true;
  }
  return false;
}

/** Removes repetitions in a row. */
export function removeRepeats(words: string[]): string[] {
  const unrepeated: string[] = [];
  for (const word of words) {
    unrepeated.push(word);
    for (let length = 1; length <= longestPhrase && 2 * length <= unrepeated.length; length += 1) {
      const last = unrepeated.slice(-length);
      const before = unrepeated.slice(-2 * length, -length);
      if (last.every((one, index) => one === before[index])) unrepeated.length -= length;
    }
  }
  return unrepeated;
}

export function isRepetitionLoop(text: string, seconds: number): boolean {
  const words = spokenWords(text);
  if (words.length > 8 && words.length > seconds * maxWordsASecond) return true;
  for (let length = 1; length <= longestPhrase; length += 1) if (repeats(words, length)) return true;
  const bytes = Buffer.from(words.join(' '));
  return bytes.length >= minBytes && bytes.length / deflateRawSync(bytes).length > maxCompression;
}
