// Does one job to its end, and tells the store on the way that its worker lives and how far it is.
import { setTimeout as sleep } from 'node:timers/promises';
import { ApiError } from '#contract/errors.ts';
import type { Store } from '../store/store.ts';
import type { HearSource } from './hear-source.ts';
import { finishJob, giveBack, isWornOut, type Job, keepJob } from './jobs.ts';
import { broken, cancelled, toKept } from './problem.ts';

export interface JobParts {
  store: Store;
  hear: HearSource;
  /** Milliseconds. */
  now: () => number;
  onProblem: (error: Error) => void;
}

const signOfLifeMs = 1000;

type Done = Pick<Job, 'progress' | 'durationSeconds'>;

interface Telling {
  end: AbortSignal;
  /** Called when the job is no longer this worker's: somebody cancelled it. */
  lost: () => void;
}

async function keepTelling(job: Job, done: Done, parts: JobParts, { end, lost }: Telling): Promise<void> {
  const { store, now, onProblem } = parts;
  while (!end.aborted) {
    await sleep(signOfLifeMs, undefined, { signal: end }).catch(() => undefined);
    if (end.aborted) return;
    const isKept = await keepJob(store.db, job, done, now()).catch(onProblem);
    if (isKept === false) lost();
  }
}

function explain(error: unknown, onProblem: (error: Error) => void): ApiError {
  if (error instanceof ApiError) return error;
  onProblem(error as Error);
  return broken('The transcription failed here. Try again; if it goes on, tell the creator.', 'engine');
}

/** What `stop` interrupts is given back; what was cancelled stays so. */
export async function doJob(job: Job, parts: JobParts, stop: AbortSignal): Promise<void> {
  const { store, hear, now, onProblem } = parts;
  if (isWornOut(job)) {
    await finishJob(store.db, job, toKept(broken('It failed several times.', 'engine')), now());
    return;
  }
  const done: Done = { progress: 0, durationSeconds: job.durationSeconds };
  const ended = new AbortController();
  const lost = new AbortController();
  const breakOff = AbortSignal.any([stop, lost.signal]);
  const telling = keepTelling(job, done, parts, { end: ended.signal, lost: () => lost.abort(cancelled()) });
  const progress = {
    share: (share: number) => void (done.progress = share),
    duration: (seconds: number) => {
      done.durationSeconds = seconds;
      keepJob(store.db, job, done, now()).catch(onProblem);
    },
  };
  const outcome = await hear(job, breakOff, progress).catch((error: unknown) =>
    breakOff.aborted ? undefined : toKept(explain(error, onProblem)),
  );
  ended.abort();
  await telling;
  await (outcome ? finishJob(store.db, job, outcome, now()) : giveBack(store.db, job));
}
