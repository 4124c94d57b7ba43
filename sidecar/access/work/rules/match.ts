// match: passages to be matched with the pieces they are from; a piece that is not among them asks for what is nearest to it.
import { shorten } from '#domain/room.ts';
import { passageFrom, type Piece, sentenceCount } from './material.ts';
import type { Random } from './random.ts';
import { drawnPieces, leastOptions, lettered, type Make, mixOf, mostOptions } from './task.ts';

const leastWords = 30;
const mostCharacters = 600;
const summaryCharacters = 120;

/** Some sentences out of the piece. */
function drawPassage(piece: Piece, random: Random): string | undefined {
  const text = piece.text();
  const passage = passageFrom(text, random.below(sentenceCount(text)), leastWords) ?? passageFrom(text, 0, leastWords);
  return passage && shorten(passage, mostCharacters);
}

interface Quoted {
  piece: Piece;
  text: string;
}

function drawQuoted(drawn: Piece[], random: Random, count: number): Quoted[] {
  const quoted: Quoted[] = [];
  for (const piece of drawn) {
    if (quoted.length === count) break;
    const text = drawPassage(piece, random);
    if (text) quoted.push({ piece, text });
  }
  return quoted;
}

export const makeMatchTask: Make = ({ material: { pieces, publication }, random, isLight }) => {
  const mix = mixOf(isLight);
  const drawn = random.sample(pieces, drawnPieces);
  const quoted = drawQuoted(drawn, random, mix.known + mix.open);
  if (quoted.length < mix.known + mix.open) return undefined;
  const [known, open] = [quoted.slice(0, mix.known), quoted.slice(mix.known)];
  const others = drawn.filter((piece) => quoted.every((one) => one.piece !== piece));
  const options = [...known.map(({ piece }) => piece), ...others].slice(0, mostOptions);
  if (options.length < leastOptions) return undefined;
  const questions = lettered(random.sample(quoted, quoted.length));
  const idOf = (one: Quoted): string => questions.find(([, other]) => other === one)![0];
  return {
    type: 'match',
    isLight,
    description:
      `Each passage is from a piece of ${publication}. Choose the piece of the options that it is from; where that is ` +
      'not among them, the one that goes best with it. Submission: {"matchId": {"a": ID, …}}, one for each question.',
    input: {
      questions: questions.map(([id, { text }]) => ({ id, text })),
      options: random.sample(options, options.length).map(({ id, title, summary }) => ({
        id,
        title,
        ...(summary && { summary: shorten(summary, summaryCharacters) }),
      })),
    },
    key: {
      answers: Object.fromEntries(known.map((one) => [idOf(one), one.piece.id])),
      needed: mix.needed,
      open: Object.fromEntries(open.map((one) => [idOf(one), one.piece.id])),
    },
  };
};
