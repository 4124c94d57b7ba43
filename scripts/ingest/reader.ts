// Reads feeds in a worker whose memory and time are bounded, so that no feed can hang or crash the ingest.
import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import PQueue from 'p-queue';
import { endWorker } from '../end-worker.ts';
import { FeedProblem } from './feed-document.ts';
import type { FeedBytes, FeedReading } from './read-feed.ts';
import type { WorkerAnswer } from './reader-worker.ts';

const MEMORY_MIB = 192;
const LARGE_BYTES = 4 * 1024 * 1024;
const BASE_CPU_MS = 4000;
const CPU_MS_PER_MIB = 1500;

/** `ms` is the time of reading, without that of waiting for other feeds. */
type ReadOutcome = { ms: number } & ({ reading: FeedReading } | { problem: FeedProblem });

export interface FeedReader {
  read: (input: FeedBytes) => Promise<ReadOutcome>;
  close: () => Promise<void>;
}

export function createFeedReader(memoryMiB = MEMORY_MIB): FeedReader {
  // One feed at a time: two at once would need twice the memory.
  const queue = new PQueue({ concurrency: 1 });
  let worker: Worker | undefined;

  async function dismiss(): Promise<void> {
    if (worker) await endWorker(worker);
    worker = undefined;
  }

  async function readOne(input: FeedBytes): Promise<ReadOutcome> {
    const started = performance.now();
    const ms = () => performance.now() - started;
    worker ??= startWorker(memoryMiB);
    try {
      const answer = await requestReading(worker, input);
      // Its memory goes with it.
      if (input.bytes.length > LARGE_BYTES) await dismiss();
      if ('reading' in answer) return { reading: answer.reading, ms: ms() };
      return { problem: new FeedProblem(answer.problem.cause, answer.problem.advice), ms: ms() };
    } catch (error) {
      await dismiss();
      return { problem: error as FeedProblem, ms: ms() };
    }
  }

  return {
    read: (input) => queue.add(() => readOne(input)),
    close: dismiss,
  };
}

function startWorker(maxOldGenerationSizeMb: number): Worker {
  const resourceLimits = { maxOldGenerationSizeMb, maxYoungGenerationSizeMb: 24 };
  const worker = new Worker(new URL('./reader-worker.ts', import.meta.url), { resourceLimits });
  worker.unref();
  return worker;
}

const advice =
  'It is unusually large or made to do harm. Remove it from feeds.json, or ask the source for fewer entries.';

/** Rejects, with a FeedProblem, only when the worker is of no more use. */
async function requestReading(worker: Worker, input: FeedBytes): Promise<WorkerAnswer> {
  const patience = new AbortController();
  const watch = limitWork(patience, BASE_CPU_MS + Math.ceil(input.bytes.length / 1024 ** 2) * CPU_MS_PER_MIB);
  const onExit = () => patience.abort(new FeedProblem('Reading the feed was given up.', 'Ingest again.'));
  worker.once('exit', onExit).postMessage(input);
  try {
    const [answer] = (await once(worker, 'message', { signal: patience.signal })) as [WorkerAnswer];
    return answer;
  } catch (error) {
    const { cause, code, message } = error as NodeJS.ErrnoException;
    if (cause instanceof FeedProblem) throw cause;
    if (code === 'ERR_WORKER_OUT_OF_MEMORY') throw new FeedProblem('Reading the feed needs too much memory.', advice);
    throw new FeedProblem(`Reading the feed failed: ${message}`, advice);
  } finally {
    worker.off('exit', onExit);
    clearInterval(watch);
  }
}

/** Counts the work of the process rather than time, so that a busy machine does not fail a good feed. */
function limitWork(patience: AbortController, budgetMs: number): NodeJS.Timeout {
  const before = process.cpuUsage();
  const started = performance.now();
  return setInterval(() => {
    const { user, system } = process.cpuUsage(before);
    const isSpent = (user + system) / 1000 > budgetMs;
    if (isSpent || performance.now() - started > 10 * budgetMs) {
      patience.abort(
        new FeedProblem(`Reading the feed took more than ${Math.round(budgetMs / 1000)} s of work.`, advice),
      );
    }
  }, 100);
}
