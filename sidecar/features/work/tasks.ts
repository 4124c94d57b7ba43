// Stored tasks and answers, and tasks as workers see them.
import type { Selectable } from 'kysely';
import type { WorkTask } from '#contract/schemas/work.ts';
import { isoTime } from '#domain/instants.ts';
import type { TaskAnswers } from './rules/judge.ts';
import type { MadeTask } from './rules/task.ts';
import type { Db, Tx } from '../../storage/store.ts';
import type { Tables } from '../../storage/tables.ts';
import type {} from './tables.ts';

export type StoredTask = Selectable<Tables['workTasks']>;
export type WorkAnswer = Selectable<Tables['workAnswers']>;

export interface Reward {
  accessToken: string;
  resourceId: string;
  expiresAt: number;
}

/** Access that accepted work earns. */
export interface Grants {
  /** Adds a grant in the transaction that accepts the work. */
  add: (tx: Tx, grant: { resourceId: string; location: string; now: number }) => Promise<Reward & { tokenId: string }>;
  /** Returns the token of an earlier grant again, or undefined if it was revoked. */
  find: (db: Db, tokenId: string, location: string) => Promise<Reward | undefined>;
  revoke: (tx: Tx, tokenId: string, actor: string, now: number) => Promise<unknown>;
}

export interface WorkDeps {
  db: Db;
  /** Reads the store, so it is called before a transaction: the embedded store has one connection. */
  grants: () => Promise<Grants>;
  /** Milliseconds. */
  now: () => number;
}

/** @spec-gap work-tasks */
export const taskLifetimeMs = 15 * 60_000;

export const parseTask = ({ task }: Pick<StoredTask, 'task'>): MadeTask => JSON.parse(task) as MadeTask;
export const parseAnswers = ({ answers }: Pick<WorkAnswer, 'answers'>): TaskAnswers =>
  JSON.parse(answers) as TaskAnswers;

export function toWorkTask(task: StoredTask): Omit<WorkTask, 'submitUrl' | 'tasksLeft'> {
  const { type, description, input } = parseTask(task);
  return { taskId: task.id, type, description, input, expiresAt: isoTime(task.expiresAt) };
}

export const findTask = (db: Db, origin: StoredTask['origin'], id: string): Promise<StoredTask | undefined> =>
  db.selectFrom('workTasks').selectAll().where('id', '=', id).where('origin', '=', origin).executeTakeFirst();
