// Tasks in the store: the input that another agent has sent so far, and the booking that was created from it.
import { ApiError } from '#contract/errors.ts';
import { sha256 } from '#domain/ids.ts';
import { newToken } from '../../storage/tokens.ts';
import type { Db } from '../../storage/store.ts';

export const taskSkills = ['booking', 'show-prep'] as const;
/** Skills that may need more input. */
export type TaskSkill = (typeof taskSkills)[number];

/** Texts and data of all messages of a task so far. */
export interface TaskInput {
  text: string;
  data: Record<string, unknown>;
}

export interface A2aTask {
  /** Secret that allows a client to read and cancel the task. */
  id: string;
  contextId: string;
  skill: TaskSkill;
  input: TaskInput;
  bookingId: string | null;
  cancelledAt: number | null;
}

interface NewTask {
  /** Client, context and messageId; undefined if a repeated message starts another task. */
  origin: unknown[] | undefined;
  contextId: string;
  skill: TaskSkill;
  input: TaskInput;
  now: number;
}

type TaskRow = Omit<A2aTask, 'skill' | 'input'> & { skill: string; wish: string };
const columns = ['id', 'contextId', 'skill', 'wish', 'bookingId', 'cancelledAt'] as const;
const parseTask = ({ skill, wish, ...row }: TaskRow): A2aTask => ({
  ...row,
  skill: skill as TaskSkill,
  input: JSON.parse(wish) as TaskInput,
});

export async function findA2aTask(db: Db, id: string): Promise<A2aTask | undefined> {
  const row = await db.selectFrom('a2aTasks').select(columns).where('id', '=', id).executeTakeFirst();
  return row && parseTask(row);
}

/**
 * Creates a task, or returns the task of an identical message. The content is compared because neither address nor
 * messageId identifies a sender: many people share an address, and many clients number their messages from 1.
 */
export async function startA2aTask(db: Db, { origin, input, now, ...task }: NewTask): Promise<A2aTask> {
  const wish = JSON.stringify(input);
  const message = origin ? sha256(JSON.stringify([...origin, wish])) : newToken();
  const row = { ...task, id: newToken(), message, wish, bookingId: null, cancelledAt: null };
  await db
    .insertInto('a2aTasks')
    .values({ ...row, createdAt: now })
    .onConflict((on) => on.column('message').doNothing())
    .execute();
  const stored = await db.selectFrom('a2aTasks').select(columns).where('message', '=', message).executeTakeFirst();
  if (!stored) throw new ApiError('internal_error', 'The task could not be stored.');
  return parseTask(stored);
}

export const updateA2aTask = (
  db: Db,
  id: string,
  change: Partial<Pick<A2aTask, 'bookingId' | 'cancelledAt'>> & { input?: TaskInput },
): Promise<unknown> => {
  const { input, ...rest } = change;
  const set = { ...rest, ...(input && { wish: JSON.stringify(input) }) };
  return db.updateTable('a2aTasks').set(set).where('id', '=', id).execute();
};
