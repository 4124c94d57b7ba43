// What the console works with: the store, the release, the content folder and the services that app.ts hands over.
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
  /** Milliseconds. */
  now: () => number;
  /** Undefined when the console was never built. */
  renderer: () => Promise<Renderer | undefined>;
  /** The content folder, under the lock that the commands take too. */
  desk: ReviewDesk;
  about: ProgramInfo;
  /** Opens a runner for commands of scripts/. */
  commandRunner: () => Pick<CommandRunner, 'run'>;
  /** Address of a proxy that is not trusted, so that all visitors share one rate. */
  untrustedProxy: () => string | undefined;
  /** Of a room that is not the creator's yet; only the running program has it. */
  setup?: Setup | undefined;
  builds: {
    /** Warms up the builder, because a build is likely to be requested soon. */
    getReady: () => Promise<void>;
    request: (step?: 'ingest' | 'build') => Promise<void>;
    last: () => Promise<{ ok: boolean; output: string; finishedAt: number; tookMs?: number } | undefined>;
    isUnderWay: (track: Track) => Promise<boolean>;
  };
}
