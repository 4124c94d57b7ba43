// Reads pages and feeds in a worker with limited memory and CPU time, since a malicious page can hang the parser.
import { createLimitedWorker, WorkerFailure } from '../limited-worker.ts';
import type { FeedFacts } from './feed-facts.ts';
import type { PageFacts } from './page-facts.ts';
import type { WebPage } from './web.ts';

/** Facts about a feed, or about a web page with the reason why it is no feed. */
export type PageReading = { feed: FeedFacts } | { page: PageFacts; whyNoFeed: string };

export interface PageReader {
  /** Rejects with the reason if the page cannot be read. */
  read: (page: WebPage) => Promise<PageReading>;
  close: () => Promise<void>;
}

export function createPageReader(limits: { cpuMs?: number } = {}): PageReader {
  const module = new URL('./page-worker.ts', import.meta.url);
  const worker = createLimitedWorker<WebPage, PageReading | { problem: string }>(module, { memoryMiB: 256, ...limits });
  return {
    read: async (page) => {
      const answer = await worker.read(page).catch((error: Error) => {
        if (error instanceof WorkerFailure) return { problem: error.message };
        throw error;
      });
      if ('problem' in answer) throw new Error(`Reading the page ${answer.problem}.`);
      return answer;
    },
    close: worker.close,
  };
}
