// Takes what was handed in for an offer: judged once; as many accepted tasks as a resource takes become one grant, however often and by however many at once they come.
import { v7 } from 'uuid';
import type { AccessFile } from '#contract/schemas/content-files.ts';
import { workTasksFor } from '#domain/access/access.ts';
import { dayMs } from '#domain/instants.ts';
import { findAnswerProblem, type TaskAnswers, readSubmission } from './rules/judge.ts';
import type { Db, Tx } from '../../storage/store.ts';
import { refuseOverLimit, countTasksNeeded } from './limits.ts';
import { findTask, type Grants, parseTask, type Reward, type StoredTask, type WorkDeps } from './tasks.ts';

export interface OfferSubmission {
  taskId: string;
  submission: unknown;
  client: string;
  /** Location of the token. */
  location: string;
  access: AccessFile;
}

export type OfferRefusal = { refused: 'unknown' | 'expired' | 'done' | 'rejected' | 'malformed'; says?: string };
/** Accepted, and so many more are needed. */
export interface WorkProgress {
  resourceId: string;
  tasksLeft: number;
}

/** The first to commit closes the task; the others then find it closed. */
const closeOffer = (tx: Tx, { id }: StoredTask, now: number) =>
  tx
    .updateTable('workTasks')
    .set({ state: 'done' })
    .where('id', '=', id)
    .where('state', '=', 'open')
    .where('expiresAt', '>', now)
    .returning('id')
    .executeTakeFirst();

type WorkStep = Pick<StoredTask, 'resourceId' | 'task'> & Pick<OfferSubmission, 'client' | 'access'>;

/** A task that proves nothing by itself counts for a third, and only in a row: what passes now and then seldom does three times. */
const tasksInARow = 3;

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
async function readCredits(db: Db, { resourceId, client, task }: WorkStep, now: number) {
  const since = parseTask({ task }).proves ? 0 : await lastRejection(db, client);
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

export async function countTasksLeft(db: Db, step: WorkStep, now: number): Promise<number> {
  const byPrice = workTasksFor(step.access, step.resourceId) * (parseTask(step).proves ? 1 : tasksInARow);
  const needed = await countTasksNeeded(db, byPrice, step.client, now);
  return Math.max(0, needed - (await readCredits(db, step, now)).length);
}

/** The accepted submission again gives its token again, or says again how many more are needed; anything else finds the task over. */
async function repeatOutcome(
  { db, now }: WorkDeps,
  grants: Grants,
  task: StoredTask,
  answers: TaskAnswers,
  handedIn: OfferSubmission,
): Promise<Reward | WorkProgress | OfferRefusal> {
  const kept = await db.selectFrom('workAnswers').selectAll().where('taskId', '=', task.id).executeTakeFirst();
  if (!kept) return { refused: 'expired' };
  if (kept.state !== 'accepted' || kept.answers !== JSON.stringify(answers)) return { refused: 'done' };
  const { resourceId } = task;
  if (kept.tokenId === null)
    return { resourceId, tasksLeft: await countTasksLeft(db, { ...task, ...handedIn }, now()) };
  return (await grants.find(db, kept.tokenId, handedIn.location)) ?? { refused: 'done' };
}

async function recordSubmission(
  tx: Tx,
  task: StoredTask,
  { answers, problem, handedIn }: { answers: TaskAnswers; problem: string | undefined; handedIn: OfferSubmission },
  { grants, now }: { grants: Grants; now: number },
): Promise<Reward | WorkProgress | OfferRefusal> {
  const { resourceId } = task;
  const step = { ...task, ...handedIn };
  const left = problem === undefined ? (await countTasksLeft(tx, step, now)) - 1 : undefined;
  const earlier = left !== undefined && left <= 0 ? await readCredits(tx, step, now) : [];
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

export async function submitOffer(
  deps: WorkDeps,
  handedIn: OfferSubmission,
): Promise<Reward | WorkProgress | OfferRefusal> {
  const { db, now } = deps;
  const task = await findTask(db, 'offer', handedIn.taskId);
  if (!task) return { refused: 'unknown' };
  const read = readSubmission(parseTask(task), handedIn.submission);
  if ('problem' in read) return { refused: 'malformed', says: read.problem };
  const { answers } = read;
  const grants = await deps.grants();
  if (task.state !== 'open') return repeatOutcome(deps, grants, task, answers, handedIn);
  await refuseOverLimit(db, handedIn.client, now());
  const problem = findAnswerProblem(parseTask(task), answers);
  const at = now();
  const done = await db
    .transaction()
    .execute(async (tx) =>
      (await closeOffer(tx, task, at))
        ? recordSubmission(tx, task, { answers, problem, handedIn }, { grants, now: at })
        : undefined,
    );
  return done ?? repeatOutcome(deps, grants, task, answers, handedIn);
}
