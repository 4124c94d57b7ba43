// Makes a task of a type, or of the first of some types that the content suffices for.
import type { TaskType } from '#contract/schemas/work.ts';
import { makeLabelTask } from './label.ts';
import { makeMatchTask } from './match.ts';
import type { Material } from './material.ts';
import { seeded } from './random.ts';
import { makeSummary } from './summarize.ts';
import { makeSurvey } from './survey.ts';
import type { MadeTask, Make } from './task.ts';

const makers: Record<TaskType, Make> = {
  label_classify: makeLabelTask,
  match: makeMatchTask,
  summarize: makeSummary,
  micro_survey: makeSurvey,
};

export interface Seed {
  seed: string;
  isLight?: boolean;
}

export const makeTask = (material: Material, type: TaskType, { seed, isLight = false }: Seed): MadeTask | undefined =>
  makers[type]({ material, random: seeded(`${type}\n${seed}`), isLight });

/** The seed says which type comes first; undefined where the content suffices for none. */
export function makeAnyTask(material: Material, seed: Seed): MadeTask | undefined {
  const types = Object.keys(makers) as TaskType[];
  for (const type of seeded(seed.seed).sample(types, types.length)) {
    const made = makeTask(material, type, seed);
    if (made) return made;
  }
  return undefined;
}
