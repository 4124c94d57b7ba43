// Reads feeds in a worker with limited memory and time, so that no feed can hang or crash the ingest.
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

/** Result of one reading; `ms` excludes the time spent waiting for other feeds. */
type ReadOutcome = { ms: number } & ({ reading: FeedReading } | { problem: FeedProblem });

export interface FeedReader {
  read: (input: FeedBytes) => Promise<ReadOutcome>;
  close: () => Promise<void>;
}

export function createFeedReader(memoryMiB = MEMORY_MIB): FeedReader {
  // Feeds are read one at a time, since two would need twice the memory.
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
      // Ending the worker frees its memory.
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

const advice = 'The feed is unusually large or malicious. Remove it or ask the publisher for fewer entries.';

/** Sends a feed to the worker. Rejects with a FeedProblem if the worker cannot be used any longer. */
async function requestReading(worker: Worker, input: FeedBytes): Promise<WorkerAnswer> {
  const timeout = new AbortController();
  const watch = limitWork(timeout, BASE_CPU_MS + Math.ceil(input.bytes.length / 1024 ** 2) * CPU_MS_PER_MIB);
  const onExit = () =>
    timeout.abort(new FeedProblem('The worker that reads feeds has stopped.', 'Run npm run ingest again.'));
  worker.once('exit', onExit).postMessage(input);
  try {
    const [answer] = (await once(worker, 'message', { signal: timeout.signal })) as [WorkerAnswer];
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

/** Limits CPU time rather than time, so that a busy machine does not fail a good feed. */
function limitWork(timeout: AbortController, budgetMs: number): NodeJS.Timeout {
  const before = process.cpuUsage();
  const started = performance.now();
  return setInterval(() => {
    const { user, system } = process.cpuUsage(before);
    const isSpent = (user + system) / 1000 > budgetMs;
    if (isSpent || performance.now() - started > 10 * budgetMs) {
      timeout.abort(
        new FeedProblem(`Reading the feed took more than ${Math.round(budgetMs / 1000)} s of CPU time.`, advice),
      );
    }
  }, 100);
}
