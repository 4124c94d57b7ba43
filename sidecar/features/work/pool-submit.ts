// Judges submissions for tasks of the pool: known answers are checked, and answers that prove too little wait
// for a second opinion.
import { v7 } from 'uuid';
import { findAnswerProblem, type TaskAnswers, readSubmission } from './rules/judge.ts';
import { areAnswersAlike } from './rules/findings.ts';
import type { MadeTask } from './rules/task.ts';
import { tokenHash } from '../../storage/tokens.ts';
import type { Db, Tx } from '../../storage/store.ts';
import { refuseOverLimit } from './limits.ts';
import {
  parseAnswers,
  findTask,
  type Grants,
  parseTask,
  type Reward,
  type StoredTask,
  type WorkAnswer,
  type WorkDeps,
} from './tasks.ts';
import { countVerdict, hasGoodRecord, isSample } from './workers.ts';

export interface PoolSubmission {
  taskId: string;
  claimToken: string;
  submission: unknown;
  client: string;
  location: string;
}

export type PoolRefusal = { refused: 'unknown' | 'not_claimed' | 'lease_expired' | 'malformed'; reason?: string };
export type PoolOutcome =
  | { status: 'accepted'; granted: Reward | undefined }
  | { status: 'rejected'; reason: string }
  | { status: 'pending_review' };

/** Number of differing opinions after which only the creator decides. */
const maxOpinions = 3;

interface JudgeDeps {
  grants: Grants;
  location: string;
  now: number;
}

/** Accepts a pending or new answer. */
export async function acceptAnswer(
  tx: Tx,
  answer: WorkAnswer,
  task: StoredTask,
  judgeDeps: JudgeDeps,
): Promise<Reward> {
  const { grants, location, now } = judgeDeps;
  const granted = await grants.add(tx, { resourceId: task.resourceId, location, now });
  await tx
    .updateTable('workAnswers')
    .set({ state: 'accepted', tokenId: granted.tokenId })
    .where('id', '=', answer.id)
    .execute();
  await countVerdict(tx, answer.worker, 'accepted');
  return granted;
}

/** Frees the task if the claim is still valid. Locks the row for the rest of the transaction. */
const releaseTask = (tx: Tx, taskId: string, claimHash: string, now: number) =>
  tx
    .updateTable('workTasks')
    .set({ leaseHash: null, leaseUntil: 0, client: null })
    .where('id', '=', taskId)
    .where('state', '=', 'open')
    .where('leaseHash', '=', claimHash)
    .where('leaseUntil', '>', now)
    .returning('leaseWorker')
    .executeTakeFirst();

const closeTask = (tx: Tx, { id }: StoredTask) =>
  tx.updateTable('workTasks').set({ state: 'done' }).where('id', '=', id).execute();

async function findWorkerName(tx: Tx, worker: string | null): Promise<string | null> {
  const row = worker && (await tx.selectFrom('workers').select('name').where('id', '=', worker).executeTakeFirst());
  return row ? row.name : null;
}

/**
 * Returns true if the answer counts without the creator. Agreement is not enough: two workers may be the same person.
 */
async function isProven(tx: Tx, { proves }: MadeTask, answer: WorkAnswer, agreeing: WorkAnswer[]): Promise<boolean> {
  if (proves) return true;
  if (isSample(answer.id)) return false;
  for (const { worker } of [answer, ...agreeing]) if (await hasGoodRecord(tx, worker)) return true;
  return false;
}

/**
 * Compares a new answer with pending ones. Those that agree are accepted together if one of the workers has a good
 * record.
 */
