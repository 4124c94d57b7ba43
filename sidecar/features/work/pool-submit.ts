// Takes what was handed in for a task of the pool: known answers are checked, and what they prove too little of waits for a second opinion.
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

export type PoolRefusal = { refused: 'unknown' | 'not_claimed' | 'lease_expired' | 'malformed'; says?: string };
export type PoolOutcome =
  | { status: 'accepted'; granted: Reward | undefined }
  | { status: 'rejected'; reason: string }
  | { status: 'pending_review' };

/** So many opinions that do not agree, and the creator alone decides. */
const maxOpinions = 3;

interface Judging {
  grants: Grants;
  location: string;
  now: number;
}

/** Accepts an answer that waits, or one that is just handed in. */
export async function acceptAnswer(tx: Tx, answer: WorkAnswer, task: StoredTask, judging: Judging): Promise<Reward> {
  const { grants, location, now } = judging;
  const granted = await grants.add(tx, { resourceId: task.resourceId, location, now });
  await tx
    .updateTable('workAnswers')
    .set({ state: 'accepted', tokenId: granted.tokenId })
    .where('id', '=', answer.id)
    .execute();
  await countVerdict(tx, answer.worker, 'accepted');
  return granted;
}

/** Gives the task free, if the claim still holds it; from then on this transaction has it for itself. */
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

/** Whether it counts without the creator: agreement alone proves nothing, since two may be one. */
async function isProven(tx: Tx, { proves }: MadeTask, mine: WorkAnswer, agreeing: WorkAnswer[]): Promise<boolean> {
  if (proves) return true;
  if (isSample(mine.id)) return false;
  for (const { worker } of [mine, ...agreeing]) if (await hasGoodRecord(tx, worker)) return true;
  return false;
}

/** Opinions that wait; those that agree with the new one are right together with it, where either worker has a record. */
async function compareOpinions(tx: Tx, task: StoredTask, mine: WorkAnswer, judging: Judging): Promise<PoolOutcome> {
  const made = parseTask(task);
  const waiting = await tx
    .selectFrom('workAnswers')
    .selectAll()
    .where('taskId', '=', task.id)
    .where('state', '=', 'pending')
    .where('id', '!=', mine.id)
    .orderBy('worker')
    .execute();
  const agreeing = waiting.filter((one) => areAnswersAlike(made, parseAnswers(one), parseAnswers(mine)));
  if (!(await isProven(tx, made, mine, agreeing))) {
    if (waiting.length + 1 >= maxOpinions) await closeTask(tx, task);
    return { status: 'pending_review' };
  }
  for (const other of agreeing) await acceptAnswer(tx, other, task, judging);
  await closeTask(tx, task);
  return { status: 'accepted', granted: await acceptAnswer(tx, mine, task, judging) };
}

async function judgeSubmission(
  tx: Tx,
  task: StoredTask,
  { answers, handedIn, worker }: { answers: TaskAnswers; handedIn: PoolSubmission; worker: string | null },
  judging: Judging,
): Promise<PoolOutcome> {
  const reason = findAnswerProblem(parseTask(task), answers);
  const mine: WorkAnswer = {
    id: v7(),
    taskId: task.id,
    answers: JSON.stringify(answers),
    state: reason === undefined ? 'pending' : 'rejected',
    reason: reason ?? null,
    workerName: await findWorkerName(tx, worker),
    worker,
    client: handedIn.client,
    claimHash: tokenHash(handedIn.claimToken),
    tokenId: null,
    createdAt: judging.now,
    reviewedAt: null,
  };
  await tx.insertInto('workAnswers').values(mine).execute();
  if (reason === undefined) return compareOpinions(tx, task, mine, judging);
  await countVerdict(tx, worker, 'rejected');
  return { status: 'rejected', reason };
}

/** What became of an earlier submission of the same claim; undefined where there was none. */
async function findEarlierOutcome(
  db: Db,
  task: StoredTask,
  claimHash: string,
  judging: Judging,
): Promise<PoolOutcome | undefined> {
  const kept = await db.selectFrom('workAnswers').selectAll().where('claimHash', '=', claimHash).executeTakeFirst();
  if (!kept || kept.taskId !== task.id) return undefined;
  if (kept.state === 'pending') return { status: 'pending_review' };
  if (kept.state === 'rejected') return { status: 'rejected', reason: kept.reason ?? '' };
  return { status: 'accepted', granted: await judging.grants.find(db, kept.tokenId!, judging.location) };
}

export async function submitToPool(deps: WorkDeps, handedIn: PoolSubmission): Promise<PoolOutcome | PoolRefusal> {
  const { db, now } = deps;
  const { taskId, client, location } = handedIn;
  const task = await findTask(db, 'pool', taskId);
  if (!task) return { refused: 'unknown' };
  const read = readSubmission(parseTask(task), handedIn.submission);
  if ('problem' in read) return { refused: 'malformed', says: read.problem };
  const judging = { grants: await deps.grants(), location, now: now() };
  const claimHash = tokenHash(handedIn.claimToken);
  // Before the limits, which count what was earned: it would be lost to those who ask for it.
  const known = await findEarlierOutcome(db, task, claimHash, judging);
  if (known) return known;
  await refuseOverLimit(db, client, now());
  const outcome = await db.transaction().execute(async (tx) => {
    const mine = await releaseTask(tx, taskId, claimHash, judging.now);
    return mine && judgeSubmission(tx, task, { answers: read.answers, handedIn, worker: mine.leaseWorker }, judging);
  });
  const refused = task.leaseHash === claimHash ? 'lease_expired' : 'not_claimed';
  // The same submission may have come twice at once.
  return outcome ?? (await findEarlierOutcome(db, task, claimHash, judging)) ?? { refused };
}
