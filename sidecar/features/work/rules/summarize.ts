// summarize: a text to be summed up so shortly that it can stand as the item's summary.
import { leastWordsForWork } from '#domain/access/access.ts';
import { shorten } from '#domain/room.ts';
import { terms } from './material.ts';
import { drawnPieces, type Make } from './task.ts';

const minCharacters = 100;
/** As long as a summary of an item may be. */
const maxCharacters = 300;
const mostCharacters = 6000;

/** Pieces without a summary first: they need one. */
export const makeSummary: Make = ({ material: { pieces, language, publication }, random }) => {
  const drawn = random.sample(pieces, drawnPieces).sort((a, b) => Number(a.summary !== '') - Number(b.summary !== ''));
  const piece = drawn.find(({ text }) => terms(text()).length >= leastWordsForWork);
  if (!piece) return undefined;
  const { id, title, summary } = piece;
  return {
    type: 'summarize',
    proves: false,
    pieceIds: [id],
    description:
      `Sum up the text for readers of ${publication}: in its language and with its key terms, but in your own sentences, ` +
      `one to three of them, ${minCharacters} to ${maxCharacters} characters. Submission: {"summary": TEXT}.`,
    input: { title, text: shorten(piece.text(), mostCharacters), minCharacters, maxCharacters },
    key: { pieceId: id, language, summary },
  };
};