async function compareOpinions(
  tx: Tx,
  task: StoredTask,
  answer: WorkAnswer,
  judgeDeps: JudgeDeps,
): Promise<PoolOutcome> {
  const parsedTask = parseTask(task);
  const pending = await tx
    .selectFrom('workAnswers')
    .selectAll()
    .where('taskId', '=', task.id)
    .where('state', '=', 'pending')
    .where('id', '!=', answer.id)
    .orderBy('worker')
    .execute();
  const agreeing = pending.filter((other) => areAnswersAlike(parsedTask, parseAnswers(other), parseAnswers(answer)));
  if (!(await isProven(tx, parsedTask, answer, agreeing))) {
    if (pending.length + 1 >= maxOpinions) await closeTask(tx, task);
    return { status: 'pending_review' };
  }
  for (const other of agreeing) await acceptAnswer(tx, other, task, judgeDeps);
  await closeTask(tx, task);
  return { status: 'accepted', granted: await acceptAnswer(tx, answer, task, judgeDeps) };
}

async function judgeSubmission(
  tx: Tx,
  task: StoredTask,
  { answers, submission, worker }: { answers: TaskAnswers; submission: PoolSubmission; worker: string | null },
  judgeDeps: JudgeDeps,
): Promise<PoolOutcome> {
  const reason = findAnswerProblem(parseTask(task), answers);
  const answer: WorkAnswer = {
    id: v7(),
    taskId: task.id,
    answers: JSON.stringify(answers),
    state: reason === undefined ? 'pending' : 'rejected',
    reason: reason ?? null,
    workerName: await findWorkerName(tx, worker),
    worker,
    client: submission.client,
    claimHash: tokenHash(submission.claimToken),
    tokenId: null,
    createdAt: judgeDeps.now,
    reviewedAt: null,
  };
  await tx.insertInto('workAnswers').values(answer).execute();
  if (reason === undefined) return compareOpinions(tx, task, answer, judgeDeps);
  await countVerdict(tx, worker, 'rejected');
  return { status: 'rejected', reason };
}

/** Returns the outcome of an earlier submission with the same claim, or undefined if there was none. */
async function findEarlierOutcome(
  db: Db,
  task: StoredTask,
  claimHash: string,
  judgeDeps: JudgeDeps,
): Promise<PoolOutcome | undefined> {
  const earlierAnswer = await db
    .selectFrom('workAnswers')
    .selectAll()
    .where('claimHash', '=', claimHash)
    .executeTakeFirst();
  if (!earlierAnswer || earlierAnswer.taskId !== task.id) return undefined;
  if (earlierAnswer.state === 'pending') return { status: 'pending_review' };
  if (earlierAnswer.state === 'rejected') return { status: 'rejected', reason: earlierAnswer.reason ?? '' };
  return { status: 'accepted', granted: await judgeDeps.grants.find(db, earlierAnswer.tokenId!, judgeDeps.location) };
}

export async function submitToPool(deps: WorkDeps, submission: PoolSubmission): Promise<PoolOutcome | PoolRefusal> {
  const { db, now } = deps;
  const { taskId, client, location } = submission;
  const task = await findTask(db, 'pool', taskId);
  if (!task) return { refused: 'unknown' };
  const result = readSubmission(parseTask(task), submission.submission);
  if ('problem' in result) return { refused: 'malformed', reason: result.problem };
  const judgeDeps = { grants: await deps.grants(), location, now: now() };
  const claimHash = tokenHash(submission.claimToken);
  // Checked before the limits, or a repeated request could not get the token that it has earned.
  const earlierOutcome = await findEarlierOutcome(db, task, claimHash, judgeDeps);
  if (earlierOutcome) return earlierOutcome;
  await refuseOverLimit(db, client, now());
  const outcome = await db.transaction().execute(async (tx) => {
    const released = await releaseTask(tx, taskId, claimHash, judgeDeps.now);
    return (
      released &&
      judgeSubmission(tx, task, { answers: result.answers, submission, worker: released.leaseWorker }, judgeDeps)
    );
  });
  const problem = task.leaseHash === claimHash ? 'lease_expired' : 'not_claimed';
  // The same submission may have arrived twice concurrently.
  return outcome ?? (await findEarlierOutcome(db, task, claimHash, judgeDeps)) ?? { refused: problem };
}
