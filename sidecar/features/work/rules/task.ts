// A task as it is kept: what the worker sees, and what only the judge knows.
import type { LabelInput, MatchInput, SummarizeInput, SurveyInput, TaskType } from '#contract/schemas/work.ts';
import type { Material } from './material.ts';
import type { Random } from './random.ts';

/** Answers to the questions whose answer is known; how many must be right; and the pieces that the others are about. */
export interface AnswerKey {
  answers: Record<string, string>;
  needed: number;
  /** Piece by question. */
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
    /** Whether a good answer proves understanding by itself; one that can be looked up or put together from phrases does not. */
    proves: boolean;
  } & TaskContents[T];
}[TaskType];
export type TaskOf<T extends TaskType> = Extract<MadeTask, { type: T }>;

/** As it is made, with the items whose words it shows. */
export type NewTask = MadeTask & { pieceIds: string[] };

interface TaskSource {
  material: Material;
  random: Random;
}

/** Undefined where the material does not suffice. */
export type TaskMaker = (wish: TaskSource) => NewTask | undefined;

/** Fewer options could be guessed. */
export const minOptions = 10;
export const maxOptions = 24;
/** Drawn to find what suits: a long list is not read to its end. */
export const maxDrawnPieces = 48;

/** Questions by the letters that name them. */
export const withLetters = <T>(list: T[]): [string, T][] => list.map((one, at) => [String.fromCodePoint(97 + at), one]);
