// Removes from the bucket what nothing leads to: a builder that dies leaves what it has sent before its pointer moved.
import type { ListedBucket } from '../../outgoing/bucket.ts';
import { eachOf } from './objects.ts';

const prefixes = ['objects/', 'packs/', 'releases/', 'content/'];
const atOnce = 8;
/** What is younger may be on its way into a release. */
const oldAfterMs = 24 * 3600_000;

interface SweepDeps {
  bucket: ListedBucket;
  /** Every key that the pointers lead to. */
  reachable: () => Promise<Set<string>>;
  /** Runs while nothing is sent: an object that is put again must not be removed after it. */
  alone: (task: () => Promise<void>) => Promise<void>;
  /** Milliseconds. */
  now: number;
}

/** Gives how many objects were removed. */
export async function sweepBucket({ bucket, reachable, alone, now }: SweepDeps): Promise<number> {
  const old: string[] = [];
  for (const prefix of prefixes)
    for (const { key, putAt } of await bucket.list(prefix)) if (now - putAt > oldAfterMs) old.push(key);
  const before = await reachable();
  const suspects = old.filter((key) => !before.has(key));
  if (suspects.length === 0) return 0;
  let removed = 0;
  await alone(async () => {
    const needed = await reachable();
    const unneeded = suspects.filter((key) => !needed.has(key));
    await eachOf(unneeded, atOnce, (key) => bucket.remove(key));
    removed = unneeded.length;
  });
  return removed;
}

/** Lets tasks pass beside each other, and one that must be alone once the others have ended. */
export function gate() {
  const passing = new Set<Promise<unknown>>();
  let closed = Promise.resolve();
  return {
    pass: async <T>(task: () => Promise<T>): Promise<T> => {
      await closed;
      const running = task();
      const ended = running.then(() => {}, () => {}); // prettier-ignore
      passing.add(ended);
      return running.finally(() => passing.delete(ended));
    },
    alone: (task: () => Promise<void>): Promise<void> => {
      const opened = closed.then(() => Promise.all(passing)).then(task);
      closed = opened.catch(() => {});
      return opened;
    },
  };
}
