// match: single sentences of texts that have a price, each with a word taken out; no look-up tells which, since nobody sees these texts for nothing.
import { sha256 } from '#domain/ids.ts';
import { isContentWord, splitSentences, toTerms } from './material.ts';
import type { WorkPiece } from './material.ts';
import { maxDrawnPieces, minOptions, withLetters, type TaskMaker } from './task.ts';

const gapCount = 7;
const needed = 5;
const optionCount = 21;
/** One sentence in so many is ever shown, and always with the same word taken out, so that no task answers another. */
const shownOneIn = 8;
const bounds = { least: 50, most: 220 };
const minLetters = 5;

const hashNumber = (text: string): number => Number.parseInt(sha256(text).slice(0, 8), 16);

/** The words that a reader knows of a piece without reading it. */
const wordsOfDescription = ({ title, summary }: WorkPiece): Set<string> => new Set(toTerms(`${title} ${summary}`));

/** Only common words: a capital would give a name away. */
function findCandidates(sentence: string, told: Set<string>, language: string): string[] {
  const words: string[] = sentence.match(/(?<![\p{L}\p{N}])\p{Ll}+(?![\p{L}\p{N}])/gu) ?? [];
  return words.filter(
    (word) =>
      word.length >= minLetters &&
      isContentWord(word, language) &&
      !told.has(word) &&
      words.indexOf(word) === words.lastIndexOf(word),
  );
}

interface Gap {
  text: string;
  word: string;
}

/** The gaps of a piece; who has seen all of them has seen an eighth of its sentences. */
export function findGaps(piece: WorkPiece, language: string): Gap[] {
  const told = wordsOfDescription(piece);
  return splitSentences(piece.text()).flatMap((sentence) => {
    const fits = sentence.length >= bounds.least && sentence.length <= bounds.most;
    const digest = hashNumber(`${piece.id}\n${sentence}`);
    if (!fits || digest % shownOneIn > 0) return [];
    const found = findCandidates(sentence, told, language);
    const word = found[Math.floor(digest / shownOneIn) % found.length];
    if (word === undefined) return [];
    return [{ text: sentence.replace(new RegExp(`(?<![\\p{L}\\p{N}])${word}(?![\\p{L}\\p{N}])`, 'u'), '____'), word }];
  });
}

/** Words of the same texts that stand in none of the sentences. */
function findOtherWords(pieces: WorkPiece[], shown: Set<string>, language: string): string[] {
  const words = pieces.flatMap((piece) => {
    const told = wordsOfDescription(piece);
    return splitSentences(piece.text()).flatMap((sentence) => findCandidates(sentence, told, language));
  });
  return [...new Set(words)].filter((word) => !shown.has(word)).sort();
}

export const makeGapTask: TaskMaker = ({ material: { priced, publication, language }, random }) => {
  const drawn = random.sample(priced, maxDrawnPieces);
  const found = drawn.flatMap((piece) => findGaps(piece, language).map((gap) => ({ ...gap, piece })));
  const distinct = found.filter(({ word }, at) => found.findIndex((one) => one.word === word) === at);
  const asked = random.sample(distinct, gapCount);
  const shown = new Set(asked.flatMap(({ text, word }) => [...toTerms(text), word]));
  const pieces = [...new Set(asked.map(({ piece }) => piece))];
  const others = random.sample(findOtherWords(pieces, shown, language), optionCount - gapCount);
  if (asked.length < gapCount || others.length + gapCount < minOptions) return undefined;
  const words = random.sample([...asked.map(({ word }) => word), ...others], optionCount);
  const idOf = (word: string): string => `w${words.indexOf(word) + 1}`;
  const questions = withLetters(asked);
  return {
    type: 'match',
    proves: true,
    pieceIds: pieces.map(({ id }) => id),
    description:
      `A word was taken out of each of these sentences of ${publication}. Choose the word of the options that stood in ` +
      'the gap. Submission: {"matchId": {"a": ID, …}}, one for each question.',
    input: {
      questions: questions.map(([id, { text }]) => ({ id, text })),
      options: words.map((word) => ({ id: idOf(word), title: word })),
    },
    key: { answers: Object.fromEntries(questions.map(([id, { word }]) => [id, idOf(word)])), needed, open: {} },
  };
};
