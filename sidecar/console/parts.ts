// What the console works with: the other features' functions, handed over by app.ts.
import type { Desk } from '../content/review-desk.ts';
import type { Release } from '../release/release.ts';
import type { Store } from '../store/store.ts';
import type { About } from './about.ts';
import type { Features } from './features.ts';
import type { Renderer } from './renderer.ts';

export interface ConsoleParts extends Features {
  store: Store;
  live: () => Release;
  /** Milliseconds. */
  now: () => number;
  /** Undefined when the console was never built. */
  renderer: () => Renderer | undefined;
  /** The content folder, under the lock that the commands take too. */
  desk: Desk;
  about: About;
  builds: {
    request: (step?: 'ingest' | 'build') => Promise<void>;
    last: () => Promise<{ ok: boolean; output: string; finishedAt: number } | undefined>;
    isUnderWay: () => Promise<boolean>;
  };
}
