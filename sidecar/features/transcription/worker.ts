// Takes jobs that wait, a few at once, until it is stopped.
import { queueWorker, type Worker } from '../../storage/queue.ts';
import { claimJob, putOffAbandoned } from './claim-job.ts';
import { giveBack, type GiveBack, type Job, keepJob, finishJob, isWornOut, type Partial, type Result } from './jobs.ts';
import { ApiError } from '#contract/errors.ts';
import type { Store } from '../../storage/store.ts';
import type { Progress } from './hear-recording.ts';
import type { HearSource } from './hear-source.ts';
import { broken, type KeptProblem, toKept } from './problem.ts';

interface JobDeps {
  store: Store;
  hear: HearSource;
  /** Milliseconds. */
  now: () => number;
  onProblem: (error: Error) => void;
  /** Puts what was heard where the creator reviews it; without it, jobs for the creator are left to another machine. */
  keep?: (episode: string, heard: Result) => Promise<void>;
  /** Of a job that failed. */
  giveBack?: GiveBack;
}

function explain(error: unknown, onProblem: (error: Error) => void): ApiError {
  if (error instanceof ApiError) return error;
  onProblem(error as Error);
  return broken('The transcription failed here. Try again; if it goes on, tell the creator.', 'engine');
}

type Running = Job & { isItsTurn?: boolean };

/** Keeps the progress in `job`, which is saved when the claim is renewed; what matters to others is saved at once. */
function progressOf(job: Running, { store, now, onProblem }: JobDeps): Progress {
  const save = () => void keepJob(store.db, job, now()).catch(onProblem);
  let since: Partial['since'] | undefined;
  return {
    share: (share) => void (job.progress = Math.round(share * 1000) / 1000),
    duration: (seconds) => {
      job.durationSeconds = seconds;
      save();
    },
    // A job that only waited is not to blame for what killed the worker.
    turn: () => {
      if (job.isItsTurn) return;
      job.isItsTurn = true;
      job.attempts += 1;
      save();
    },
    part: ({ until, segments }) => {
      since ??= { at: now(), share: job.progress };
      const untilSeconds = Math.round(until * 100) / 100;
      job.result = JSON.stringify({ untilSeconds, segments, since } satisfies Partial);
    },
  };
}

/** What fails is not paid for: its token is given back in the transaction that ends the job, so once. */
const finish = (job: Job, outcome: Result | KeptProblem, { store, now, giveBack: pay }: JobDeps): Promise<void> =>
  store.db.transaction().execute(async (tx) => {
    const isOver = await finishJob(tx, job, outcome, now());
    if (isOver && 'kind' in outcome && job.paidWith !== null) await pay?.(tx, job.paidWith);
  });

/** Rejects if `breakOff` ended it. */
async function doJob(job: Running, deps: JobDeps, breakOff: AbortSignal): Promise<void> {
  const { hear, keep, onProblem } = deps;
  if (isWornOut(job)) {
    return finish(job, toKept(broken('It failed several times.', 'engine')), deps);
  }
  const hearAndKeep = async (): Promise<Result> => {
    const heard = await hear(job, breakOff, progressOf(job, deps));
    if (job.episode !== null) await keep!(job.episode, heard);
    return heard;
  };
  const outcome = await hearAndKeep().catch((error: unknown) => {
    breakOff.throwIfAborted();
    return toKept(explain(error, onProblem));
  });
  await finish(job, outcome, deps);
}

/** Jobs under way: recordings that are fetched, decoded and transcribed, and publishers' transcripts that are read. */
const atOnce = { recordings: 8, transcripts: 4 };
const renewEveryMs = 1000;

export function transcribeWorker(deps: JobDeps): Worker {
  const { store, now, onProblem } = deps;
  let abandoned: Promise<void> | undefined;
  const freeAbandoned = () => {
    abandoned ??= putOffAbandoned(store, now()).catch((error: Error) => {
      abandoned = undefined;
      throw error;
    });
    return abandoned;
  };

  async function claim(takesPlace: boolean, most: number): Promise<Job[]> {
    const jobs: Job[] = [];
    // One by one: what is held decides who may have the next.
    while (jobs.length < most) {
      const job = await claimJob(store, takesPlace, now(), deps.keep !== undefined);
      if (!job) break;
      jobs.push(job);
    }
    return jobs;
  }

  const workerOf = (kind: keyof typeof atOnce) =>
    queueWorker<Running>({
      queue: {
        claim: (most) => claim(kind === 'recordings', most),
        renew: (job) => keepJob(store.db, job, now()),
        free: (job) => giveBack(store.db, job),
        freeAbandoned,
      },
      atOnce: atOnce[kind],
      perform: (job, breakOff) => doJob(job, deps, breakOff),
      renewEveryMs,
      onProblem,
    });
  const workers = [workerOf('transcripts'), workerOf('recordings')];
  const all = async (tell: (worker: Worker) => Promise<void>) => void (await Promise.all(workers.map(tell)));
  return {
    wake: () => workers.forEach(({ wake }) => wake()),
    settled: () => all(({ settled }) => settled()),
    stop: (graceMs) => all(({ stop }) => stop(graceMs)),
  };
}
