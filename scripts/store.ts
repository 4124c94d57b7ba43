// The room's store, open while one command works on it.
import type { Settings } from '#domain/settings.ts';
import { storePlace } from '../sidecar/store/place.ts';
import { openStore, type Store } from '../sidecar/store/store.ts';
import { settings as readSettings } from './settings.ts';

export async function withRoomStore<T>(work: (store: Store, settings: Settings) => Promise<T>): Promise<T> {
  const settings = readSettings();
  const store = await openStore(storePlace(settings));
  try {
    return await work(store, settings);
  } finally {
    await store.close();
  }
}

const elsewhere = `The store is a PostgreSQL, which has its own commands:
  pg_dump --format=custom --file=FILE "$DATABASE_URL"
  pg_restore --clean --if-exists --dbname="$DATABASE_URL" FILE`;

/** The file of the embedded store. */
export function embeddedStore(settings: Settings): string {
  const { databaseUrl, file } = storePlace(settings);
  if (databaseUrl) throw new Error(elsewhere);
  return file;
}

/** For file names: 20260501T180000Z. */
export const stamp = (): string => new Date().toISOString().replace(/\.\d+|[:-]/g, '');

export function noOverwriting(write: () => void): void {
  try {
    write();
  } catch (error) {
    const { code, path } = error as NodeJS.ErrnoException;
    throw code === 'EEXIST' ? new Error(`${path} is there already. Name another file.`) : error;
  }
}
