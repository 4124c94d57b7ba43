// Follows dist/current: a new release is read whole, then taken in one step, so that no request sees half of it.
import { watch } from 'node:fs';
import { readlink, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { performance } from 'node:perf_hooks';
import PQueue from 'p-queue';
import type { OpenEntries } from './entries.ts';
import { loadRelease, type Provide, readManifest, type ReadManifest, type Release } from './release.ts';
import { collector } from './garbage.ts';

/** Share of the time before, in which there was work. */
const atRest = 0.1;

/** Waits until little is asked. */
function collectGarbage(afterMs: number): void {
  const collect = collector();
  let before = performance.eventLoopUtilization();
  const timer = setInterval(() => {
    const now = performance.eventLoopUtilization();
    const { utilization } = performance.eventLoopUtilization(now, before);
    before = now;
    if (utilization > atRest) return;
    clearInterval(timer);
    void collect({ type: 'major', execution: 'async', flavor: 'last-resort' });
  }, afterMs).unref();
}

/** Why what dist/current names is not served. */
export interface Refusal {
  reason: 'none' | 'unreadable' | 'other_address' | 'older';
  message: string;
}

export interface FollowDeps {
  dist: string;
  /** Where files are still on their way when a release is taken. */
  provide?: Provide | undefined;
  /** Decides by the manifest, before the rest is read. */
  refuse: (manifest: Omit<ReadManifest, 'entries'>) => Promise<Refusal | undefined>;
  onSwitch: (release: Release) => void;
  /** Called again and again until there is a first release that may be served. */
  onWaiting: (refusal: Refusal) => void;
  /** Called every few seconds while a later release is refused; the one before is served meanwhile. */
  onRefused: (refusal: Refusal) => void;
  /** Repeats the look at the folder. */
  every: (pauseMs: number, task: () => Promise<void>, onProblem: () => void) => () => Promise<void>;
}

export interface LiveRelease {
  current: Release;
  close: () => void;
}

const pollMs = 2000;
const firstPollMs = 250;
/** By this time the start is complete. */
const atRestMs = 5000;

interface Found {
  dir: string;
  /** Another one where the same folder was built again. */
  stamp: string;
}

async function find(dist: string): Promise<Found> {
  const dir = join(dist, await readlink(join(dist, 'current')));
  const { ino, mtimeMs } = await stat(join(dir, 'manifest.json'));
  return { dir, stamp: `${dir} ${ino} ${mtimeMs}` };
}

type Taken = { release: Release; stamp: string } | { refusal: Refusal };

/** What dist/current names; undefined where that is `known` already. */
async function take(
  { dist, refuse, provide }: FollowDeps,
  known?: string,
  before?: Release,
): Promise<Taken | undefined> {
  let found: Found;
  try {
    found = await find(dist);
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException;
    const why = code === 'ENOENT' ? '' : `: ${message}`;
    return { refusal: { reason: 'none', message: `There is no release in ${dist}${why}.` } };
  }
  if (found.stamp === known) return undefined;
  let entries: OpenEntries | undefined;
  try {
    const manifest = await readManifest(found.dir, before);
    ({ entries } = manifest);
    const refusal = await refuse(manifest);
    if (!refusal) return { release: await loadRelease(found.dir, manifest, before, provide), stamp: found.stamp };
    entries.close();
    return { refusal };
  } catch (error) {
    entries?.close();
    const message = `The release in ${found.dir} cannot be read: ${(error as Error).message}.`;
    return { refusal: { reason: 'unreadable', message } };
  }
}

/** Waits until there is a release that may be served. */
async function takeFirst(deps: FollowDeps): Promise<{ release: Release; stamp: string }> {
  for (;;) {
    const outcome = (await take(deps))!;
    if ('release' in outcome) return outcome;
    deps.onWaiting(outcome.refusal);
    await wait(firstPollMs);
  }
}

export async function followRelease(deps: FollowDeps): Promise<LiveRelease> {
  let { release, stamp } = await takeFirst(deps);
  collectGarbage(atRestMs);
  const live: LiveRelease = { current: release, close: () => {} };
  /** The release before stays open until the next one: a request may still be on its way through it. */
  let before: Release | undefined;

  async function look(): Promise<void> {
    const outcome = await take(deps, stamp, live.current);
    if (!outcome) return;
    if ('refusal' in outcome) return deps.onRefused(outcome.refusal);
    before?.close();
    before = live.current;
    ({ release, stamp } = outcome);
    live.current = release;
    deps.onSwitch(release);
  }

  // The watch makes it quick, the poll makes it sure: not every file system reports a renamed link. A switch is reported
  // in several steps, of which the last counts: each that comes during a look is followed by another look.
  const looks = new PQueue({ concurrency: 1 });
  const ask = () => void (looks.size === 0 && looks.add(look));
  const watcher = watch(deps.dist, { persistent: false }, ask).on('error', () => {});
  const stop = deps.every(
    pollMs,
    async () => ask(),
    () => undefined,
  );
  live.close = () => {
    watcher.close();
    void stop();
  };
  return live;
}
