// A task as it is stored: the part that the worker sees, and the answer key.
import type { LabelInput, MatchInput, SummarizeInput, SurveyInput, TaskType } from '#contract/schemas/work.ts';
import type { Material } from './material.ts';
import type { Random } from './random.ts';

/** Known answers of a task, the number that must be right, and the items of the open questions. */
export interface AnswerKey {
  answers: Record<string, string>;
  needed: number;
  /** Ids of items by question. */
  open: Record<string, string>;
}

interface TaskContents {
  label_classify: { input: LabelInput; key: AnswerKey };
  match: { input: MatchInput; key: AnswerKey };
  summarize: { input: SummarizeInput; key: { pieceId: string; language: string; summary: string } };
  micro_survey: { input: SurveyInput; key: AnswerKey & { pieceId: string } };
}

export type MadeTask = {
  [T in TaskType]: {
    type: T;
    description: string;
    /** True if a good answer proves understanding. Answers that can be looked up or joined from phrases do not. */
    proves: boolean;
  } & TaskContents[T];
}[TaskType];
export type TaskOf<T extends TaskType> = Extract<MadeTask, { type: T }>;

/** A new task with the ids of the items that it quotes. */
export type NewTask = MadeTask & { pieceIds: string[] };

interface TaskSource {
  material: Material;
  random: Random;
}

/** Makes a task, or returns undefined if the material does not suffice. */
export type TaskMaker = (source: TaskSource) => NewTask | undefined;

/** Minimum number of options, so that guessing does not pay off. */
export const minOptions = 10;
export const maxOptions = 24;
/** Number of items that are drawn to find suitable ones, so that a long list is not read to its end. */
export const maxDrawnPieces = 48;

/** Pairs each element with a letter that names the question. */
export const withLetters = <T>(list: T[]): [string, T][] => list.map((one, at) => [String.fromCodePoint(97 + at), one]);
