// Ends embargoes while the room runs, recorded as a decision of the room itself, and has the room built when a time has come.
import process from 'node:process';
import { boundaryWatch } from './boundary.ts';
import { liftDue } from './lift.ts';
import type { Desk } from './review-desk.ts';
import type { Store } from '../storage/store.ts';
import { steadyClock } from './steady-clock.ts';

interface EmbargoParts {
  desk: Desk;
  store: Pick<Store, 'db'>;
  request: (step: 'build') => Promise<void>;
  /** Milliseconds. */
  now: () => number;
}

export function embargoes({ desk, store, request, now }: EmbargoParts): () => Promise<void> {
  const steady = steadyClock(now, () => Number(process.hrtime.bigint() / 1_000_000n));
  const watchBoundary = boundaryWatch({ contentDir: desk.contentDir, request, now });
  return async () => {
    await watchBoundary();
    const live = await liftDue(desk, new Date(steady()));
    if (live.length === 0) return;
    const rows = live.map((id) => ({ at: now(), who: 'room', action: 'item.live', subject: id, detail: null }));
    await store.db.insertInto('audit').values(rows).execute();
    await request('build');
  };
}
