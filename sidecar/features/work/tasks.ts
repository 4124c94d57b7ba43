// Tasks as they are kept, and what they look like to who works on them.
import type { Selectable } from 'kysely';
import type { WorkTask } from '#contract/schemas/work.ts';
import { isoTime } from '#domain/instants.ts';
import type { Answers } from './rules/judge.ts';
import type { MadeTask } from './rules/task.ts';
import type { Db, Tx } from '../../storage/store.ts';
import type { Tables } from '../../storage/tables.ts';
import { accessTokenOf, findGrant, grantWork } from '../access/grants.ts';
import type { Derive } from '../access/secret.ts';

export type Task = Selectable<Tables['workTasks']>;
export type WorkAnswer = Selectable<Tables['workAnswers']>;

export interface WorkParts {
  db: Db;
  secret: () => Promise<Derive>;
  /** Milliseconds. */
  now: () => number;
}

/** @spec-gap work-tasks */
export const taskMs = 15 * 60_000;

export const madeOf = ({ task }: Pick<Task, 'task'>): MadeTask => JSON.parse(task) as MadeTask;
export const answersOf = ({ answers }: Pick<WorkAnswer, 'answers'>): Answers => JSON.parse(answers) as Answers;

export function shownTask(task: Task): Omit<WorkTask, 'submitUrl' | 'tasksLeft'> {
  const { type, description, input } = madeOf(task);
  return { taskId: task.id, type, description, input, expiresAt: isoTime(task.expiresAt) };
}

export const findTask = (db: Db, origin: Task['origin'], id: string): Promise<Task | undefined> =>
  db.selectFrom('workTasks').selectAll().where('id', '=', id).where('origin', '=', origin).executeTakeFirst();

export interface Rewarded {
  accessToken: string;
  resourceId: string;
  expiresAt: number;
}

/** The token of a grant, made again; undefined where it was taken away. */
export async function tokenAgain(
  db: Db,
  derive: Derive,
  location: string,
  tokenId: string,
): Promise<Rewarded | undefined> {
  const grant = await findGrant(db, tokenId);
  if (!grant || grant.preimage === null || grant.revokedAt !== null) return undefined;
  const accessToken = accessTokenOf(derive, location, { ...grant, preimage: grant.preimage });
  return { accessToken, resourceId: grant.resourceId, expiresAt: grant.expiresAt };
}

/** The one grant of accepted work, in the transaction that accepts it. */
export async function reward(
  tx: Tx,
  derive: Derive,
  { resourceId, location, now }: { resourceId: string; location: string; now: number },
): Promise<Rewarded & { tokenId: string }> {
  return { resourceId, ...(await grantWork(tx, derive, { resourceId, location, now })) };
}
