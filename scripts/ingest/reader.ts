// Reads feeds in a worker with limited memory and CPU time, so that no feed can hang or crash the ingest.
import { SourceError, type SourceProblem, toSourceProblem } from '#contract/source-problems.ts';
import { createLimitedWorker } from '../limited-worker.ts';
import type { FeedBytes, FeedReading } from './read-feed.ts';
import type { WorkerAnswer } from './reader-worker.ts';

const memoryMiB = 192;

/** Result of one reading; `ms` excludes the time spent waiting for other feeds. */
type ReadOutcome = { ms: number } & ({ reading: FeedReading } | { problem: SourceProblem });

export interface FeedReader {
  read: (input: FeedBytes) => Promise<ReadOutcome>;
  close: () => Promise<void>;
}

export function createFeedReader(limits = { memoryMiB }): FeedReader {
  const worker = createLimitedWorker<FeedBytes, WorkerAnswer>(new URL('./reader-worker.ts', import.meta.url), limits);
  return {
    read: async (input) => {
      let startedAt = 0;
      const onStart = () => void (startedAt = performance.now());
      const ms = () => performance.now() - startedAt;
      try {
        return { ...(await worker.read(input, onStart)), ms: ms() };
      } catch (error) {
        if (!(error instanceof SourceError)) throw error;
        return { problem: toSourceProblem(error), ms: ms() };
      }
    },
    close: worker.close,
  };
}
