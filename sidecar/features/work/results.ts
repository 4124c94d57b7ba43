// Results of work for the creator, and the creator's decisions.
import { type WorkFinding, findingsInAnswers } from './rules/findings.ts';
import type { TaskType } from '#contract/schemas/work.ts';
import type { Db, Tx } from '../../storage/store.ts';
import { acceptAnswer } from './pool-submit.ts';
import { parseAnswers, type Grants, parseTask, type StoredTask, type WorkAnswer, type WorkDeps } from './tasks.ts';
import { countVerdict } from './workers.ts';

export interface WorkResult extends Pick<
  WorkAnswer,
  'id' | 'state' | 'reason' | 'workerName' | 'createdAt' | 'reviewedAt'
> {
  type: TaskType;
  resourceId: string;
  findings: WorkFinding[];
}

/** `pending`: waits for the creator. `fresh`: accepted automatically and not reviewed yet. */
export type ResultFilter = 'pending' | 'fresh';

const withTasks = (db: Db) =>
  db
    .selectFrom('workAnswers')
    .innerJoin('workTasks', 'workTasks.id', 'workAnswers.taskId')
    .selectAll('workAnswers')
    .select(['workTasks.task', 'workTasks.type', 'workTasks.resourceId']);

function toResult(row: WorkAnswer & Pick<StoredTask, 'task' | 'type' | 'resourceId'>): WorkResult {
  const { id, state, reason, workerName, createdAt, reviewedAt, type, resourceId } = row;
  const findings = state === 'rejected' ? [] : findingsInAnswers(parseTask(row), parseAnswers(row));
  return { id, state, reason, workerName, createdAt, reviewedAt, type, resourceId, findings };
}

/** Returns results, newest first. */
export async function listResults(
  db: Db,
  { filter, limit, offset = 0 }: { filter?: ResultFilter | undefined; limit: number; offset?: number },
): Promise<WorkResult[]> {
  const rows = await withTasks(db)
    .$if(filter === 'pending', (query) => query.where('workAnswers.state', '=', 'pending'))
    .$if(filter === 'fresh', (query) =>
      query.where('workAnswers.state', '=', 'accepted').where('workAnswers.reviewedAt', 'is', null),
    )
    .orderBy('workAnswers.createdAt', 'desc')
    .orderBy('workAnswers.id', 'desc')
    .limit(limit)
    .offset(offset)
    .execute();
  return rows.map(toResult);
}

export async function findResult(db: Db, id: string): Promise<WorkResult | undefined> {
  const row = await withTasks(db).where('workAnswers.id', '=', id).executeTakeFirst();
  return row && toResult(row);
}

export type Verdict = 'accepted' | 'rejected' | 'seen';
/** Outcome of a decision; `over` if the work was decided before. */
export type WorkDecision = 'decided' | 'over' | 'unknown';

const writeAudit = (tx: Tx, action: string, subject: string, actor: string, at: number) =>
  tx.insertInto('audit').values({ at, who: actor, action, subject, detail: null }).execute();

/** Sets the review of an answer, unless it is reviewed already or in another state. */
const reviewAnswer = (tx: Tx, id: string, from: WorkAnswer['state'], set: Partial<WorkAnswer>) =>
  tx
    .updateTable('workAnswers')
    .set(set)
    .where('id', '=', id)
    .where('state', '=', from)
    .where('reviewedAt', 'is', null)
    .returningAll()
    .executeTakeFirst();

async function acceptPending(grants: Grants, tx: Tx, id: string, now: number, location: string) {
  const answer = await reviewAnswer(tx, id, 'pending', { reviewedAt: now });
  if (!answer) return undefined;
  const task = await tx.selectFrom('workTasks').selectAll().where('id', '=', answer.taskId).executeTakeFirstOrThrow();
  await tx.updateTable('workTasks').set({ state: 'done' }).where('id', '=', task.id).execute();
  await acceptAnswer(tx, answer, task, { grants, location, now });
  return answer;
}

/** Rejects an answer. If it was accepted, its token is revoked. */
async function rejectAnswer(grants: Grants, tx: Tx, id: string, actor: string, now: number) {
  const set = { state: 'rejected' as const, reviewedAt: now, reason: 'The creator rejected it.' };
  const pending = await reviewAnswer(tx, id, 'pending', set);
  const acceptedAnswer = pending ?? (await reviewAnswer(tx, id, 'accepted', set));
  if (!acceptedAnswer) return undefined;
  if (acceptedAnswer.tokenId !== null) await grants.revoke(tx, acceptedAnswer.tokenId, actor, now);
  await countVerdict(tx, acceptedAnswer.worker, 'rejected');
  return acceptedAnswer;
}

export async function decideWork(
  deps: WorkDeps,
  { id, verdict, actor, location }: { id: string; verdict: Verdict; actor: string; location: string },
): Promise<WorkDecision> {
  const { db, now } = deps;
  const grants = await deps.grants();
  return db.transaction().execute(async (tx) => {
    const at = now();
    const reviewed =
      verdict === 'accepted'
        ? await acceptPending(grants, tx, id, at, location)
        : verdict === 'rejected'
          ? await rejectAnswer(grants, tx, id, actor, at)
          : await reviewAnswer(tx, id, 'accepted', { reviewedAt: at });
    if (reviewed) await writeAudit(tx, `work.${verdict}`, id, actor, at);
    else if (!(await findResult(tx, id))) return 'unknown';
    return reviewed ? 'decided' : 'over';
  });
}
