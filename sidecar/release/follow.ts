// Follows room.db: opens each new release completely before it replaces the served one.
import { statSync, watch } from 'node:fs';
import type { DatabaseSync } from 'node:sqlite';
import { setTimeout as wait } from 'node:timers/promises';
import PQueue from 'p-queue';
import type { ReleaseFacts } from '#domain/release/page.ts';
import { type FetchObject, openRelease, type Release } from './release.ts';
import { allowLogReuse, openToRead, readFacts, roomFile } from './room-db.ts';

/** Reason why the release in room.db is not served. */
export interface ReleaseRefusal {
  reason: 'none' | 'unreadable' | 'other_address' | 'older';
  message: string;
}

export interface FollowDeps {
  dist: string;
  /** Fetches an object that is not on this machine, if objects are stored elsewhere. */
  fetchObject?: FetchObject | undefined;
  /** Decides by the facts of a release whether it may be served, before the rest is read. */
  refuse: (facts: ReleaseFacts) => Promise<ReleaseRefusal | undefined>;
  onSwitch: (release: Release) => void;
  /** Called repeatedly until there is a first release that may be served. */
  onWaiting: (refusal: ReleaseRefusal) => void;
  /** Called every few seconds while a newer release is refused and the previous one is still served. */
  onRefused: (refusal: ReleaseRefusal) => void;
  /** Milliseconds for which a replaced release stays open. */
  graceMs?: number;
  /** Interval in milliseconds at which the database is checked. */
  every: (pauseMs: number, task: () => Promise<void>, onProblem: () => void) => () => Promise<void>;
}

export interface LiveRelease {
  current: Release;
  close: () => void;
}

const pollMs = 2000;
/** Time in milliseconds after which no request reads from a replaced release. */
const defaultGraceMs = 60_000;
const firstPollMs = 250;
/** Size of the write-ahead log above which the live release is opened again, so that SQLite can reuse the log. */
const longLogBytes = 32 * 1024 ** 2;

const sizeOf = (file: string): number => statSync(file, { throwIfNoEntry: false })?.size ?? 0;

interface Probe {
  /** Opens a release; undefined if the first one is still being built. Throws if it cannot be read. */
  read: () => { stamp: string; facts: ReleaseFacts } | undefined;
  close: () => void;
}

/** Reads which release is live. The connection stays open, since opening one touches the folder, which is watched. */
function openProbe(dist: string): Probe {
  let openDatabase: { db: DatabaseSync; inode: number } | undefined;
  const close = (): void => {
    openDatabase?.db.close();
    openDatabase = undefined;
  };
  return {
    read: () => {
      const { ino } = statSync(roomFile(dist));
      if (openDatabase?.inode !== ino) {
        close();
        openDatabase = { db: openToRead(dist), inode: ino };
      }
      const facts = readFacts(openDatabase.db);
      return facts && { stamp: `${ino} ${facts.number} ${facts.release}`, facts };
    },
    close,
  };
}

const noRelease = (dist: string): ReadResult => ({
  refusal: { reason: 'none', message: `There is no release in ${dist}.` },
});

type ReadResult = { release: Release; stamp: string } | { refusal: ReleaseRefusal };

/** Opens the release in room.db. Returns undefined if its stamp is `known`. */
async function openIfNew(
  { dist, refuse, fetchObject }: FollowDeps,
  probe: Probe,
  known?: string,
): Promise<ReadResult | undefined> {
  try {
    const live = probe.read();
    if (!live) return noRelease(dist);
    const { stamp, facts } = live;
    if (stamp === known) return undefined;
    const refusal = await refuse(facts);
    return refusal ? { refusal } : { release: openRelease(dist, fetchObject), stamp };
  } catch (error) {
    probe.close();
    const { code, message } = error as NodeJS.ErrnoException;
    if (code === 'ENOENT') return noRelease(dist);
    return { refusal: { reason: 'unreadable', message: `The release in ${dist} cannot be read: ${message}.` } };
  }
}

/** Waits until there is a release that may be served. */
async function takeFirst(deps: FollowDeps, probe: Probe): Promise<{ release: Release; stamp: string }> {
  for (;;) {
    const outcome = (await openIfNew(deps, probe))!;
    if ('release' in outcome) return outcome;
    deps.onWaiting(outcome.refusal);
    await wait(firstPollMs);
  }
}

export async function followRelease(deps: FollowDeps): Promise<LiveRelease> {
  const { dist, graceMs = defaultGraceMs } = deps;
  const probe = openProbe(dist);
  let { release, stamp } = await takeFirst(deps, probe);
  const live: LiveRelease = { current: release, close: () => {} };
  /** Replaced releases, from which a request may still be reading. */
  const retired = new Map<Release, NodeJS.Timeout>();
  /** Stamp of the release that was opened again. */
  let reopened: string | undefined;

  function serve(next: Release): void {
    const former = live.current;
    live.current = next;
    const close = (): void => {
      retired.delete(former);
      former.close();
    };
    retired.set(former, setTimeout(close, graceMs).unref());
  }

  async function look(): Promise<void> {
    const outcome = await openIfNew(deps, probe, stamp);
    if (!outcome) {
      if (stamp === reopened || retired.size > 0 || sizeOf(`${roomFile(dist)}-wal`) < longLogBytes) return;
      reopened = stamp;
      allowLogReuse(dist);
      return serve(openRelease(dist, deps.fetchObject));
    }
    if ('refusal' in outcome) return deps.onRefused(outcome.refusal);
    ({ release, stamp } = outcome);
    serve(release);
    deps.onSwitch(release);
  }

  // Notifications make updates fast, and polling finds those that were not reported. A commit is reported in several
  // steps of which the last one counts, so each event during a check causes another check.
  const looks = new PQueue({ concurrency: 1 });
  const ask = () => void (looks.size === 0 && looks.add(look).catch(() => undefined));
  const watcher = watch(dist, { persistent: false }, ask).on('error', () => {});
  const stop = deps.every(
    pollMs,
    async () => ask(),
    () => undefined,
  );
  live.close = () => {
    watcher.close();
    void stop();
    probe.close();
    for (const [former, timer] of retired) {
      clearTimeout(timer);
      former.close();
    }
    live.current.close();
  };
  return live;
}
