// The room's store, open while one command works on it.
import type { Env, Settings } from '../sidecar/settings/settings.ts';
import { storePlace } from '../sidecar/storage/place.ts';
import { openStore, type Store } from '../sidecar/storage/store.ts';
import { newerStore } from '../sidecar/storage/up-to-date.ts';
import { settings as readSettings } from './settings.ts';

/** Asked before anything is built: throws an Error that says what to do where the store is of a newer version. */
export async function settingsOfKnownStore(env: Env): Promise<Settings> {
  const settings = readSettings(env);
  const newer = await newerStore(storePlace(settings));
  if (newer) throw new Error(newer);
  return settings;
}

export async function withRoomStore<T>(env: Env, work: (store: Store, settings: Settings) => Promise<T>): Promise<T> {
  const settings = readSettings(env);
  const store = await openStore(storePlace(settings));
  try {
    return await work(store, settings);
  } finally {
    await store.close();
  }
}
