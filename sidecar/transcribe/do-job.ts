// Does one job to its end.
import { ApiError } from '#contract/errors.ts';
import type { Store } from '../store/store.ts';
import type { HearSource } from './hear-source.ts';
import { finishJob, isWornOut, type Job, keepJob } from './jobs.ts';
import { broken, toKept } from './problem.ts';

export interface JobParts {
  store: Store;
  hear: HearSource;
  /** Milliseconds. */
  now: () => number;
  onProblem: (error: Error) => void;
}

function explain(error: unknown, onProblem: (error: Error) => void): ApiError {
  if (error instanceof ApiError) return error;
  onProblem(error as Error);
  return broken('The transcription failed here. Try again; if it goes on, tell the creator.', 'engine');
}

/** `job` says how far it is, for whoever renews the claim on it. Rejects where `breakOff` ended it. */
export async function doJob(job: Job, { store, hear, now, onProblem }: JobParts, breakOff: AbortSignal): Promise<void> {
  if (isWornOut(job)) {
    await finishJob(store.db, job, toKept(broken('It failed several times.', 'engine')), now());
    return;
  }
  const progress = {
    share: (share: number) => void (job.progress = share),
    duration: (seconds: number) => {
      job.durationSeconds = seconds;
      keepJob(store.db, job, now()).catch(onProblem);
    },
  };
  const outcome = await hear(job, breakOff, progress).catch((error: unknown) => {
    breakOff.throwIfAborted();
    return toKept(explain(error, onProblem));
  });
  await finishJob(store.db, job, outcome, now());
}
