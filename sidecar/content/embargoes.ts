// Ends embargoes while the room runs: recorded as a decision of the room itself, and built for at once.
import process from 'node:process';
import { liftDue } from './lift.ts';
import type { Desk } from './review-desk.ts';
import type { Store } from '../store/store.ts';
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
  return async () => {
    const live = await liftDue(desk, new Date(steady()));
    if (live.length === 0) return;
    const rows = live.map((id) => ({ at: now(), who: 'room', action: 'item.live', subject: id, detail: null }));
    await store.db.insertInto('audit').values(rows).execute();
    await request('build');
  };
}
