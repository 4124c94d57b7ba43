// Reads a page in a worker with limited time and memory, since a malicious page can hang the parser.
import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import { endWorker } from '../end-worker.ts';
import type { PageFacts } from './page-facts.ts';
import type { WebPage } from './web.ts';

export type ReadPage = (page: WebPage) => Promise<PageFacts>;

const memoryMiB = 256;
const usualTimeoutMs = 8000;

/** Creates a reader, which throws an Error with the reason if a page cannot be read. */
export const createPageReader =
  (timeoutMs = usualTimeoutMs): ReadPage =>
  async (page) => {
    const worker = new Worker(new URL('./page-worker.ts', import.meta.url), {
      workerData: page,
      resourceLimits: { maxOldGenerationSizeMb: memoryMiB },
    });
    try {
      const [facts] = await once(worker, 'message', { signal: AbortSignal.timeout(timeoutMs) });
      return facts as PageFacts;
    } catch (error) {
      const isSlow = (error as Error).name === 'AbortError';
      throw new Error(
        isSlow ? 'reading the page takes too long' : `the page cannot be read: ${(error as Error).message}`,
      );
    } finally {
      await endWorker(worker);
    }
  };
