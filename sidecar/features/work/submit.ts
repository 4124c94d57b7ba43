// Judges submissions for offered tasks, each once. Enough accepted tasks earn one grant, even if submissions arrive
// concurrently.
import { v7 } from 'uuid';
import type { AccessFile } from '#contract/schemas/content-files.ts';
import { workTasksFor } from '#domain/access/access.ts';
import { dayMs } from '#domain/instants.ts';
import { findAnswerProblem, type TaskAnswers, readSubmission } from './rules/judge.ts';
import type { Db, Tx } from '../../storage/store.ts';
import { refuseOverLimit, countTasksNeeded } from './limits.ts';
import {
  findTask,
  type Grants,
  parseTask,
  type Reward,
  type StoredTask,
  type WorkAnswer,
  type WorkDeps,
} from './tasks.ts';

export interface OfferSubmission {
  taskId: string;
  submission: unknown;
  client: string;
  /** Location of the token. */
  location: string;
  access: AccessFile;
}

export type OfferRefusal = { refused: 'unknown' | 'expired' | 'done' | 'rejected' | 'malformed'; reason?: string };
/** Result of an accepted task if more tasks are needed. */
export interface WorkProgress {
  resourceId: string;
  tasksLeft: number;
}

/** Closes the task. Returns undefined if another submission has closed it. */
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

/** Number of accepted tasks in a row that replace one that proves understanding: luck seldom lasts for three. */
const tasksInARow = 3;

async function readLastRejection(db: Db, client: string): Promise<number> {
  const { at } = await db
    .selectFrom('workAnswers')
    .select(({ fn }) => fn.max('createdAt').as('at'))
    .where('client', '=', client)
    .where('state', '=', 'rejected')
    .executeTakeFirstOrThrow();
  return Number(at ?? 0);
}

/** Reads accepted answers of the last day that have not earned a token yet. */
async function readCredits(db: Db, { resourceId, client, task }: WorkStep, now: number) {
  const since = parseTask({ task }).proves ? 0 : await readLastRejection(db, client);
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

/** Repeats the outcome of an accepted submission if the same answers are sent again. Refuses everything else. */
async function repeatOutcome(
  { db, now }: WorkDeps,
  grants: Grants,
  task: StoredTask,
  answers: TaskAnswers,
  submission: OfferSubmission,
): Promise<Reward | WorkProgress | OfferRefusal> {
  const earlierAnswer = await db.selectFrom('workAnswers').selectAll().where('taskId', '=', task.id).executeTakeFirst();
  if (!earlierAnswer) return { refused: 'expired' };
  if (earlierAnswer.state !== 'accepted' || earlierAnswer.answers !== JSON.stringify(answers))
    return { refused: 'done' };
  const { resourceId } = task;
  if (earlierAnswer.tokenId === null)
    return { resourceId, tasksLeft: await countTasksLeft(db, { ...task, ...submission }, now()) };
  return (await grants.find(db, earlierAnswer.tokenId, submission.location)) ?? { refused: 'done' };
}

async function recordSubmission(
  tx: Tx,
  task: StoredTask,
  { answers, problem, submission }: { answers: TaskAnswers; problem: string | undefined; submission: OfferSubmission },
  { grants, now }: { grants: Grants; now: number },
): Promise<Reward | WorkProgress | OfferRefusal> {
  const { resourceId } = task;
  const step = { ...task, ...submission };
  const insertAnswer = (state: WorkAnswer['state'], tokenId: string | null) =>
    tx
      .insertInto('workAnswers')
      .values({
        id: v7(),
        taskId: task.id,
        answers: JSON.stringify(answers),
        state,
        reason: problem ?? null,
        workerName: null,
        worker: null,
        client: submission.client,
        claimHash: null,
        tokenId,
        createdAt: now,
        reviewedAt: null,
      })
      .execute();
  if (problem !== undefined) {
    await insertAnswer('rejected', null);
    return { refused: 'rejected', reason: problem };
  }
  const tasksLeft = (await countTasksLeft(tx, step, now)) - 1;
  if (tasksLeft > 0) {
    await insertAnswer('accepted', null);
    return { resourceId, tasksLeft };
  }
  const ids = (await readCredits(tx, step, now)).map(({ id }) => id);
  const granted = await grants.add(tx, { resourceId, location: submission.location, now });
  const { tokenId } = granted;
  await insertAnswer('accepted', tokenId);
  if (ids.length > 0) await tx.updateTable('workAnswers').set({ tokenId }).where('id', 'in', ids).execute();
  return granted;
}

export async function submitOffer(
  deps: WorkDeps,
  submission: OfferSubmission,
): Promise<Reward | WorkProgress | OfferRefusal> {
  const { db, now } = deps;
  const task = await findTask(db, 'offer', submission.taskId);
  if (!task) return { refused: 'unknown' };
  const result = readSubmission(parseTask(task), submission.submission);
  if ('problem' in result) return { refused: 'malformed', reason: result.problem };
  const { answers } = result;
  const grants = await deps.grants();
  if (task.state !== 'open') return repeatOutcome(deps, grants, task, answers, submission);
  await refuseOverLimit(db, submission.client, now());
  const problem = findAnswerProblem(parseTask(task), answers);
  const at = now();
  const outcome = await db
    .transaction()
    .execute(async (tx) =>
      (await closeOffer(tx, task, at))
        ? recordSubmission(tx, task, { answers, problem, submission }, { grants, now: at })
        : undefined,
    );
  return outcome ?? repeatOutcome(deps, grants, task, answers, submission);
}
