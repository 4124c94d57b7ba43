// Tasks in the store: what a conversation with another agent waits for, and which booking came of it.
import { ApiError } from '#contract/errors.ts';
import { sha256 } from '#domain/ids.ts';
import { newToken } from '../../storage/tokens.ts';
import type { Db } from '../../storage/store.ts';

export const taskSkills = ['booking', 'show-prep'] as const;
/** Skills that may ask back. */
export type TaskSkill = (typeof taskSkills)[number];

/** What was said so far. */
export interface Wish {
  text: string;
  data: Record<string, unknown>;
}

export interface Task {
  /** Whoever knows it may read the task and cancel it. */
  id: string;
  contextId: string;
  skill: TaskSkill;
  wish: Wish;
  bookingId: string | null;
  cancelledAt: number | null;
}

interface Begun {
  /** Client, context and messageId; undefined where a repetition begins another task. */
  origin: unknown[] | undefined;
  contextId: string;
  skill: TaskSkill;
  wish: Wish;
  now: number;
}

type Row = Omit<Task, 'skill' | 'wish'> & { skill: string; wish: string };
const columns = ['id', 'contextId', 'skill', 'wish', 'bookingId', 'cancelledAt'] as const;
const taskOf = ({ skill, wish, ...row }: Row): Task => ({
  ...row,
  skill: skill as TaskSkill,
  wish: JSON.parse(wish) as Wish,
});

export async function findTask(db: Db, id: string): Promise<Task | undefined> {
  const row = await db.selectFrom('a2aTasks').select(columns).where('id', '=', id).executeTakeFirst();
  return row && taskOf(row);
}

/**
 * The same message with the same content begins the same task again. Neither an address nor a messageId proves who sends:
 * many people share an address, and many clients count their messages from 1.
 */
export async function beginTask(db: Db, { origin, wish: said, now, ...task }: Begun): Promise<Task> {
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
  return taskOf(kept);
}

export const updateTask = (
  db: Db,
  id: string,
  change: Partial<Pick<Task, 'bookingId' | 'cancelledAt'>> & { wish?: Wish },
): Promise<unknown> => {
  const { wish, ...rest } = change;
  const set = { ...rest, ...(wish && { wish: JSON.stringify(wish) }) };
  return db.updateTable('a2aTasks').set(set).where('id', '=', id).execute();
};
