// Jobs of transcription in the store: asked for once, done by one worker at a time, kept over restarts.
import { v7 } from 'uuid';
import type { Selectable } from 'kysely';
import type { TranscribeRequest, Transcript } from '#contract/schemas/transcripts.ts';
import { claimable, type Db, type Store } from '../store/store.ts';
import type { Tables } from '../store/tables.ts';
import type { KeptProblem } from './problem.ts';

export type Job = Selectable<Tables['transcribeJobs']>;
/** The answer without its written form. */
export type Result = Omit<Transcript, 'format' | 'transcript' | 'sourceUrl'>;

/** Longer than the time between two signs of life of a worker. */
export const claimMs = 30_000;
const mostAttempts = 3;

export async function addJob(db: Db, { sourceUrl, language, format }: TranscribeRequest, now: number): Promise<Job> {
  const job: Job = {
    id: v7(),
    status: 'queued',
    sourceUrl,
    language: language ?? null,
    format: format ?? 'markdown',
    progress: 0,
    durationSeconds: null,
    result: null,
    problem: null,
    attempts: 0,
    claimedUntil: 0,
    createdAt: now,
    updatedAt: now,
  };
  await db.insertInto('transcribeJobs').values(job).execute();
  return job;
}

export const findJob = (db: Db, id: string): Promise<Job | undefined> =>
  db.selectFrom('transcribeJobs').selectAll().where('id', '=', id).executeTakeFirst();

export async function countOpen(db: Db): Promise<number> {
  const { open } = await db
    .selectFrom('transcribeJobs')
    .select(({ fn }) => fn.countAll().as('open'))
    .where('status', 'in', ['queued', 'running'])
    .executeTakeFirstOrThrow();
  return Number(open);
}

/** Newest first, without the texts. */
export const listJobs = (db: Db, limit: number) =>
  db
    .selectFrom('transcribeJobs')
    .select(['id', 'status', 'sourceUrl', 'progress', 'durationSeconds', 'problem', 'createdAt', 'updatedAt'])
    .orderBy('createdAt', 'desc')
    .orderBy('id', 'desc')
    .limit(limit)
    .execute();

/** The oldest job that nobody holds; one whose worker died is taken again, a few times. */
export async function claimJob(store: Store, now: number): Promise<Job | undefined> {
  return store.db.transaction().execute(async (tx) => {
    const query = tx
      .selectFrom('transcribeJobs as j')
      .selectAll()
      .where('j.status', 'in', ['queued', 'running'])
      .where('j.claimedUntil', '<=', now)
      .orderBy('j.createdAt')
      .limit(1);
    const job = await claimable(store, query, 'j').executeTakeFirst();
    if (!job) return undefined;
    const attempts = job.attempts + 1;
    const change = { status: 'running', attempts, claimedUntil: now + claimMs, updatedAt: now } as const;
    await tx.updateTable('transcribeJobs').set(change).where('id', '=', job.id).execute();
    return { ...job, ...change };
  });
}

export const isWornOut = ({ attempts }: Job): boolean => attempts > mostAttempts;

/** Says that its worker lives. */
export const keepJob = (db: Db, { id }: Job, done: Pick<Job, 'progress' | 'durationSeconds'>, now: number) =>
  db
    .updateTable('transcribeJobs')
    .set({ ...done, claimedUntil: now + claimMs, updatedAt: now })
    .where('id', '=', id)
    .where('status', '=', 'running')
    .execute();

export const finishJob = (db: Db, { id }: Job, outcome: Result | KeptProblem, now: number) =>
  db
    .updateTable('transcribeJobs')
    .set({
      ...('kind' in outcome
        ? { status: 'failed' as const, problem: JSON.stringify(outcome) }
        : { status: 'done' as const, result: JSON.stringify(outcome), durationSeconds: outcome.durationSeconds }),
      progress: 1,
      updatedAt: now,
    })
    .where('id', '=', id)
    .execute();

/** At a stop: the next start goes on with it. */
export const giveBack = (db: Db, { id, attempts }: Job) =>
  db
    .updateTable('transcribeJobs')
    .set({ status: 'queued', claimedUntil: 0, attempts: attempts - 1, progress: 0 })
    .where('id', '=', id)
    .where('status', '=', 'running')
    .execute();
