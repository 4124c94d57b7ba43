// label_classify: pieces to be filed under a label; of most the creator's own label is known, the others are asked in earnest.
import { shorten } from '#domain/room.ts';
import { summaryAndText, type Material, type WorkPiece, toTerms } from './material.ts';
import type { Random } from './random.ts';
import { maxDrawnPieces, minOptions, withLetters, type TaskMaker, maxOptions } from './task.ts';

/** For what fits nowhere; never right where the label is known. */
export const noLabelOption = 'none of these';

/** How many questions are known, how many of these must be right, how many are open. */
const mix = { known: 2, needed: 2, open: 3 };
const leastWords = 12;
const mostCharacters = 500;

/** The title, and what it is about. */
const questionText = (piece: WorkPiece): string => {
  const { title } = piece;
  const end = /[\p{L}\p{N}]$/u.test(title) ? '.' : '';
  return `${title}${end} ${shorten(summaryAndText(piece), mostCharacters)}`;
};

interface LabelledPiece {
  piece: WorkPiece;
  label: string;
}

/** Pieces with one label each, which none of the others has. */
function drawKnown(drawn: WorkPiece[], telling: Set<string>, random: Random, count: number): LabelledPiece[] {
  const known: LabelledPiece[] = [];
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
const drawOpen = (drawn: WorkPiece[], known: LabelledPiece[], count: number): WorkPiece[] =>
  drawn
    .filter((piece) => known.every((one) => one.piece !== piece))
    .sort((a, b) => Number(a.labels.length > 0) - Number(b.labels.length > 0))
    .slice(0, count);

/** Besides the right ones: labels that none of the pieces has. */
function drawOptions({ labels }: Material, random: Random, known: LabelledPiece[], open: WorkPiece[]): string[] {
  const own = new Set([...known.map(({ piece }) => piece), ...open].flatMap((piece) => piece.labels));
  const right = known.map(({ label }) => label);
  const wrong = labels.filter((label) => !own.has(label));
  return [...right, ...random.sample(wrong, maxOptions - right.length)].sort();
}

/** For each option one piece with this label; a label that no piece has is one of the creator's themes. */
const findCarriers = ({ pieces }: Material, options: string[]): WorkPiece[] =>
  options.flatMap((label) => pieces.find(({ labels }) => labels.includes(label)) ?? []);

export const makeLabelTask: TaskMaker = ({ material, random }) => {
  const drawn = random
    .sample(material.pieces, maxDrawnPieces)
    .filter((piece) => toTerms(questionText(piece)).length >= leastWords);
  const known = drawKnown(drawn, new Set(material.labels), random, mix.known);
  const open = drawOpen(drawn, known, mix.open);
  const options = drawOptions(material, random, known, open);
  if (known.length < mix.known || open.length < mix.open || options.length < minOptions) return undefined;
  const pieces = [...known.map(({ piece }) => piece), ...open];
  const questions = withLetters(random.sample(pieces, pieces.length));
  const idOf = (piece: WorkPiece): string => questions.find(([, one]) => one === piece)![0];
  return {
    type: 'label_classify',
    proves: false,
    pieceIds: [...pieces, ...findCarriers(material, options)].map(({ id }) => id),
    description:
      `Read each text and choose the one label of the options that the creator of ${material.publication} would file it ` +
      `under, or “${noLabelOption}”. Submission: {"label": {"a": LABEL, …}}, one for each question.`,
    input: {
      questions: questions.map(([id, piece]) => ({ id, text: questionText(piece) })),
      options: [...options, noLabelOption],
    },
    key: {
      answers: Object.fromEntries(known.map(({ piece, label }) => [idOf(piece), label])),
      needed: mix.needed,
      open: Object.fromEntries(open.map((piece) => [idOf(piece), piece.id])),
    },
  };
};
