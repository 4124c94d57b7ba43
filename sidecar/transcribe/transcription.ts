// Transcription as the handlers use it: a job is asked for, waited for, looked up.
import { setTimeout as sleep } from 'node:timers/promises';
import { ApiError } from '#contract/errors.ts';
import { longMediaSeconds } from '#contract/limits.ts';
import type { TranscribeRequest } from '#contract/schemas/transcripts.ts';
import { every } from '../every.ts';
import { readProblem } from '../outgoing/address-rule.ts';
import type { Store } from '../store/store.ts';
import { addJob, countOpen, findJob, type Job } from './jobs.ts';
import { unfit } from './problem.ts';
import type { Worker } from './worker.ts';

export interface Transcription {
  /** Throws where the address is refused, or too much waits already. */
  ask: (request: TranscribeRequest) => Promise<Job>;
  /** Until it is done or failed, or `enough` says so, or the time is over. */
  wait: (job: Job, ms: number, enough?: (job: Job) => boolean) => Promise<Job>;
  find: (id: string) => Promise<Job | undefined>;
  /** Goes on with what an earlier process left. */
  start: () => void;
  stop: () => Promise<void>;
}

export interface TranscriptionParts {
  store: Store;
  worker: Worker;
  allowedHosts: string[];
  /** Milliseconds. */
  now: () => number;
  onProblem: (error: Error) => void;
}

const mostOpen = 20;
const retryAfterSeconds = 60;
const lookMs = 150;
/** For jobs that another sidecar left. */
const wakeMs = 5000;

export const isSettled = ({ status }: Job): boolean => status === 'done' || status === 'failed';
export const isLong = ({ durationSeconds }: Job): boolean => (durationSeconds ?? 0) > longMediaSeconds;

export function transcription({ store, worker, allowedHosts, now, onProblem }: TranscriptionParts): Transcription {
  const { db } = store;
  const stopping = new AbortController();
  let end: (() => Promise<void>) | undefined;
  return {
    ask: async (request) => {
      const problem = readProblem(request.sourceUrl, allowedHosts);
      if (problem) throw unfit(`sourceUrl ${problem}.`);
      if ((await countOpen(db)) >= mostOpen)
        throw new ApiError('rate_limited', 'Too many recordings wait already. Try again later.', { retryAfterSeconds });
      const job = await addJob(db, request, now());
      worker.wake();
      return job;
    },
    wait: async (job, ms, enough = () => false) => {
      const until = performance.now() + ms;
      let latest = job;
      while (!isSettled(latest) && !enough(latest) && performance.now() < until && !stopping.signal.aborted) {
        await sleep(lookMs, undefined, { signal: stopping.signal }).catch(() => undefined);
        latest = (await findJob(db, job.id)) ?? latest;
      }
      return latest;
    },
    find: (id) => findJob(db, id),
    start: () => (end = every(wakeMs, async () => worker.wake(), onProblem)),
    stop: async () => {
      stopping.abort();
      await end?.();
      await worker.stop();
    },
  };
}
