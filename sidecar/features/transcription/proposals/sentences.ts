// A transcript as sentences with times and the words that carry their meaning.
import type { Segment } from '#contract/schemas/transcripts.ts';
import { isStopWord } from '#domain/search/stop-words.ts';
import { foldWord, splitWords } from '#domain/search/words.ts';
import { joinTexts, spokenWords } from '#domain/transcripts/unspaced-text.ts';
import { type TimedWord, timedWords } from '#domain/transcripts/word-times.ts';

export interface Sentence {
  start: number;
  end: number;
  speaker?: string;
  text: string;
  /** Folded; without what stands everywhere. */
  terms: string[];
}

/** So long a pause ends a sentence that has no full stop. */
const pauseSeconds = 2;
const shortestTerm = 3;
/** Two signs of Chinese or Japanese are a whole word; those of Hiragana alone are mostly grammar. */
const isDenseTerm = (word: string): boolean => word.length > 1 && /^[\p{scx=Han}\p{scx=Katakana}]/u.test(word);

export const isWhole = (text: string): boolean => /[.!?…。！？]["”’)」]?$/.test(text);

export const termsOf = (text: string, language: string): string[] =>
  spokenWords(text)
    .flatMap((word) => (isDenseTerm(word) ? [word] : splitWords(word).map(foldWord)))
    .filter(
      (word) => (word.length >= shortestTerm || isDenseTerm(word)) && !/^\d/.test(word) && !isStopWord(word, language),
    );

/** Words, and sentences between which no space stands. */
const piecesOf = (segment: Segment): TimedWord[] =>
  timedWords(segment).flatMap(({ text, start }, at, all) => {
    const until = all[at + 1]?.start ?? segment.end;
    let before = 0;
    return text.split(/(?<=[。！？][」』）]?)(?![」』）])/u).map((piece) => {
      const share = before / text.length;
      before += piece.length;
      return { text: piece, start: start + (until - start) * share };
    });
  });

/** Over the borders of captions, never over those of speakers. */
export function sentencesOf(segments: Segment[], language: string): Sentence[] {
  const made: Omit<Sentence, 'terms'>[] = [];
  let open: Omit<Sentence, 'terms'> | undefined;
  for (const segment of segments) {
    const { speaker, end } = segment;
    if (open && (open.speaker !== speaker || segment.start - open.end >= pauseSeconds)) open = undefined;
    for (const { text, start } of piecesOf(segment)) {
      if (open && !isWhole(open.text)) open.text = joinTexts(open.text, text);
      else made.push((open = { start, end, text, ...(speaker && { speaker }) }));
      open.end = end;
    }
  }
  return made.map((sentence, at) => ({
    ...sentence,
    end: Math.max(sentence.start, Math.min(sentence.end, made[at + 1]?.start ?? sentence.end)),
    terms: termsOf(sentence.text, language),
  }));
}
