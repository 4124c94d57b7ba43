// Worker that reads feeds: one message in, one message out.
import { parentPort } from 'node:worker_threads';
import { type SourceProblem, toSourceProblem } from '#contract/source-problems.ts';
import { type FeedBytes, type FeedReading, readFeed } from './read-feed.ts';

export type WorkerAnswer = { reading: FeedReading } | { problem: SourceProblem };

const port = parentPort!;
port.on('message', async (input: FeedBytes) => port.postMessage(await readInWorker(input)));

async function readInWorker(input: FeedBytes): Promise<WorkerAnswer> {
  try {
    return { reading: await readFeed(input) };
  } catch (error) {
    return { problem: toSourceProblem(error as Error, 'reading_failed') };
  }
}
