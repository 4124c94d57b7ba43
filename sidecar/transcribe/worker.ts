// Takes jobs that wait, a few at once, until it is stopped.
import { doJob, type JobParts } from './do-job.ts';
import { claimJob, putOffAbandoned } from './claim-job.ts';

/** Jobs under way: recordings that are fetched, decoded and heard, and transcripts of publishers that are read. */
const atOnce = { recordings: 8, transcripts: 4 };

export interface Worker {
  /** There may be something to do. */
  wake: () => void;
  /** What is under way is given back. */
  stop: () => Promise<void>;
}

export function transcribeWorker(parts: JobParts): Worker {
  const { store, now, onProblem } = parts;
  const stopping = new AbortController();
  const running = { recordings: new Set<Promise<void>>(), transcripts: new Set<Promise<void>>() };
  let isFree = false;

  async function takeWaiting(): Promise<void> {
    if (!isFree) await putOffAbandoned(store, now());
    isFree = true;
    await take('transcripts');
    await take('recordings');
  }

  async function take(kind: keyof typeof atOnce): Promise<void> {
    const tasks = running[kind];
    while (tasks.size < atOnce[kind] && !stopping.signal.aborted) {
      const job = await claimJob(store, kind === 'recordings', now());
      if (!job) return;
      const task = doJob(job, parts, stopping.signal)
        .catch(onProblem)
        .finally(() => {
          tasks.delete(task);
          wake();
        });
      tasks.add(task);
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
      await Promise.all([...running.recordings, ...running.transcripts]);
    },
  };
}
