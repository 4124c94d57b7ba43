// The transcription service that handlers use: jobs are submitted, awaited, looked up and cancelled.
import { setTimeout as sleep } from 'node:timers/promises';
import { longMediaSeconds } from '#contract/limits.ts';
import type { TranscribeRequest } from '#contract/schemas/transcripts.ts';
import { every as everyPause, type Every } from '../../jobs/scheduler.ts';
import { findReadAddressProblem } from '../../outgoing/address-rule.ts';
import { keyRetentionMs } from '../../http/idempotency.ts';
import type { Worker } from '../../storage/queue.ts';
import type { Db, Store } from '../../storage/store.ts';
import type { LookUpSource } from './transcribe-source.ts';
import { toLimitSeconds, assertLength, unsuitableError } from './errors.ts';
import { addJob, cancelJob, findJobByRequestKey, findJob, type RefundToken, type TranscriptionJob } from './jobs.ts';
import type { OwnEpisode } from './own-episodes.ts';
import { assertFreeSlot } from './queue-slots.ts';

interface JobPayment {
  /** Id of the token. */
  tokenId?: string | undefined;
  /** Longest recording that the payment covers. */
  maxMinutes?: number | undefined;
}

interface JobRequester {
  client: string;
  paid?: JobPayment;
  /** Key of the request, if it carried an Idempotency-Key. */
  requestKey?: string | undefined;
}

interface Until {
  isEnough?: (job: TranscriptionJob) => boolean;
  disconnected?: AbortSignal | undefined;
}

export interface TranscriptionDeps {
  store: Store;
  worker: Pick<Worker, 'wake' | 'stop'>;
  lookUp: LookUpSource;
  /** Returns the length of a recording in seconds, if it is known before the download. */
  knownDuration: (sourceUrl: string) => number | undefined;
  /** Throws if no engine knows the language. */
  checkLanguage: (request: Pick<TranscribeRequest, 'sourceUrl' | 'language'>) => void;
  allowedHosts: string[];
  refundToken?: RefundToken;
  /** Milliseconds. */
  now: () => number;
  onProblem: (error: Error) => void;
}

/** Client name of jobs that the creator submits; other names are a network or a token. */
const creator = 'creator';
const pollMs = 150;
/** Interval of checks for jobs that another sidecar left. */
const wakeMs = 1000;

export const isSettled = ({ status }: TranscriptionJob): boolean => status === 'done' || status === 'failed';
export const isLong = ({ durationSeconds }: TranscriptionJob): boolean => (durationSeconds ?? 0) > longMediaSeconds;

function checkAddress({ sourceUrl }: TranscribeRequest, allowedHosts: string[]): void {
  const problem = findReadAddressProblem(sourceUrl, allowedHosts);
  if (problem) throw unsuitableError(`sourceUrl ${problem.predicate}.`);
}

const lowerLimit = (one = Infinity, other = Infinity): number | undefined =>
  Number.isFinite(Math.min(one, other)) ? Math.min(one, other) : undefined;

/** A job whose result is known takes no slot in the queue. */
const createSubmit =
  ({ store: { db }, worker, lookUp, allowedHosts, now }: TranscriptionDeps) =>
  async (request: TranscribeRequest, { client, paid = {}, requestKey }: JobRequester): Promise<TranscriptionJob> => {
    checkAddress(request, allowedHosts);
    const earlier = requestKey && (await findJobByRequestKey(db, requestKey, now() - keyRetentionMs));
    if (earlier) return earlier;
    const { sourceUrl, language = null } = request;
    const available = await lookUp({ sourceUrl, language });
    const takesPlace = available === undefined;
    if (takesPlace) await assertFreeSlot(db, { client, host: new URL(sourceUrl).host });
    const result = available === 'published' ? undefined : available;
    const maxMinutes = lowerLimit(request.maxMinutes, paid.maxMinutes);
    if (result) assertLength(result.durationSeconds, toLimitSeconds(maxMinutes));
    const origin = { client, takesPlace, paidWith: paid.tokenId, maxMinutes, askedAs: requestKey };
    const job = await addJob(db, request, origin, now(), result);
    worker.wake();
    return job;
  };

