// Takes what was handed in for an offer: judged once, and worth one grant, however often and by however many at once it comes.
import { v7 } from 'uuid';
import { answerProblem, type Answers, readSubmission } from './rules/judge.ts';
import type { Tx } from '../../store/store.ts';
import type { Derive } from '../secret.ts';
import { refuseGuesser } from './failures.ts';
import { findTask, madeOf, reward, type Rewarded, type Task, tokenAgain, type WorkParts } from './tasks.ts';

export interface HandedIn {
  taskId: string;
  submission: unknown;
  client: string;
  /** Location of the token. */
  location: string;
}

export type Refused = { refused: 'unknown' | 'expired' | 'done' | 'rejected' | 'malformed'; says?: string };

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

/** The accepted submission again gives its token again; anything else finds the task over. */
async function again(
  { db }: WorkParts,
  derive: Derive,
  task: Task,
  answers: Answers,
  location: string,
): Promise<Rewarded | Refused> {
  const kept = await db.selectFrom('workAnswers').selectAll().where('taskId', '=', task.id).executeTakeFirst();
  if (!kept) return { refused: 'expired' };
  const isSame = kept.tokenId !== null && kept.answers === JSON.stringify(answers);
  return (isSame && (await tokenAgain(db, derive, location, kept.tokenId!))) || { refused: 'done' };
}

export async function submitOffer(parts: WorkParts, handedIn: HandedIn): Promise<Rewarded | Refused> {
  const { db, now } = parts;
  const { taskId, submission, client, location } = handedIn;
  const task = await findTask(db, 'offer', taskId);
  if (!task) return { refused: 'unknown' };
  const read = readSubmission(madeOf(task), submission);
  if ('problem' in read) return { refused: 'malformed', says: read.problem };
  const { answers } = read;
  await refuseGuesser(db, client, now());
  const problem = answerProblem(madeOf(task), answers);
  const derive = await parts.secret();
  const at = now();
  const done = await db.transaction().execute(async (tx): Promise<Rewarded | Refused | undefined> => {
    if (!(await close(tx, task, at))) return undefined;
    const { resourceId } = task;
    const granted = problem === undefined ? await reward(tx, derive, { resourceId, location, now: at }) : undefined;
    await tx
      .insertInto('workAnswers')
      .values({
        id: v7(),
        taskId,
        answers: JSON.stringify(answers),
        state: granted ? 'accepted' : 'rejected',
        reason: problem ?? null,
        ...{ workerName: null, worker: null, claimHash: null, reviewedAt: null },
        client,
        tokenId: granted?.tokenId ?? null,
        createdAt: at,
      })
      .execute();
    return granted ?? { refused: 'rejected', says: problem! };
  });
  return done ?? again(parts, derive, task, answers, location);
}
