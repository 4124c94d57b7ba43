// Takes jobs that wait, a few at once, until it is stopped.
import { doJob, type JobParts } from './do-job.ts';
import { freeAbandoned } from '../store/store.ts';
import { claimJob } from './jobs.ts';

/** So many recordings are fetched and decoded beside the one that is heard. */
const atOnce = 3;

export interface Worker {
  /** There may be something to do. */
  wake: () => void;
  /** What is under way is given back. */
  stop: () => Promise<void>;
}

export function transcribeWorker(parts: JobParts): Worker {
  const { store, now, onProblem } = parts;
  const stopping = new AbortController();
  const running = new Set<Promise<void>>();
  let isFree = false;

  async function takeWaiting(): Promise<void> {
    if (!isFree) await freeAbandoned(store, 'transcribeJobs');
    isFree = true;
    while (running.size < atOnce && !stopping.signal.aborted) {
      const job = await claimJob(store, now());
      if (!job) return;
      const task = doJob(job, parts, stopping.signal)
        .catch(onProblem)
        .finally(() => {
          running.delete(task);
          wake();
        });
      running.add(task);
    }
  }

  let taking = Promise.resolve();
  const wake = () => {
    if (!stopping.signal.aborted) taking = taking.then(takeWaiting).catch(onProblem);
  };
  return {
    wake,
    stop: async () => {
      stopping.abort(new Error('The service stops.'));
      await taking;
      await Promise.all(running);
    },
  };
}
