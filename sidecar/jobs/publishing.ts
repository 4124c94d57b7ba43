// Stores the outcome of the last publishing to a bucket or CDN, which the Today page shows.
import { readState, writeState } from '../storage/state.ts';
import type { Db } from '../storage/store.ts';

/** Stores the outcome; `failure` is the cause, or undefined after a success. */
export const recordPublishing = (db: Db, failure: string | undefined): Promise<void> =>
  writeState(db, 'publishState', { failure: failure || null });

export const readPublishFailure = async (db: Db): Promise<string | undefined> =>
  (await readState(db, 'publishState'))?.failure ?? undefined;
