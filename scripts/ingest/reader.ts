// Reads feeds in a worker whose memory and time are bounded, so that no feed can hang or crash the ingest.
import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import PQueue from 'p-queue';
import { FeedProblem } from './feed-document.ts';
import type { FeedBytes, FeedReading } from './read-feed.ts';
import type { WorkerAnswer } from './reader-worker.ts';

const MEMORY_MIB = 320;
const BASE_TIMEOUT_MS = 4000;
const TIMEOUT_MS_PER_MIB = 1500;

export interface Reader {
  read: (input: FeedBytes) => Promise<FeedReading>;
  close: () => Promise<void>;
}

export function createReader(memoryMiB = MEMORY_MIB): Reader {
  // One feed at a time: two at once would need twice the memory.
  const queue = new PQueue({ concurrency: 1 });
  let worker: Worker | undefined;

  async function readOne(input: FeedBytes): Promise<FeedReading> {
    worker ??= startWorker(memoryMiB);
    try {
      const answer = await ask(worker, input);
      if ('reading' in answer) return answer.reading;
      throw new FeedProblem(answer.problem.cause, answer.problem.advice);
    } catch (error) {
      if (error instanceof FeedProblem && !(error instanceof WorkerLost)) throw error;
      await worker?.terminate();
      worker = undefined;
      throw error;
    }
  }

  return {
    read: (input) => queue.add(() => readOne(input)),
    close: async () => void (await worker?.terminate()),
  };
}

class WorkerLost extends FeedProblem {}

function startWorker(maxOldGenerationSizeMb: number): Worker {
  const worker = new Worker(new URL('reader-worker.ts', import.meta.url), {
    resourceLimits: { maxOldGenerationSizeMb },
  });
  worker.unref();
  return worker;
}

async function ask(worker: Worker, input: FeedBytes): Promise<WorkerAnswer> {
  const timeoutMs = BASE_TIMEOUT_MS + Math.ceil(input.bytes.length / 1024 ** 2) * TIMEOUT_MS_PER_MIB;
  const advice =
    'It is unusually large or made to do harm. Remove it from feeds.json, or ask the source for fewer entries.';
  worker.postMessage(input);
  try {
    const [answer] = (await once(worker, 'message', { signal: AbortSignal.timeout(timeoutMs) })) as [WorkerAnswer];
    return answer;
  } catch (error) {
    const { name, code, message } = error as NodeJS.ErrnoException;
    if (name === 'AbortError')
      throw new WorkerLost(`Reading the feed took longer than ${Math.round(timeoutMs / 1000)} s.`, advice);
    if (code === 'ERR_WORKER_OUT_OF_MEMORY') throw new WorkerLost('Reading the feed needs too much memory.', advice);
    throw new WorkerLost(`Reading the feed failed: ${message}`, advice);
  }
}
