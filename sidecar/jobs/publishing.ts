// How the last publishing to a bucket or CDN went, which a command notes in the store and Today shows.
import { fact, setFact } from '../storage/facts.ts';
import type { Db } from '../storage/store.ts';

const name = 'publish.failure';

/** `failure` says why it failed; undefined after one that worked. */
export const notePublishing = (db: Db, failure: string | undefined): Promise<void> => setFact(db, name, failure ?? '');

export const publishFailure = async (db: Db): Promise<string | undefined> => (await fact(db, name)) || undefined;
