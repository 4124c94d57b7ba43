// label_classify: pieces to be filed under a label; of most the creator's own label is known, the others are asked in earnest.
import { shorten } from '#domain/room.ts';
import { aboutOf, type Material, type Piece, terms } from './material.ts';
import type { Random } from './random.ts';
import { drawnPieces, leastOptions, lettered, type Make, mostOptions } from './task.ts';

/** For what fits nowhere; never right where the label is known. */
export const noLabel = 'none of these';

/** How many questions are known, how many of these must be right, how many are open. */
const mix = { known: 2, needed: 2, open: 3 };
const leastWords = 12;
const mostCharacters = 500;

/** The title, and what it is about. */
const shownText = (piece: Piece): string => {
  const { title } = piece;
  const end = /[\p{L}\p{N}]$/u.test(title) ? '.' : '';
  return `${title}${end} ${shorten(aboutOf(piece), mostCharacters)}`;
};

interface Labelled {
  piece: Piece;
  label: string;
}

/** Pieces with one label each, which none of the others has. */
function drawKnown(drawn: Piece[], telling: Set<string>, random: Random, count: number): Labelled[] {
  const known: Labelled[] = [];
  for (const piece of drawn) {
    const usable = piece.labels.filter(
      (label) => telling.has(label) && known.every((one) => !one.piece.labels.includes(label)),
    );
    const [label] = random.sample(usable, 1);
    if (label === undefined || known.some((one) => piece.labels.includes(one.label))) continue;
    known.push({ piece, label });
    if (known.length === count) break;
  }
  return known;
}

/** Those without a label first: they need one. */
const drawOpen = (drawn: Piece[], known: Labelled[], count: number): Piece[] =>
  drawn
    .filter((piece) => known.every((one) => one.piece !== piece))
    .sort((a, b) => Number(a.labels.length > 0) - Number(b.labels.length > 0))
    .slice(0, count);

/** Besides the right ones: labels that none of the pieces has. */
function drawOptions({ labels }: Material, random: Random, known: Labelled[], open: Piece[]): string[] {
  const own = new Set([...known.map(({ piece }) => piece), ...open].flatMap((piece) => piece.labels));
  const right = known.map(({ label }) => label);
  const wrong = labels.filter((label) => !own.has(label));
  return [...right, ...random.sample(wrong, mostOptions - right.length)].sort();
}

/** For each option one piece with this label; a label that no piece has is one of the creator's themes. */
const carriersOf = ({ pieces }: Material, options: string[]): Piece[] =>
  options.flatMap((label) => pieces.find(({ labels }) => labels.includes(label)) ?? []);

export const makeLabelTask: Make = ({ material, random }) => {
  const drawn = random
    .sample(material.pieces, drawnPieces)
    .filter((piece) => terms(shownText(piece)).length >= leastWords);
  const known = drawKnown(drawn, new Set(material.labels), random, mix.known);
  const open = drawOpen(drawn, known, mix.open);
  const options = drawOptions(material, random, known, open);
  if (known.length < mix.known || open.length < mix.open || options.length < leastOptions) return undefined;
  const pieces = [...known.map(({ piece }) => piece), ...open];
  const questions = lettered(random.sample(pieces, pieces.length));
  const idOf = (piece: Piece): string => questions.find(([, one]) => one === piece)![0];
  return {
    type: 'label_classify',
    proves: false,
    pieceIds: [...pieces, ...carriersOf(material, options)].map(({ id }) => id),
    description:
      `Read each text and choose the one label of the options that the creator of ${material.publication} would file it ` +
      `under, or “${noLabel}”. Submission: {"label": {"a": LABEL, …}}, one for each question.`,
    input: {
      questions: questions.map(([id, piece]) => ({ id, text: shownText(piece) })),
      options: [...options, noLabel],
    },
    key: {
      answers: Object.fromEntries(known.map(({ piece, label }) => [idOf(piece), label])),
      needed: mix.needed,
      open: Object.fromEntries(open.map((piece) => [idOf(piece), piece.id])),
    },
  };
};
