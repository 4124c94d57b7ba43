// Makes a task of a type, or the one that is offered for a token.
import type { TaskType } from '#contract/schemas/work.ts';
import { minWordsForWork } from '#domain/access/access.ts';
import { shorten } from '#domain/room.ts';
import { makeGapTask } from './gaps.ts';
import { makeLabelTask } from './label.ts';
import { type Material, terms } from './material.ts';
import { seeded } from './random.ts';
import { makeSurvey } from './survey.ts';
import { type Make, type NewTask, drawnPieces } from './task.ts';

const minCharacters = 100;
/** Length limit of a summary, the same as that of an item. */
const maxCharacters = 300;
const mostCharacters = 6000;

/** Pieces without a summary first: they need one. */
const makeSummary: Make = ({ material: { pieces, language, publication }, random }) => {
  const drawn = random.sample(pieces, drawnPieces).sort((a, b) => Number(a.summary !== '') - Number(b.summary !== ''));
  const piece = drawn.find(({ text }) => terms(text()).length >= minWordsForWork);
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

const makers: Record<TaskType, Make> = {
  label_classify: makeLabelTask,
  match: makeGapTask,
  summarize: makeSummary,
  micro_survey: makeSurvey,
};

export const makeTask = (material: Material, type: TaskType, seed: string): NewTask | undefined =>
  makers[type]({ material, random: seeded(`${type}\n${seed}`) });

/**
 * Types of tasks for a client that wants a token immediately: no look-up in the room helps with them. Phrases of a text that a
 * program joins can pass for a summary, so that a summary is the task only if the texts suffice for no gaps.
 */
const offeredTypes: TaskType[] = ['match', 'summarize'];

/** Undefined where the content suffices for none. */
export function makeOfferedTask(material: Material, seed: string): NewTask | undefined {
  for (const type of offeredTypes) {
    const task = makeTask(material, type, seed);
    if (task) return task;
  }
  return undefined;
}
