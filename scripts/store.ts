// The room's store, open while one command works on it.
import type { Settings } from '../sidecar/settings/settings.ts';
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
