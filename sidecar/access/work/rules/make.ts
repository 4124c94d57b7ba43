// Makes a task of a type, or of the first of some types that the content suffices for.
import type { TaskType } from '#contract/schemas/work.ts';
import { makeGapTask } from './gaps.ts';
import { makeLabelTask } from './label.ts';
import type { Material } from './material.ts';
import { seeded } from './random.ts';
import { makeSummary } from './summarize.ts';
import { makeSurvey } from './survey.ts';
import type { MadeTask, Make } from './task.ts';

const makers: Record<TaskType, Make> = {
  label_classify: makeLabelTask,
  match: makeGapTask,
  summarize: makeSummary,
  micro_survey: makeSurvey,
};

export const makeTask = (material: Material, type: TaskType, seed: string): MadeTask | undefined =>
  makers[type]({ material, random: seeded(`${type}\n${seed}`) });

/** What is judged at once: no look-up in the room helps with it. */
const provingTypes: TaskType[] = ['match', 'summarize'];

/** The seed says which type comes first; undefined where the content suffices for none. */
export function makeProvingTask(material: Material, seed: string): MadeTask | undefined {
  for (const type of seeded(seed).sample(provingTypes, provingTypes.length)) {
    const made = makeTask(material, type, seed);
    if (made) return made;
  }
  return undefined;
}