const createWait =
  (db: Db, cancel: (id: string) => Promise<TranscriptionJob | undefined>, stopSignal: AbortSignal) =>
  async (job: TranscriptionJob, ms: number, { isEnough = () => false, disconnected }: Until = {}) => {
    const until = performance.now() + ms;
    let latest = job;
    const leave = AbortSignal.any([stopSignal, ...(disconnected ? [disconnected] : [])]);
    const mustWait = () => !isSettled(latest) && !isEnough(latest) && performance.now() < until && !leave.aborted;
    while (mustWait()) {
      await sleep(pollMs, undefined, { signal: leave }).catch(() => undefined);
      latest = (await findJob(db, job.id)) ?? latest;
    }
    // No other client knows the URL of the job.
    return disconnected?.aborted ? ((await cancel(job.id)) ?? latest) : latest;
  };

export function createTranscription(deps: TranscriptionDeps) {
  const { store, worker, now, onProblem } = deps;
  const { db } = store;
  const stopped = new AbortController();
  let end: (() => Promise<void>) | undefined;
  /** Returns true while jobs wait. */
  const wakeWorker = async (): Promise<boolean> => {
    worker.wake();
    const waiting = db.selectFrom('transcribeJobs').select('id').where('status', '=', 'queued');
    return (await waiting.limit(1).executeTakeFirst()) !== undefined;
  };
  const cancel = (id: string, { staysPaid } = { staysPaid: false }): Promise<TranscriptionJob | undefined> =>
    db.transaction().execute(async (tx) => {
      const paidWith = (await cancelJob(tx, id, now()))?.paidWith;
      if (paidWith && !staysPaid) await deps.refundToken?.(tx, paidWith);
      return findJob(tx, id);
    });
  return {
    knownDuration: deps.knownDuration,
    /** Throws if the request cannot succeed, so that nobody pays for it. */
    assertSuitable: async (request: TranscribeRequest): Promise<void> => {
      checkAddress(request, deps.allowedHosts);
      const { sourceUrl, language = null } = request;
      const available = await deps.lookUp({ sourceUrl, language });
      if (available === undefined) deps.checkLanguage(request);
      else if (available !== 'published') assertLength(available.durationSeconds, toLimitSeconds(request.maxMinutes));
    },
    /**
     * Queues a job. Throws if the address is refused or the queue is full. Returns the existing job if an earlier
     * request with the same key left one, because its process died before the response was stored.
     */
    submit: createSubmit(deps),
    /**
     * Queues the recording of the creator's own episode; its transcript waits for review. Throws if no engine knows the
     * language.
     */
    submitEpisode: async ({
      id,
      audioUrl,
      language,
    }: Pick<OwnEpisode, 'id' | 'audioUrl' | 'language'>): Promise<TranscriptionJob> => {
      const request = { sourceUrl: audioUrl, ...(language && { language }) };
      deps.checkLanguage(request);
      const job = await addJob(db, request, { client: creator, takesPlace: true, episode: id }, now());
      worker.wake();
      return job;
    },
    /** Waits until the job ends, `enough` returns true or the time is over. Cancels it if the client disconnects. */
    wait: createWait(db, cancel, stopped.signal),
    find: (id: string) => findJob(db, id),
    /**
     * Cancels a job and returns its new state; a job that has ended is unchanged. With `staysPaid` the token is not
     * refunded, because the client may have read a partial transcript.
     */
    cancel,
    /** Resumes jobs that an earlier process left. */
    start: (every: Every = everyPause): void => {
      end = every(wakeMs, wakeWorker, onProblem);
    },
    stop: async (): Promise<void> => {
      stopped.abort();
      await end?.();
      await worker.stop();
    },
  };
}

export type Transcription = ReturnType<typeof createTranscription>;
