// npm run sign-in: a one-time link into the console, for a creator who has no other way in; also while the room runs.
import { resolve } from 'node:path';
import process from 'node:process';
import { readSettings } from '#domain/settings.ts';
import { newSignInLink } from './console/sign-in/links.ts';
import { storePlace } from './store/place.ts';
import { openStore } from './store/store.ts';

try {
  const settings = readSettings(process.env, resolve(import.meta.dirname, '..'));
  const store = await openStore(storePlace(settings));
  console.log(`${settings.baseUrl}${await newSignInLink(store.db, Date.now())}`);
  console.log('Good for one sign-in, within a day. Password and passkeys stay as they are.');
  await store.close();
} catch (error) {
  console.error((error as Error).message);
  process.exitCode = 1;
}
