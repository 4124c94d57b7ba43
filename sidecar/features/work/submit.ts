// Takes what was handed in for an offer: judged once; as many accepted tasks as a resource takes become one grant, however often and by however many at once they come.
import { v7 } from 'uuid';
import type { AccessFile } from '#contract/schemas/content-files.ts';
import { workTasksFor } from '#domain/access/access.ts';
import { dayMs } from '#domain/instants.ts';
import { answerProblem, type Answers, readSubmission } from './rules/judge.ts';
import type { Db, Tx } from '../../storage/store.ts';
import { refuseTooMuch, tasksNeeded } from './limits.ts';
import { findTask, type Grants, madeOf, type Reward, type Task, type WorkDeps } from './tasks.ts';

export interface HandedIn {
  taskId: string;
  submission: unknown;
  client: string;
  /** Location of the token. */
  location: string;
  access: AccessFile;
}

export type Refused = { refused: 'unknown' | 'expired' | 'done' | 'rejected' | 'malformed'; says?: string };
/** Accepted, and so many more are needed. */
export interface Progress {
  resourceId: string;
  tasksLeft: number;
}

/** The first to commit closes the task; the others then find it closed. */
const close = (tx: Tx, { id }: Task, now: number) =>
  tx
    .updateTable('workTasks')
    .set({ state: 'done' })
    .where('id', '=', id)
    .where('state', '=', 'open')
    .where('expiresAt', '>', now)
    .returning('id')
    .executeTakeFirst();

type Step = Pick<Task, 'resourceId' | 'task'> & Pick<HandedIn, 'client' | 'access'>;

/** A task that proves nothing by itself counts for a third, and only in a row: what passes now and then seldom does three times. */
const inARow = 3;

async function lastRejection(db: Db, client: string): Promise<number> {
  const { at } = await db
    .selectFrom('workAnswers')
    .select(({ fn }) => fn.max('createdAt').as('at'))
    .where('client', '=', client)
    .where('state', '=', 'rejected')
    .executeTakeFirstOrThrow();
  return Number(at ?? 0);
}

/** Accepted answers of the last day that no token was given for yet. */
async function credits(db: Db, { resourceId, client, task }: Step, now: number) {
  const since = madeOf({ task }).proves ? 0 : await lastRejection(db, client);
  return db
    .selectFrom('workAnswers')
    .innerJoin('workTasks', 'workTasks.id', 'workAnswers.taskId')
    .select('workAnswers.id')
    .where('workTasks.origin', '=', 'offer')
    .where('workTasks.resourceId', '=', resourceId)
    .where('workAnswers.client', '=', client)
    .where('workAnswers.state', '=', 'accepted')
    .where('workAnswers.tokenId', 'is', null)
    .where('workAnswers.createdAt', '>', Math.max(now - dayMs, since))
    .execute();
}

export async function tasksLeft(db: Db, step: Step, now: number): Promise<number> {
  const byPrice = workTasksFor(step.access, step.resourceId) * (madeOf(step).proves ? 1 : inARow);
  const needed = await tasksNeeded(db, byPrice, step.client, now);
  return Math.max(0, needed - (await credits(db, step, now)).length);
}

/** The accepted submission again gives its token again, or says again how many more are needed; anything else finds the task over. */
async function again(
  { db, now }: WorkDeps,
  grants: Grants,
  task: Task,
  answers: Answers,
  handedIn: HandedIn,
): Promise<Reward | Progress | Refused> {
  const kept = await db.selectFrom('workAnswers').selectAll().where('taskId', '=', task.id).executeTakeFirst();
  if (!kept) return { refused: 'expired' };
  if (kept.state !== 'accepted' || kept.answers !== JSON.stringify(answers)) return { refused: 'done' };
  const { resourceId } = task;
  if (kept.tokenId === null) return { resourceId, tasksLeft: await tasksLeft(db, { ...task, ...handedIn }, now()) };
  return (await grants.find(db, kept.tokenId, handedIn.location)) ?? { refused: 'done' };
}

async function judged(
  tx: Tx,
  task: Task,
  { answers, problem, handedIn }: { answers: Answers; problem: string | undefined; handedIn: HandedIn },
  { grants, now }: { grants: Grants; now: number },
): Promise<Reward | Progress | Refused> {
  const { resourceId } = task;
  const step = { ...task, ...handedIn };
  const left = problem === undefined ? (await tasksLeft(tx, step, now)) - 1 : undefined;
  const earlier = left !== undefined && left <= 0 ? await credits(tx, step, now) : [];
  const isEnough = left !== undefined && left <= 0;
  const granted = isEnough ? await grants.add(tx, { resourceId, location: handedIn.location, now }) : undefined;
  const tokenId = granted?.tokenId ?? null;
  const state = problem === undefined ? 'accepted' : 'rejected';
  const worker = { workerName: null, worker: null, claimHash: null, reviewedAt: null, client: handedIn.client };
  await tx
    .insertInto('workAnswers')
    .values({
      id: v7(),
      taskId: task.id,
      answers: JSON.stringify(answers),
      state,
      reason: problem ?? null,
      ...worker,
      tokenId,
      createdAt: now,
    }) // prettier-ignore
    .execute();
  const ids = earlier.map(({ id }) => id);
  if (ids.length > 0) await tx.updateTable('workAnswers').set({ tokenId }).where('id', 'in', ids).execute();
  if (granted) return granted;
  return left === undefined ? { refused: 'rejected', says: problem! } : { resourceId, tasksLeft: left };
}

export async function submitOffer(deps: WorkDeps, handedIn: HandedIn): Promise<Reward | Progress | Refused> {
  const { db, now } = deps;
  const task = await findTask(db, 'offer', handedIn.taskId);
  if (!task) return { refused: 'unknown' };
  const read = readSubmission(madeOf(task), handedIn.submission);
  if ('problem' in read) return { refused: 'malformed', says: read.problem };
  const { answers } = read;
  const grants = await deps.grants();
  if (task.state !== 'open') return again(deps, grants, task, answers, handedIn);
  await refuseTooMuch(db, handedIn.client, now());
  const problem = answerProblem(madeOf(task), answers);
  const at = now();
  const done = await db
    .transaction()
    .execute(async (tx) =>
      (await close(tx, task, at)) ? judged(tx, task, { answers, problem, handedIn }, { grants, now: at }) : undefined,
    );
  return done ?? again(deps, grants, task, answers, handedIn);
}
