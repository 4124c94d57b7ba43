// Dependencies of the console: store, release, content folder and services.
import type { Track } from '../jobs/builder.ts';
import type { CommandRunner } from '../jobs/run-command.ts';
import type { ReviewDesk } from '../content/review-desk.ts';
import type { Release } from '../release/release.ts';
import type { Store } from '../storage/store.ts';
import type { ProgramInfo } from './program-info.ts';
import type { Renderer } from './renderer.ts';
import type { Setup } from './setup/setup.ts';

export interface ConsoleDeps {
  store: Store;
  live: () => Release;
  /** Current time in milliseconds since the epoch. */
  now: () => number;
  /** Returns the built console, or undefined if it was never built. */
  renderer: () => Promise<Renderer | undefined>;
  /** Content folder with the lock that the commands use as well. */
  desk: ReviewDesk;
  about: ProgramInfo;
  /** Creates a runner for commands of scripts/. */
  commandRunner: () => Pick<CommandRunner, 'run'>;
  /** Returns the address of an untrusted proxy, behind which all visitors share one rate limit. */
  untrustedProxy: () => string | undefined;
  /** Setup of a new room. Only the running program has one. */
  setup?: Setup | undefined;
  builds: {
    /** Warms up the builder for a likely build. */
    getReady: () => Promise<void>;
    request: (step?: 'ingest' | 'build') => Promise<void>;
    last: () => Promise<{ ok: boolean; output: string; finishedAt: number; tookMs?: number } | undefined>;
    isUnderWay: (track: Track) => Promise<boolean>;
  };
}
