// Makes a task of a type, or the one that is offered for a token.
import type { TaskType } from '#contract/schemas/work.ts';
import { minWordsForWork } from '#domain/access/access.ts';
import { shorten } from '#domain/room.ts';
import { makeGapTask } from './gaps.ts';
import { makeLabelTask } from './label.ts';
import { type Material, toTerms } from './material.ts';
import { createRandom } from './random.ts';
import { makeSurvey } from './survey.ts';
import { type TaskMaker, type NewTask, maxDrawnPieces } from './task.ts';

const minSummaryCharacters = 100;
/** Maximum length of a summary, the same as that of an item. */
const maxSummaryCharacters = 300;
const maxTextCharacters = 6000;

/** Makes a task that asks for a summary, preferably of an item without one. */
const makeSummary: TaskMaker = ({ material: { pieces, language, publication }, random }) => {
  const drawn = random
    .sample(pieces, maxDrawnPieces)
    .sort((a, b) => Number(a.summary !== '') - Number(b.summary !== ''));
  const piece = drawn.find(({ text }) => toTerms(text()).length >= minWordsForWork);
  if (!piece) return undefined;
  const { id, title, summary } = piece;
  return {
    type: 'summarize',
    proves: false,
    pieceIds: [id],
    description:
      `Summarize the text for readers of ${publication}: in its language and with its key terms, but in your own words, ` +
      `one to three of them, ${minSummaryCharacters} to ${maxSummaryCharacters} characters. Submission: {"summary": TEXT}.`,
    input: {
      title,
      text: shorten(piece.text(), maxTextCharacters),
      minCharacters: minSummaryCharacters,
      maxCharacters: maxSummaryCharacters,
    },
    key: { pieceId: id, language, summary },
  };
};

const makers: Record<TaskType, TaskMaker> = {
  label_classify: makeLabelTask,
  match: makeGapTask,
  summarize: makeSummary,
  micro_survey: makeSurvey,
};

export const makeTask = (material: Material, type: TaskType, seed: string): NewTask | undefined =>
  makers[type]({ material, random: createRandom(`${type}\n${seed}`) });

/**
 * Types of tasks for a client that wants a token immediately. Their answers cannot be looked up in the room. A program
 * that joins phrases of a text may pass for a summary, so summaries are only offered if the texts do not suffice for
 * gaps.
 */
const offeredTypes: TaskType[] = ['match', 'summarize'];

/** Returns undefined if the content does not suffice. */
export function makeOfferedTask(material: Material, seed: string): NewTask | undefined {
  for (const type of offeredTypes) {
    const task = makeTask(material, type, seed);
    if (task) return task;
  }
  return undefined;
}
