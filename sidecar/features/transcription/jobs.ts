// Stores transcription jobs, which one worker at a time runs and which survive restarts.
import { v7 } from 'uuid';
import type { Selectable } from 'kysely';
import type { Segment, TranscribeJob, TranscribeRequest, Transcript } from '#contract/schemas/transcripts.ts';
import type { Db } from '../../storage/store.ts';
import type { Tables } from '../../storage/tables.ts';
import type {} from './tables.ts';
import type { SpokenSegment } from '#domain/transcripts/word-times.ts';
import type { TimeRange } from './engines.ts';
import { cancelledError, type StoredError, toStoredError } from './errors.ts';

export type TranscriptionJob = Selectable<Tables['transcribeJobs']>;
/** The result of a job without its written format. */
export type TranscriptResult = Omit<Transcript, 'format' | 'transcript' | 'sourceUrl' | 'segments'> & {
  segments: SpokenSegment[];
  /** Ranges without words, which the written formats mention. */
  unheard?: TimeRange[];
};

/** Length of a claim; longer than the interval at which workers renew it. */
export const claimMs = 30_000;
const maxAttempts = 3;

export interface JobOrigin {
  client: string;
  /** False if the result is known or the publisher's transcript is only read. */
  takesPlace: boolean;
  /** Id of the token that is refunded if the job fails. */
  paidWith?: string | null | undefined;
  /** Id of the creator's own episode, if the creator submits the job. */
  episode?: string | null;
  maxMinutes?: number | null | undefined;
  askedAs?: string | null | undefined;
}

/** Refunds the token that paid for a failed job. */
export type RefundToken = (db: Db, tokenId: string) => Promise<void>;

/** Stores a job; with a known `result` it is done at once. */
export async function addJob(
  db: Db,
  { sourceUrl, language, format = 'markdown' }: TranscribeRequest,
  { client, takesPlace, paidWith = null, maxMinutes = null, episode = null, askedAs = null }: JobOrigin,
  now: number,
  result?: TranscriptResult,
): Promise<TranscriptionJob> {
  const outcome = result
    ? { status: 'done' as const, progress: 1, durationSeconds: result.durationSeconds, result: JSON.stringify(result) }
    : { status: 'queued' as const, progress: 0, durationSeconds: null, result: null };
  const job: TranscriptionJob = {
    id: v7(),
    ...outcome,
    sourceUrl,
    language: language ?? null,
    format,
    problem: null,
    attempts: 0,
    claimedUntil: 0,
    createdAt: now,
    updatedAt: now,
    client,
    paidWith,
    episode,
    host: new URL(sourceUrl).host,
    takesPlace: takesPlace ? 1 : 0,
    maxMinutes,
    askedAs,
  };
  await db.insertInto('transcribeJobs').values(job).execute();
  return job;
}

export const findJob = (db: Db, id: string): Promise<TranscriptionJob | undefined> =>
  db.selectFrom('transcribeJobs').selectAll().where('id', '=', id).executeTakeFirst();

/** Returns the newest job of a request key, except for failed ones. */
export const findJobByRequestKey = (db: Db, askedAs: string, since: number): Promise<TranscriptionJob | undefined> =>
  db
    .selectFrom('transcribeJobs')
    .selectAll()
    .where('askedAs', '=', askedAs)
    .where('status', '!=', 'failed')
    .where('createdAt', '>', since)
    .orderBy('createdAt', 'desc')
    .executeTakeFirst();

/** Lists jobs, newest first; only running ones have their (partial) result. */
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

/** Returns true if the job has been tried as often as allowed. */
export const hasNoAttemptsLeft = ({ attempts }: TranscriptionJob): boolean => attempts >= maxAttempts;

/** Transcript so far of a running job, stored as its `result`. */
export interface PartialResult {
  untilSeconds: number;
  segments: SpokenSegment[];
  /** Time and progress at which transcription began. */
  since: { at: number; share: number };
}

export const withoutWordTimes = (segments: SpokenSegment[]): Segment[] =>
  segments.map(({ wordStarts: _, ...segment }) => segment);

/** Returns progress, remaining time and partial transcript of a job. */
export function describeProgress({
  progress,
  result,
  updatedAt,
  status,
}: Pick<TranscriptionJob, 'progress' | 'result' | 'updatedAt' | 'status'>): Pick<
  TranscribeJob,
  'progress' | 'remainingSeconds' | 'partial'
> {
  if (status !== 'running' || !result) return { progress };
  const { untilSeconds, segments, since } = JSON.parse(result) as PartialResult;
  const pace = (progress - since.share) / (updatedAt - since.at);
  const remaining = pace > 0 && { remainingSeconds: Math.ceil((1 - progress) / pace / 1000) };
  return { progress, ...remaining, partial: { untilSeconds, segments: withoutWordTimes(segments) } };
}

/** Renews the claim and saves the progress. Returns false if the job is no longer running because it was cancelled. */
export async function renewJob(db: Db, job: TranscriptionJob, now: number): Promise<boolean> {
  const { id, progress, durationSeconds, attempts, result } = job;
  const { numUpdatedRows } = await db
    .updateTable('transcribeJobs')
    .set({ progress, durationSeconds, attempts, result, claimedUntil: now + claimMs, updatedAt: now })
    .where('id', '=', id)
    .where('status', '=', 'running')
    .executeTakeFirstOrThrow();
  return numUpdatedRows > 0;
}

/** Ends a running job. Returns false if it was cancelled meanwhile. */
export async function finishJob(
  db: Db,
  { id }: TranscriptionJob,
  outcome: TranscriptResult | StoredError,
  now: number,
): Promise<boolean> {
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

/** Cancels a job; the worker notices when it renews its claim. Returns undefined if the job has ended. */
export const cancelJob = (db: Db, id: string, now: number): Promise<Pick<TranscriptionJob, 'paidWith'> | undefined> =>
  db
    .updateTable('transcribeJobs')
    .set({
      status: 'failed',
      problem: JSON.stringify(toStoredError(cancelledError())),
      result: null,
      progress: 1,
      updatedAt: now,
    })
    .where('id', '=', id)
    .where('status', 'in', ['queued', 'running'])
    .returning('paidWith')
    .executeTakeFirst();

/** Requeues a job when the sidecar stops; the interrupted attempt does not count. */
export async function requeueJob(
  db: Db,
  { id, attempts, isItsTurn }: TranscriptionJob & { isItsTurn?: boolean },
): Promise<void> {
  await db
    .updateTable('transcribeJobs')
    .set({ status: 'queued', claimedUntil: 0, attempts: isItsTurn ? attempts - 1 : attempts })
    .where('id', '=', id)
    .where('status', '=', 'running')
    .execute();
}
