// Worker that reads feeds: one message in, one message out.
import { parentPort } from 'node:worker_threads';
import { FeedProblem } from './feed-document.ts';
import { type FeedBytes, type FeedReading, readFeed } from './read-feed.ts';

export type WorkerAnswer = { reading: FeedReading } | { problem: { cause: string; advice: string } };

const port = parentPort!;
port.on('message', async (input: FeedBytes) => port.postMessage(await readInWorker(input)));

async function readInWorker(input: FeedBytes): Promise<WorkerAnswer> {
  try {
    return { reading: await readFeed(input) };
  } catch (error) {
    const { message } = error as Error;
    const advice =
      error instanceof FeedProblem
        ? error.advice
        : 'The feed is unusual or damaged. A feed validator may show the cause.';
    return { problem: { cause: message, advice } };
  }
}
