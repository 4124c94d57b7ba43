// Reads feeds in a worker with limited memory and CPU time, so that no feed can hang or crash the ingest.
import { createLimitedWorker, WorkerFailure } from '../limited-worker.ts';
import { FeedProblem } from './feed-document.ts';
import type { FeedBytes, FeedReading } from './read-feed.ts';
import type { WorkerAnswer } from './reader-worker.ts';

const memoryMiB = 192;

/** Result of one reading; `ms` excludes the time spent waiting for other feeds. */
type ReadOutcome = { ms: number } & ({ reading: FeedReading } | { problem: FeedProblem });

export interface FeedReader {
  read: (input: FeedBytes) => Promise<ReadOutcome>;
  close: () => Promise<void>;
}

const advice = 'The feed is unusually large or malicious. Remove it or ask the publisher for fewer entries.';

export function createFeedReader(limits = { memoryMiB }): FeedReader {
  const worker = createLimitedWorker<FeedBytes, WorkerAnswer>(new URL('./reader-worker.ts', import.meta.url), limits);
  return {
    read: async (input) => {
      let started = 0;
      const onStart = () => void (started = performance.now());
      const ms = () => performance.now() - started;
      try {
        const answer = await worker.read(input, onStart);
        if ('reading' in answer) return { reading: answer.reading, ms: ms() };
        return { problem: new FeedProblem(answer.problem.cause, answer.problem.advice), ms: ms() };
      } catch (error) {
        if (!(error instanceof WorkerFailure)) throw error;
        return { problem: new FeedProblem(`Reading the feed ${error.message}.`, advice), ms: ms() };
      }
    },
    close: worker.close,
  };
}
