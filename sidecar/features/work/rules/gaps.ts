// match: sentences of paid texts with one word removed. The answers cannot be looked up, since these texts are not
// free.
import { sha256 } from '#domain/ids.ts';
import { isContentWord, splitSentences, toTerms, type WorkPiece } from './material.ts';
import { maxDrawnPieces, minOptions, withLetters, type TaskMaker } from './task.ts';

const gapCount = 7;
const needed = 5;
const optionCount = 21;
/**
 * Only one sentence in eight is ever shown, always with the same word removed, so that no task answers another.
 */
const shownOneIn = 8;
const bounds = { min: 50, max: 220 };
const minLetters = 5;

const hashNumber = (text: string): number => Number.parseInt(sha256(text).slice(0, 8), 16);

/** Returns words that a reader knows without reading the text. */
const wordsOfDescription = ({ title, summary }: WorkPiece): Set<string> => new Set(toTerms(`${title} ${summary}`));

/** Returns words that can be removed. Only words in lower case, since a capital would give a name away. */
function findCandidates(sentence: string, knownWords: Set<string>, language: string): string[] {
  const words: string[] = sentence.match(/(?<![\p{L}\p{N}])\p{Ll}+(?![\p{L}\p{N}])/gu) ?? [];
  return words.filter(
    (word) =>
      word.length >= minLetters &&
      isContentWord(word, language) &&
      !knownWords.has(word) &&
      words.indexOf(word) === words.lastIndexOf(word),
  );
}

interface Gap {
  text: string;
  word: string;
}

/** Finds the gaps of a text. All of them together show an eighth of its sentences. */
export function findGaps(piece: WorkPiece, language: string): Gap[] {
  const knownWords = wordsOfDescription(piece);
  return splitSentences(piece.text()).flatMap((sentence) => {
    const hasGoodLength = sentence.length >= bounds.min && sentence.length <= bounds.max;
    const digest = hashNumber(`${piece.id}\n${sentence}`);
    if (!hasGoodLength || digest % shownOneIn > 0) return [];
    const candidates = findCandidates(sentence, knownWords, language);
    const word = candidates[Math.floor(digest / shownOneIn) % candidates.length];
    if (word === undefined) return [];
    return [{ text: sentence.replace(new RegExp(`(?<![\\p{L}\\p{N}])${word}(?![\\p{L}\\p{N}])`, 'u'), '____'), word }];
  });
}

/** Returns words of the same texts that occur in none of the sentences. */
function findOtherWords(pieces: WorkPiece[], shownWords: Set<string>, language: string): string[] {
  const words = pieces.flatMap((piece) => {
    const knownWords = wordsOfDescription(piece);
    return splitSentences(piece.text()).flatMap((sentence) => findCandidates(sentence, knownWords, language));
  });
  return [...new Set(words)].filter((word) => !shownWords.has(word)).sort();
}

export const makeGapTask: TaskMaker = ({ material: { priced, publication, language }, random }) => {
  const drawn = random.sample(priced, maxDrawnPieces);
  const allGaps = drawn.flatMap((piece) => findGaps(piece, language).map((gap) => ({ ...gap, piece })));
  const distinct = allGaps.filter(({ word }, at) => allGaps.findIndex((gap) => gap.word === word) === at);
  const selectedGaps = random.sample(distinct, gapCount);
  const shownWords = new Set(selectedGaps.flatMap(({ text, word }) => [...toTerms(text), word]));
  const pieces = [...new Set(selectedGaps.map(({ piece }) => piece))];
  const others = random.sample(findOtherWords(pieces, shownWords, language), optionCount - gapCount);
  if (selectedGaps.length < gapCount || others.length + gapCount < minOptions) return undefined;
  const words = random.sample([...selectedGaps.map(({ word }) => word), ...others], optionCount);
  const idOf = (word: string): string => `w${words.indexOf(word) + 1}`;
  const questions = withLetters(selectedGaps);
  return {
    type: 'match',
    proves: true,
    pieceIds: pieces.map(({ id }) => id),
    description:
      `One word was removed from each of these sentences of ${publication}. Choose the missing word from the options. ` +
      'Submission: {"matchId": {"a": ID, …}}, one for each question.',
    input: {
      questions: questions.map(([id, { text }]) => ({ id, text })),
      options: words.map((word) => ({ id: idOf(word), title: word })),
    },
    key: { answers: Object.fromEntries(questions.map(([id, { word }]) => [id, idOf(word)])), needed, open: {} },
  };
};
