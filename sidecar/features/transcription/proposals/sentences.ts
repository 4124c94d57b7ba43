// Splits a transcript into sentences with times and significant terms.
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
  /** Folded words without stop words. */
  terms: string[];
}

/** Pause that ends a sentence without a full stop. */
const pauseSeconds = 2;
const shortestTerm = 3;
/** Returns true for a word of two or more Han or Katakana characters. Words in Hiragana alone are mostly grammar. */
const isDenseTerm = (word: string): boolean => word.length > 1 && /^[\p{scx=Han}\p{scx=Katakana}]/u.test(word);

export const isCompleteSentence = (text: string): boolean => /[.!?…。！？]["”’)」]?$/.test(text);

export const significantTerms = (text: string, language: string): string[] =>
  spokenWords(text)
    .flatMap((word) => (isDenseTerm(word) ? [word] : splitWords(word).map(foldWord)))
    .filter(
      (word) => (word.length >= shortestTerm || isDenseTerm(word)) && !/^\d/.test(word) && !isStopWord(word, language),
    );

/** Splits a segment into words, and at ends of sentences without a space. */
const splitSegment = (segment: Segment): TimedWord[] =>
  timedWords(segment).flatMap(({ text, start }, at, all) => {
    const until = all[at + 1]?.start ?? segment.end;
    let before = 0;
    return text.split(/(?<=[。！？][」』）]?)(?![」』）])/u).map((part) => {
      const share = before / text.length;
      before += part.length;
      return { text: part, start: start + (until - start) * share };
    });
  });

/** Splits segments into sentences, across captions but not across speakers. */
export function splitSentences(segments: Segment[], language: string): Sentence[] {
  const sentences: Omit<Sentence, 'terms'>[] = [];
  let open: Omit<Sentence, 'terms'> | undefined;
  for (const segment of segments) {
    const { speaker, end } = segment;
    if (open && (open.speaker !== speaker || segment.start - open.end >= pauseSeconds)) open = undefined;
    for (const { text, start } of splitSegment(segment)) {
      if (open && !isCompleteSentence(open.text)) open.text = joinTexts(open.text, text);
      else sentences.push((open = { start, end, text, ...(speaker && { speaker }) }));
      open.end = end;
    }
  }
  return sentences.map((sentence, at) => ({
    ...sentence,
    end: Math.max(sentence.start, Math.min(sentence.end, sentences[at + 1]?.start ?? sentence.end)),
    terms: significantTerms(sentence.text, language),
  }));
}
