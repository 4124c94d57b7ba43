// Runs queued jobs, a few concurrently, until it is stopped.
import { queueWorker, type Worker } from '../../storage/queue.ts';
import { claimJob, requeueAbandonedJobs } from './claim-job.ts';
import {
  requeueJob,
  type RefundToken,
  type TranscriptionJob,
  renewJob,
  finishJob,
  hasNoAttemptsLeft,
  type PartialResult,
  type TranscriptResult,
} from './jobs.ts';
import { ApiError } from '#contract/errors.ts';
import type { Store } from '../../storage/store.ts';
import type { ProgressListener } from './transcribe-recording.ts';
import type { TranscribeSource } from './transcribe-source.ts';
import { transcriptionError, type StoredError, toStoredError } from './errors.ts';

interface JobDeps {
  store: Store;
  transcribe: TranscribeSource;
  /** Milliseconds. */
  now: () => number;
  onProblem: (error: Error) => void;
  /** Saves a transcript for review; undefined if another machine runs the creator's jobs. */
  saveTranscript?: (episode: string, transcript: TranscriptResult) => Promise<void>;
  /** Refunds the token of a failed job. */
  refundToken?: RefundToken;
}

function toApiError(error: unknown, onProblem: (error: Error) => void): ApiError {
  if (error instanceof ApiError) return error;
  onProblem(error as Error);
  return transcriptionError(
    'The transcription failed. Try again later. If it fails again, contact the creator.',
    'engine',
  );
}

type Running = TranscriptionJob & { isItsTurn?: boolean };

/** Returns a listener that updates `job`; it is saved when the claim is renewed, and at once for length and turn. */
function createProgressListener(job: Running, { store, now, onProblem }: JobDeps): ProgressListener {
  const save = () => void renewJob(store.db, job, now()).catch(onProblem);
  let since: PartialResult['since'] | undefined;
  return {
    share: (share) => void (job.progress = Math.round(share * 1000) / 1000),
    duration: (seconds) => {
      job.durationSeconds = seconds;
      save();
    },
    // A job that only waited is not to blame for the death of a worker.
    turn: () => {
      if (job.isItsTurn) return;
      job.isItsTurn = true;
      job.attempts += 1;
      save();
    },
    part: ({ until, segments }) => {
      since ??= { at: now(), share: job.progress };
      const untilSeconds = Math.round(until * 100) / 100;
      job.result = JSON.stringify({ untilSeconds, segments, since } satisfies PartialResult);
    },
  };
}

/** Ends a job. The token of a failed job is refunded in the same transaction, and so only once. */
const finish = (
  job: TranscriptionJob,
  outcome: TranscriptResult | StoredError,
  { store, now, refundToken: refund }: JobDeps,
): Promise<void> =>
  store.db.transaction().execute(async (tx) => {
    const isOver = await finishJob(tx, job, outcome, now());
    if (isOver && 'kind' in outcome && job.paidWith !== null) await refund?.(tx, job.paidWith);
  });

/** Runs a job. Rejects if `breakOff` aborts it. */
async function runJob(job: Running, deps: JobDeps, stop: AbortSignal): Promise<void> {
  const { transcribe, saveTranscript, onProblem } = deps;
  if (hasNoAttemptsLeft(job)) {
    return finish(job, toStoredError(transcriptionError('The transcription failed several times.', 'engine')), deps);
  }
  const transcribeAndSave = async (): Promise<TranscriptResult> => {
    const transcript = await transcribe(job, stop, createProgressListener(job, deps));
    if (job.episode !== null) await saveTranscript!(job.episode, transcript);
    return transcript;
  };
  const outcome = await transcribeAndSave().catch((error: unknown) => {
    stop.throwIfAborted();
    return toStoredError(toApiError(error, onProblem));
  });
  await finish(job, outcome, deps);
}

/** Concurrent jobs: recordings that are transcribed, and publishers' transcripts that are read. */
const atOnce = { recordings: 8, transcripts: 4 };
const renewEveryMs = 1000;

export function createTranscriptionWorker(deps: JobDeps): Worker {
  const { store, now, onProblem } = deps;
  let abandoned: Promise<void> | undefined;
  const freeAbandoned = () => {
    abandoned ??= requeueAbandonedJobs(store, now()).catch((error: Error) => {
      abandoned = undefined;
      throw error;
    });
    return abandoned;
  };

  async function claim(takesPlace: boolean, limit: number): Promise<TranscriptionJob[]> {
    const jobs: TranscriptionJob[] = [];
    // Jobs are claimed one by one, because running jobs limit the next claim.
    while (jobs.length < limit) {
      const job = await claimJob(store, takesPlace, now(), deps.saveTranscript !== undefined);
      if (!job) break;
      jobs.push(job);
    }
    return jobs;
  }

  const createWorker = (kind: keyof typeof atOnce) =>
    queueWorker<Running>({
      queue: {
        claim: (limit) => claim(kind === 'recordings', limit),
        renew: (job) => renewJob(store.db, job, now()),
        free: (job) => requeueJob(store.db, job),
        freeAbandoned,
      },
      atOnce: atOnce[kind],
      perform: (job, stop) => runJob(job, deps, stop),
      renewEveryMs,
      onProblem,
    });
  const workers = [createWorker('transcripts'), createWorker('recordings')];
  const callAll = async (call: (worker: Worker) => Promise<void>) => void (await Promise.all(workers.map(call)));
  return {
    wake: () => workers.forEach(({ wake }) => wake()),
    whenIdle: () => callAll(({ whenIdle: settled }) => settled()),
    stop: (graceMs) => callAll((worker) => worker.stop(graceMs)),
  };
}
