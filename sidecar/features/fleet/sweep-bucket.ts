// Removes unreferenced objects from the bucket, such as those of replaced pages or of a builder that died while
// sending.
import type { ListedBucket } from '../../outgoing/bucket.ts';
import { forEachConcurrently } from './stored-release.ts';

const concurrency = 8;

interface SweepDeps {
  bucket: ListedBucket;
  prefixes: string[];
  /** Keys that are needed; undefined while they are not known. */
  readNeeded: () => Promise<Set<string> | undefined> | Set<string> | undefined;
  /** Runs a task while nothing is sent: an object that is sent again must not be removed after it. */
  runAlone: (task: () => Promise<void>) => Promise<void>;
}

/**
 * Returns a function to be called from time to time. It removes objects that were not needed at the previous call
 * either, since a lagging machine may still fetch them.
 */
export function createBucketSweeper({ bucket, prefixes, readNeeded, runAlone }: SweepDeps): () => Promise<void> {
  let suspects = new Set<string>();
  return async () => {
    const keys: string[] = [];
    for (const prefix of prefixes) for (const { key } of await bucket.list(prefix)) keys.push(key);
    await runAlone(async () => {
      const needed = await readNeeded();
      if (!needed) return;
      const unneeded = keys.filter((key) => !needed.has(key));
      await forEachConcurrently(
        unneeded.filter((key) => suspects.has(key)),
        concurrency,
        (key) => bucket.remove(key),
      );
      suspects = new Set(unneeded);
    });
  };
}
