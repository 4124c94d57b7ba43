// Jobs of transcription in the store: asked for once, done by one worker at a time, kept over restarts.
import { v7 } from 'uuid';
import type { Selectable } from 'kysely';
import type { Segment, TranscribeJob, TranscribeRequest, Transcript } from '#contract/schemas/transcripts.ts';
import type { Db } from '../../storage/store.ts';
import type { Tables } from '../../storage/tables.ts';
import type { SpokenSegment } from '#domain/transcripts/word-times.ts';
import type { Stretch } from './part.ts';
import { cancelled, type KeptProblem, toKept } from './problem.ts';

export type Job = Selectable<Tables['transcribeJobs']>;
/** The answer without its written form. */
export type Result = Omit<Transcript, 'format' | 'transcript' | 'sourceUrl' | 'segments'> & {
  segments: SpokenSegment[];
  /** Where sound gave no words: shown in the written forms. */
  unheard?: Stretch[];
};

/** Longer than the time between two signs of life of a worker. */
export const claimMs = 30_000;
const mostAttempts = 3;

export interface Asker {
  client: string;
  /** Known without a place: the publisher's transcript is only read. */
  takesPlace: boolean;
  /** Id of a token, which the job gives back where it fails. */
  paidWith?: string | undefined;
  /** Id of the creator's own episode. */
  episode?: string;
  maxMinutes?: number | undefined;
  askedAs?: string | undefined;
}

/** Gives a token back that a job which failed was paid with. */
export type GiveBack = (db: Db, tokenId: string) => Promise<void>;

/** `result`: it is known already. */
export async function addJob(
  db: Db,
  { sourceUrl, language, format }: TranscribeRequest,
  { client, takesPlace, paidWith, maxMinutes, episode, askedAs }: Asker,
  now: number,
  result?: Result,
): Promise<Job> {
  const job: Job = {
    id: v7(),
    status: result ? 'done' : 'queued',
    sourceUrl,
    language: language ?? null,
    format: format ?? 'markdown',
    progress: result ? 1 : 0,
    durationSeconds: result?.durationSeconds ?? null,
    result: result ? JSON.stringify(result) : null,
    problem: null,
    attempts: 0,
    claimedUntil: 0,
    createdAt: now,
    updatedAt: now,
    client,
    paidWith: paidWith ?? null,
    episode: episode ?? null,
    host: new URL(sourceUrl).host,
    takesPlace: takesPlace ? 1 : 0,
    maxMinutes: maxMinutes ?? null,
    askedAs: askedAs ?? null,
  };
  await db.insertInto('transcribeJobs').values(job).execute();
  return job;
}

export const findJob = (db: Db, id: string): Promise<Job | undefined> =>
  db.selectFrom('transcribeJobs').selectAll().where('id', '=', id).executeTakeFirst();

/** The newest that the request asked for; a failed one is asked for anew. */
export const findAsked = (db: Db, askedAs: string, since: number): Promise<Job | undefined> =>
  db
    .selectFrom('transcribeJobs')
    .selectAll()
    .where('askedAs', '=', askedAs)
    .where('status', '!=', 'failed')
    .where('createdAt', '>', since)
    .orderBy('createdAt', 'desc')
    .executeTakeFirst();

/** Newest first; with what has been heard of those under way, and without the texts of the others. */
export const listJobs = (db: Db, limit: number) =>
  db
    .selectFrom('transcribeJobs')
    .select([
      'id',
      'status',
      'sourceUrl',
      'progress',
      'durationSeconds',
      'problem',
      'createdAt',
      'updatedAt',
      'episode',
    ])
    .select((eb) => eb.case().when('status', '=', 'running').then(eb.ref('result')).else(null).end().as('result'))
    .orderBy('createdAt', 'desc')
    .orderBy('id', 'desc')
    .limit(limit)
    .execute();

/** It was tried as often as it may be. */
export const isWornOut = ({ attempts }: Job): boolean => attempts >= mostAttempts;

/** `result` of a job under way: what has been heard until now. */
export interface Partial {
  untilSeconds: number;
  segments: SpokenSegment[];
  /** When hearing began, and at which share of the progress. */
  since: { at: number; share: number };
}

export const withoutWords = (segments: SpokenSegment[]): Segment[] =>
  segments.map(({ wordStarts: _, ...segment }) => segment);

/** What a job under way says about itself. */
export function stateNow({
  progress,
  result,
  updatedAt,
  status,
}: Pick<Job, 'progress' | 'result' | 'updatedAt' | 'status'>): Pick<
  TranscribeJob,
  'progress' | 'remainingSeconds' | 'partial'
> {
  if (status !== 'running' || !result) return { progress };
  const { untilSeconds, segments, since } = JSON.parse(result) as Partial;
  const pace = (progress - since.share) / (updatedAt - since.at);
  const remaining = pace > 0 && { remainingSeconds: Math.ceil((1 - progress) / pace / 1000) };
  return { progress, ...remaining, partial: { untilSeconds, segments: withoutWords(segments) } };
}

/** Says that its worker lives and how far it is; false where the job is no longer under way: somebody cancelled it. */
export async function keepJob(db: Db, job: Job, now: number): Promise<boolean> {
  const { id, progress, durationSeconds, attempts, result } = job;
  const { numUpdatedRows } = await db
    .updateTable('transcribeJobs')
    .set({ progress, durationSeconds, attempts, result, claimedUntil: now + claimMs, updatedAt: now })
    .where('id', '=', id)
    .where('status', '=', 'running')
    .executeTakeFirstOrThrow();
  return numUpdatedRows > 0;
}

/** False where it is no longer under way: what was cancelled meanwhile stays so. */
export async function finishJob(db: Db, { id }: Job, outcome: Result | KeptProblem, now: number): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('transcribeJobs')
    .set({
      ...('kind' in outcome
        ? { status: 'failed' as const, problem: JSON.stringify(outcome), result: null }
        : { status: 'done' as const, result: JSON.stringify(outcome), durationSeconds: outcome.durationSeconds }),
      progress: 1,
      updatedAt: now,
    })
    .where('id', '=', id)
    .where('status', '=', 'running')
    .executeTakeFirstOrThrow();
  return numUpdatedRows > 0;
}

/** Its worker notices at its next sign of life. Undefined where it has ended. */
export const cancelJob = (db: Db, id: string, now: number): Promise<Pick<Job, 'paidWith'> | undefined> =>
  db
    .updateTable('transcribeJobs')
    .set({ status: 'failed', problem: JSON.stringify(toKept(cancelled())), result: null, progress: 1, updatedAt: now })
    .where('id', '=', id)
    .where('status', 'in', ['queued', 'running'])
    .returning('paidWith')
    .executeTakeFirst();

/** At a stop: the next start goes on with it, and what was broken off does not count. */
export async function giveBack(db: Db, { id, attempts, isItsTurn }: Job & { isItsTurn?: boolean }): Promise<void> {
  await db
    .updateTable('transcribeJobs')
    .set({ status: 'queued', claimedUntil: 0, attempts: isItsTurn ? attempts - 1 : attempts })
    .where('id', '=', id)
    .where('status', '=', 'running')
    .execute();
}
