// Opens the room's database for one command.
import type { Environment, Settings } from '../sidecar/settings/settings.ts';
import { storeLocation } from '../sidecar/storage/store-location.ts';
import { openStore, type Store } from '../sidecar/storage/store.ts';
import { describeNewerStore } from '../sidecar/storage/migrate.ts';
import { settings as readSettings } from './settings.ts';

/** Reads the settings. Throws an Error with advice if a newer version has written the database. */
export async function readSettingsForStore(env: Environment): Promise<Settings> {
  const settings = readSettings(env);
  const newer = await describeNewerStore(storeLocation(settings));
  if (newer) throw new Error(newer);
  return settings;
}

export async function withRoomStore<T>(
  env: Environment,
  work: (store: Store, settings: Settings) => Promise<T>,
): Promise<T> {
  const settings = readSettings(env);
  const store = await openStore(storeLocation(settings));
  try {
    return await work(store, settings);
  } finally {
    await store.close();
  }
}
