// Ends embargoes while the room runs, records each as a decision of the room, and requests a build.
import process from 'node:process';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { nextPhaseChangeFile } from '#domain/items/phases.ts';
import { readEmbargoedItems } from './embargo.ts';
import { liftDueEmbargoes } from './lift-embargoes.ts';
import type { ReviewDesk } from './review-desk.ts';
import type { Store } from '../storage/store.ts';

interface NextEmbargo {
  /** Milliseconds until the next embargo ends; Infinity if there is none. */
  dueInMs: number;
}

interface BoundaryDeps {
  contentDir: string;
  request: (step: 'build') => Promise<void>;
  /** Milliseconds. */
  now: () => number;
}

/**
 * Returns the time at which the next planned item becomes current, in milliseconds since 1970, as the last build stored
 * it; undefined if there is none.
 */
async function readBoundary(contentDir: string): Promise<number | undefined> {
  const file = join(contentDir, '.build', nextPhaseChangeFile);
  const boundary: { at?: number } = await readFile(file, 'utf8')
    .then(JSON.parse)
    .catch(() => ({}));
  return boundary.at;
}

/**
 * Requests a build once at each boundary; a failed build is repeated like any other. The function that it returns gives
 * the time of the next boundary, or Infinity.
 */
export function createBoundaryWatch({ contentDir, request, now }: BoundaryDeps): () => Promise<number> {
  let requestedAt: number | undefined;
  return async () => {
    const at = await readBoundary(contentDir);
    if (at === undefined || at === requestedAt) return Infinity;
    if (at > now()) return at;
    await request('build');
    requestedAt = at;
    return Infinity;
  };
}

/** Largest jump of the clock that is accepted; corrections by NTP are smaller. */
const toleratedMs = 30_000;
const acceptedAfterMs = 10 * 60_000;

/**
 * Returns a clock that follows sudden jumps of the wall clock only after a while. `monotonic` is independent of changes
 * of the clock. Both return milliseconds.
 */
export function createSteadyClock(wall: () => number, monotonic: () => number): () => number {
  let wallThen = wall();
  let monotonicThen = monotonic();
  let jumpedAt: number | undefined;
  return () => {
    const wallNow = wall();
    const monotonicNow = monotonic();
    const expectedWall = wallThen + (monotonicNow - monotonicThen);
    if (wallNow - expectedWall > toleratedMs) {
      jumpedAt ??= monotonicNow;
      if (monotonicNow - jumpedAt < acceptedAfterMs) return expectedWall;
    }
    wallThen = wallNow;
    monotonicThen = monotonicNow;
    jumpedAt = undefined;
    return wallNow;
  };
}

interface EmbargoDeps {
  desk: ReviewDesk;
  store: Pick<Store, 'db'>;
  request: (step: 'build') => Promise<void>;
  /** Milliseconds. */
  now: () => number;
}

/** Returns a function that ends due embargoes and gives the time until the next one. */
export function createEmbargoWatch({ desk, store, request, now }: EmbargoDeps): () => Promise<NextEmbargo> {
  const steady = createSteadyClock(now, () => Number(process.hrtime.bigint() / 1_000_000n));
  const watchBoundary = createBoundaryWatch({ contentDir: desk.contentDir, request, now });
  return async () => {
    const boundary = await watchBoundary();
    const live = await liftDueEmbargoes(desk, new Date(steady()));
    const waiting = await readEmbargoedItems(desk.contentDir);
    const next = waiting.reduce((earliest, { liveAt }) => Math.min(earliest, Date.parse(liveAt)), boundary);
    const nextEmbargo: NextEmbargo = { dueInMs: next - now() };
    if (live.length === 0) return nextEmbargo;
    const rows = live.map((id) => ({ at: now(), who: 'room', action: 'item.live', subject: id, detail: null }));
    await store.db.insertInto('audit').values(rows).execute();
    await request('build');
    return nextEmbargo;
  };
}
