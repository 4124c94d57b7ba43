// Worker of page-reader.ts: a page in, its facts out.
import { parentPort } from 'node:worker_threads';
import { FeedProblem } from '../ingest/feed-document.ts';
import { readFeedFacts } from './feed-facts.ts';
import { readPageFacts } from './page-facts.ts';
import type { PageReading } from './page-reader.ts';
import type { WebPage } from './web.ts';

async function read(page: WebPage): Promise<PageReading | { problem: string }> {
  try {
    return { feed: await readFeedFacts(page) };
  } catch (error) {
    const whyNoFeed = error instanceof FeedProblem ? error.message : 'not a readable feed';
    try {
      return { page: readPageFacts(page), whyNoFeed };
    } catch (cause) {
      return { problem: `failed: ${(cause as Error).message}` };
    }
  }
}

parentPort!.on('message', async (page: WebPage) => parentPort!.postMessage(await read(page)));
