// Ends embargoes while the room runs, recorded as a decision of the room itself, and has the room built when a time has come.
import process from 'node:process';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { nextPhaseChangeFile } from '#domain/items/phases.ts';
import { readEmbargoedItems } from './embargo.ts';
import { liftDueEmbargoes } from './lift-embargoes.ts';
import type { ReviewDesk } from './review-desk.ts';
import type { Store } from '../storage/store.ts';

/** Milliseconds until the next embargo ends; Infinity if none waits. */
interface More {
  dueInMs: number;
}

interface BoundaryDeps {
  contentDir: string;
  request: (step: 'build') => Promise<void>;
  /** Milliseconds. */
  now: () => number;
}

/** Milliseconds since the epoch, as the last build left it; undefined if nothing is ahead. */
async function readBoundary(contentDir: string): Promise<number | undefined> {
  const file = join(contentDir, '.build', nextPhaseChangeFile);
  const boundary: { at?: number } = await readFile(file, 'utf8')
    .then(JSON.parse)
    .catch(() => ({}));
  return boundary.at;
}

/** Each boundary is asked for once; a build that fails is tried again as any other. Returns the time of the next one, or Infinity. */
export function createBoundaryWatch({ contentDir, request, now }: BoundaryDeps): () => Promise<number> {
  let requested: number | undefined;
  return async () => {
    const at = await readBoundary(contentDir);
    if (at === undefined || at === requested) return Infinity;
    if (at > now()) return at;
    await request('build');
    requested = at;
    return Infinity;
  };
}

/** More than any correction by NTP in small steps. */
const toleratedMs = 30_000;
const believedAfterMs = 10 * 60_000;

/** `monotonic` runs on whatever the clock is set to. Both give milliseconds. */
export function createSteadyClock(wall: () => number, monotonic: () => number): () => number {
  let [wallThen, monotonicThen] = [wall(), monotonic()];
  let jumpedAt: number | undefined;
  return () => {
    const [here, elapsed] = [wall(), monotonic()];
    const expected = wallThen + (elapsed - monotonicThen);
    if (here - expected > toleratedMs) {
      jumpedAt ??= elapsed;
      if (elapsed - jumpedAt < believedAfterMs) return expected;
    }
    [wallThen, monotonicThen, jumpedAt] = [here, elapsed, undefined];
    return here;
  };
}

interface EmbargoDeps {
  desk: ReviewDesk;
  store: Pick<Store, 'db'>;
  request: (step: 'build') => Promise<void>;
  /** Milliseconds. */
  now: () => number;
}

/** The function that it returns says when the next embargo ends. */
export function createEmbargoWatch({ desk, store, request, now }: EmbargoDeps): () => Promise<More> {
  const steady = createSteadyClock(now, () => Number(process.hrtime.bigint() / 1_000_000n));
  const watchBoundary = createBoundaryWatch({ contentDir: desk.contentDir, request, now });
  return async () => {
    const boundary = await watchBoundary();
    const live = await liftDueEmbargoes(desk, new Date(steady()));
    const waiting = await readEmbargoedItems(desk.contentDir);
    const next = waiting.reduce((earliest, { liveAt }) => Math.min(earliest, Date.parse(liveAt)), boundary);
    const more: More = { dueInMs: next - now() };
    if (live.length === 0) return more;
    const rows = live.map((id) => ({ at: now(), who: 'room', action: 'item.live', subject: id, detail: null }));
    await store.db.insertInto('audit').values(rows).execute();
    await request('build');
    return more;
  };
}
