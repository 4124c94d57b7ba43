// Tasks in the store: what a conversation with another agent waits for, and which booking came of it.
import { ApiError } from '#contract/errors.ts';
import { sha256 } from '#domain/ids.ts';
import { newToken } from '../../storage/tokens.ts';
import type { Db } from '../../storage/store.ts';

export const taskSkills = ['booking', 'show-prep'] as const;
/** Skills that may ask back. */
export type TaskSkill = (typeof taskSkills)[number];

/** What was said so far. */
export interface TaskInput {
  text: string;
  data: Record<string, unknown>;
}

export interface A2aTask {
  /** Whoever knows it may read the task and cancel it. */
  id: string;
  contextId: string;
  skill: TaskSkill;
  wish: TaskInput;
  bookingId: string | null;
  cancelledAt: number | null;
}

interface NewTask {
  /** Client, context and messageId; undefined where a repetition begins another task. */
  origin: unknown[] | undefined;
  contextId: string;
  skill: TaskSkill;
  wish: TaskInput;
  now: number;
}

type TaskRow = Omit<A2aTask, 'skill' | 'wish'> & { skill: string; wish: string };
const columns = ['id', 'contextId', 'skill', 'wish', 'bookingId', 'cancelledAt'] as const;
const parseTask = ({ skill, wish, ...row }: TaskRow): A2aTask => ({
  ...row,
  skill: skill as TaskSkill,
  wish: JSON.parse(wish) as TaskInput,
});

export async function findA2aTask(db: Db, id: string): Promise<A2aTask | undefined> {
  const row = await db.selectFrom('a2aTasks').select(columns).where('id', '=', id).executeTakeFirst();
  return row && parseTask(row);
}

/**
 * The same message with the same content begins the same task again. Neither an address nor a messageId proves who sends:
 * many people share an address, and many clients count their messages from 1.
 */
export async function startA2aTask(db: Db, { origin, wish: said, now, ...task }: NewTask): Promise<A2aTask> {
  const wish = JSON.stringify(said);
  const message = origin ? sha256(JSON.stringify([...origin, wish])) : newToken();
  const row = { ...task, id: newToken(), message, wish, bookingId: null, cancelledAt: null };
  await db
    .insertInto('a2aTasks')
    .values({ ...row, createdAt: now })
    .onConflict((on) => on.column('message').doNothing())
    .execute();
  const kept = await db.selectFrom('a2aTasks').select(columns).where('message', '=', message).executeTakeFirst();
  if (!kept) throw new ApiError('internal_error', 'The task could not be kept.');
  return parseTask(kept);
}

export const updateA2aTask = (
  db: Db,
  id: string,
  change: Partial<Pick<A2aTask, 'bookingId' | 'cancelledAt'>> & { wish?: TaskInput },
): Promise<unknown> => {
  const { wish, ...rest } = change;
  const set = { ...rest, ...(wish && { wish: JSON.stringify(wish) }) };
  return db.updateTable('a2aTasks').set(set).where('id', '=', id).execute();
};
