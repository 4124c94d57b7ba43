// Reads pages and feeds in a worker with limited memory and CPU time, since a malicious page can hang the parser.
import { SourceError, type SourceProblem } from '#contract/source-problems.ts';
import { createLimitedWorker } from '../limited-worker.ts';
import type { FeedFacts } from './feed-facts.ts';
import type { PageFacts } from './page-facts.ts';
import type { WebPage } from './web.ts';

/** Facts about a feed, or about a web page with the reason why it is no feed. */
export type PageReading = { feed: FeedFacts } | { page: PageFacts; whyNoFeed: SourceProblem };

export interface PageReader {
  /** Rejects with the reason if the page cannot be read. */
  read: (page: WebPage) => Promise<PageReading>;
  close: () => Promise<void>;
}

export function createPageReader(limits: { cpuMs?: number } = {}): PageReader {
  const module = new URL('./page-worker.ts', import.meta.url);
  const worker = createLimitedWorker<WebPage, PageReading | { problem: SourceProblem }>(module, {
    memoryMiB: 256,
    ...limits,
  });
  return {
    read: async (page) => {
      const answer = await worker.read(page);
      if ('problem' in answer) throw new SourceError(answer.problem.code, answer.problem.details);
      return answer;
    },
    close: worker.close,
  };
}
