// Transcription as the handlers use it: a job is asked for, waited for, looked up.
import { setTimeout as sleep } from 'node:timers/promises';
import { longMediaSeconds } from '#contract/limits.ts';
import type { TranscribeRequest } from '#contract/schemas/transcripts.ts';
import { every as everyPause, type Every } from '../../jobs/every.ts';
import { readProblem } from '../../outgoing/address-rule.ts';
import { keysKeptMs } from '../../http/idempotency.ts';
import type { Worker } from '../../storage/queue.ts';
import type { Db, Store } from '../../storage/store.ts';
import type { LookUp } from './hear-source.ts';
import { limitSeconds, refuseLonger } from './length-limit.ts';
import { addJob, cancelJob, findAsked, findJob, type GiveBack, type Job } from './jobs.ts';
import type { OwnEpisode } from './own-episodes.ts';
import { checkPlace } from './places.ts';
import { unfit } from './problem.ts';

interface Paid {
  /** Id of the token. */
  with?: string | undefined;
  /** How long the recording may be. */
  maxMinutes?: number | undefined;
}

interface AskedBy {
  client: string;
  paid?: Paid;
  /** Names a request with an Idempotency-Key. */
  askedAs?: string | undefined;
}

export interface Transcription {
  /** Length of a recording, where it is known before it is fetched. */
  secondsOf: (sourceUrl: string) => number | undefined;
  /** Throws where the request can lead to nothing, so that nobody pays for it. */
  refuseUnfit: (request: TranscribeRequest) => Promise<void>;
  /**
   * Throws where the address is refused, or too much waits already. Gives the job that a first request with the key
   * left, whose process died before its answer was kept.
   */
  ask: (request: TranscribeRequest, by: AskedBy) => Promise<Job>;
  /**
   * Asks for a recording of the creator's own episode; what is heard waits there for review. Throws where no engine
   * hears the language.
   */
  askForEpisode: (episode: Pick<OwnEpisode, 'id' | 'audioUrl' | 'language'>) => Promise<Job>;
  /** Until it is done or failed, or `enough` says so, or the time is over. Cancels it when the client is gone. */
  wait: (job: Job, ms: number, until?: Until) => Promise<Job>;
  find: (id: string) => Promise<Job | undefined>;
  /**
   * Gives the job as it is afterwards; one that has ended stays as it is. `staysPaid`: who cancels it may have read what was
   * heard until then, so that the token is not given back.
   */
  cancel: (id: string, how?: { staysPaid: boolean }) => Promise<Job | undefined>;
  /** Goes on with what an earlier process left. */
  start: (every?: Every) => void;
  stop: () => Promise<void>;
}

interface Until {
  enough?: (job: Job) => boolean;
  gone?: AbortSignal | undefined;
}

export interface TranscriptionDeps {
  store: Store;
  worker: Pick<Worker, 'wake' | 'stop'>;
  lookUp: LookUp;
  secondsOf: Transcription['secondsOf'];
  /** Throws where no engine hears the language. */
  checkLanguage: (request: Pick<TranscribeRequest, 'sourceUrl' | 'language'>) => void;
  allowedHosts: string[];
  giveBack?: GiveBack;
  /** Milliseconds. */
  now: () => number;
  onProblem: (error: Error) => void;
}

/** In place of a client's name, which is a network or a token. */
const creator = 'creator';
const lookMs = 150;
/** For jobs that another sidecar left. */
const wakeMs = 1000;

export const isSettled = ({ status }: Job): boolean => status === 'done' || status === 'failed';
export const isLong = ({ durationSeconds }: Job): boolean => (durationSeconds ?? 0) > longMediaSeconds;

function checkAddress({ sourceUrl }: TranscribeRequest, allowedHosts: string[]): void {
  const problem = readProblem(sourceUrl, allowedHosts);
  if (problem) throw unfit(`sourceUrl ${problem}.`);
}

/** What is known needs no place; everything else needs one. */
const asker = ({ store: { db }, worker, lookUp, allowedHosts, now }: TranscriptionDeps): Transcription['ask'] => {
  return async (request, { client, paid = {}, askedAs }) => {
    checkAddress(request, allowedHosts);
    const left = askedAs && (await findAsked(db, askedAs, now() - keysKeptMs));
    if (left) return left;
    const { sourceUrl, language = null } = request;
    const known = await lookUp({ sourceUrl, language });
    const takesPlace = known === undefined;
    if (takesPlace) await checkPlace(db, { client, host: new URL(sourceUrl).host });
    const result = known === 'published' ? undefined : known;
    const maxMinutes = Math.min(request.maxMinutes ?? Infinity, paid.maxMinutes ?? Infinity);
    const limit = Number.isFinite(maxMinutes) ? maxMinutes : undefined;
    if (result) refuseLonger(result.durationSeconds, limitSeconds(limit));
    const asked = { client, takesPlace, paidWith: paid.with, maxMinutes: limit, askedAs };
    const job = await addJob(db, request, asked, now(), result);
    worker.wake();
    return job;
  };
};

const waiter =
  (db: Db, cancel: Transcription['cancel'], stopping: AbortSignal): Transcription['wait'] =>
  async (job, ms, { enough = () => false, gone } = {}) => {
    const until = performance.now() + ms;
    let latest = job;
    const leave = AbortSignal.any([stopping, ...(gone ? [gone] : [])]);
    while (!isSettled(latest) && !enough(latest) && performance.now() < until && !leave.aborted) {
      await sleep(lookMs, undefined, { signal: leave }).catch(() => undefined);
      latest = (await findJob(db, job.id)) ?? latest;
    }
    // Nobody else knows the job's address.
    return gone?.aborted ? ((await cancel(job.id)) ?? latest) : latest;
  };

export function transcription(deps: TranscriptionDeps): Transcription {
  const { store, worker, now, onProblem } = deps;
  const { db } = store;
  const stopping = new AbortController();
  let end: (() => Promise<void>) | undefined;
  /** Returns true while jobs wait. */
  const wakeWorker = async (): Promise<boolean> => {
    worker.wake();
    const waiting = db.selectFrom('transcribeJobs').select('id').where('status', '=', 'queued');
    return (await waiting.limit(1).executeTakeFirst()) !== undefined;
  };
  const cancel: Transcription['cancel'] = (id, { staysPaid } = { staysPaid: false }) =>
    db.transaction().execute(async (tx) => {
      const paidWith = (await cancelJob(tx, id, now()))?.paidWith;
      if (paidWith && !staysPaid) await deps.giveBack?.(tx, paidWith);
      return findJob(tx, id);
    });
  return {
    secondsOf: deps.secondsOf,
    refuseUnfit: async (request) => {
      checkAddress(request, deps.allowedHosts);
      const { sourceUrl, language = null } = request;
      const known = await deps.lookUp({ sourceUrl, language });
      if (known === undefined) deps.checkLanguage(request);
      else if (known !== 'published') refuseLonger(known.durationSeconds, limitSeconds(request.maxMinutes));
    },
    ask: asker(deps),
    askForEpisode: async ({ id, audioUrl, language }) => {
      const request = { sourceUrl: audioUrl, ...(language && { language }) };
      deps.checkLanguage(request);
      const job = await addJob(db, request, { client: creator, takesPlace: true, episode: id }, now());
      worker.wake();
      return job;
    },
    wait: waiter(db, cancel, stopping.signal),
    find: (id) => findJob(db, id),
    cancel,
    start: (every = everyPause) => (end = every(wakeMs, wakeWorker, onProblem)),
    stop: async () => {
      stopping.abort();
      await end?.();
      await worker.stop();
    },
  };
}
