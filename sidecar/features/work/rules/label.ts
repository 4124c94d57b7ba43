// label_classify: items to be filed under a label. Some labels are known and checked, the others are open questions.
import { shorten } from '#domain/room.ts';
import { summaryAndText, type Material, type WorkPiece, toTerms } from './material.ts';
import type { Random } from './random.ts';
import { maxDrawnPieces, minOptions, withLetters, type TaskMaker, maxOptions } from './task.ts';

/** Option for items that fit no label; never correct if the label is known. */
export const noLabelOption = 'none of these';

/** Number of questions with a known answer, of correct answers to pass, and of open questions. */
const mix = { known: 2, needed: 2, open: 3 };
const minWords = 12;
const maxCharacters = 500;

/** Returns the title, and the beginning of summary and text. */
const questionText = (piece: WorkPiece): string => {
  const { title } = piece;
  const end = /[\p{L}\p{N}]$/u.test(title) ? '.' : '';
  return `${title}${end} ${shorten(summaryAndText(piece), maxCharacters)}`;
};

interface LabelledPiece {
  piece: WorkPiece;
  label: string;
}

/** Draws items with one label each that none of the others has. */
function drawLabelled(drawn: WorkPiece[], knownLabels: Set<string>, random: Random, count: number): LabelledPiece[] {
  const labelled: LabelledPiece[] = [];
  for (const piece of drawn) {
    const usable = piece.labels.filter(
      (label) => knownLabels.has(label) && labelled.every((one) => !one.piece.labels.includes(label)),
    );
    const [label] = random.sample(usable, 1);
    if (label === undefined || labelled.some((one) => piece.labels.includes(one.label))) continue;
    labelled.push({ piece, label });
    if (labelled.length === count) break;
  }
  return labelled;
}

/** Draws items, those without a label first. */
const drawOpen = (drawn: WorkPiece[], labelled: LabelledPiece[], count: number): WorkPiece[] =>
  drawn
    .filter((piece) => labelled.every((one) => one.piece !== piece))
    .sort((a, b) => Number(a.labels.length > 0) - Number(b.labels.length > 0))
    .slice(0, count);

/** Draws options: the correct labels, and labels that none of the items has. */
function drawOptions({ labels }: Material, random: Random, labelled: LabelledPiece[], open: WorkPiece[]): string[] {
  const usedLabels = new Set([...labelled.map(({ piece }) => piece), ...open].flatMap((piece) => piece.labels));
  const right = labelled.map(({ label }) => label);
  const wrong = labels.filter((label) => !usedLabels.has(label));
  return [...right, ...random.sample(wrong, maxOptions - right.length)].sort();
}

/** Returns one item for each label. Labels without an item come from the creator's themes. */
const findLabelledPieces = ({ pieces }: Material, options: string[]): WorkPiece[] =>
  options.flatMap((label) => pieces.find(({ labels }) => labels.includes(label)) ?? []);

export const makeLabelTask: TaskMaker = ({ material, random }) => {
  const drawn = random
    .sample(material.pieces, maxDrawnPieces)
    .filter((piece) => toTerms(questionText(piece)).length >= minWords);
  const labelled = drawLabelled(drawn, new Set(material.labels), random, mix.known);
  const open = drawOpen(drawn, labelled, mix.open);
  const options = drawOptions(material, random, labelled, open);
  if (labelled.length < mix.known || open.length < mix.open || options.length < minOptions) return undefined;
  const pieces = [...labelled.map(({ piece }) => piece), ...open];
  const questions = withLetters(random.sample(pieces, pieces.length));
  const idOf = (piece: WorkPiece): string => questions.find(([, one]) => one === piece)![0];
  return {
    type: 'label_classify',
    proves: false,
    pieceIds: [...pieces, ...findLabelledPieces(material, options)].map(({ id }) => id),
    description:
      `Read each text and choose the one label of the options that the creator of ${material.publication} would file it ` +
      `under, or “${noLabelOption}”. Submission: {"label": {"a": LABEL, …}}, one for each question.`,
    input: {
      questions: questions.map(([id, piece]) => ({ id, text: questionText(piece) })),
      options: [...options, noLabelOption],
    },
    key: {
      answers: Object.fromEntries(labelled.map(({ piece, label }) => [idOf(piece), label])),
      needed: mix.needed,
      open: Object.fromEntries(open.map((piece) => [idOf(piece), piece.id])),
    },
  };
};
