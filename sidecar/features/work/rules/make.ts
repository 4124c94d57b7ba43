// Makes a task of a type, or the one that is offered for a token.
import type { TaskType } from '#contract/schemas/work.ts';
import { makeGapTask } from './gaps.ts';
import { makeLabelTask } from './label.ts';
import type { Material } from './material.ts';
import { seeded } from './random.ts';
import { makeSummary } from './summarize.ts';
import { makeSurvey } from './survey.ts';
import type { Make, NewTask } from './task.ts';

const makers: Record<TaskType, Make> = {
  label_classify: makeLabelTask,
  match: makeGapTask,
  summarize: makeSummary,
  micro_survey: makeSurvey,
};

export const makeTask = (material: Material, type: TaskType, seed: string): NewTask | undefined =>
  makers[type]({ material, random: seeded(`${type}\n${seed}`) });

/**
 * What is asked of whoever wants a token at once: no look-up in the room helps with it. Phrases of a text that a program
 * joins can pass for a summary, so that one is asked for only where the texts suffice for no gaps.
 */
const offeredTypes: TaskType[] = ['match', 'summarize'];

/** Undefined where the content suffices for none. */
export function makeOfferedTask(material: Material, seed: string): NewTask | undefined {
  for (const type of offeredTypes) {
    const made = makeTask(material, type, seed);
    if (made) return made;
  }
  return undefined;
}
