// The outcome of the last publishing to a bucket or CDN, which Today shows.
import { readState, writeState } from '../storage/state.ts';
import type { Db } from '../storage/store.ts';

/** `failure` says why it failed; undefined after one that worked. */
export const recordPublishing = (db: Db, failure: string | undefined): Promise<void> =>
  writeState(db, 'publishState', { failure: failure || null });

export const readPublishFailure = async (db: Db): Promise<string | undefined> =>
  (await readState(db, 'publishState'))?.failure ?? undefined;
