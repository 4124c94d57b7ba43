// Worker of page-reader.ts: a page in, its facts out.
import { parentPort } from 'node:worker_threads';
import { type SourceProblem, toSourceProblem } from '#contract/source-problems.ts';
import { readFeedFacts } from './feed-facts.ts';
import { readPageFacts } from './page-facts.ts';
import type { PageReading } from './page-reader.ts';
import type { WebPage } from './web.ts';

async function read(page: WebPage): Promise<PageReading | { problem: SourceProblem }> {
  try {
    return { feed: await readFeedFacts(page) };
  } catch (error) {
    const whyNoFeed = toSourceProblem(error as Error, 'reading_failed');
    try {
      return { page: readPageFacts(page), whyNoFeed };
    } catch (pageError) {
      return { problem: toSourceProblem(pageError as Error, 'reading_failed') };
    }
  }
}

parentPort!.on('message', async (page: WebPage) => parentPort!.postMessage(await read(page)));
