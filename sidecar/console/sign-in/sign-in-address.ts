// The path of the console that a started room prints, for its creator.
import { consolePath } from '#domain/live-pages.ts';
import type { Db } from '../../storage/store.ts';
import { hasCredential } from './credentials.ts';
import { newSignInLink } from './links.ts';

/** Returns a one-time link as long as there is no other way to sign in. `now` is in milliseconds. */
export async function signInAddress(db: Db, now: number): Promise<string> {
  try {
    return (await hasCredential(db)) ? consolePath : await newSignInLink(db, now);
  } catch {
    return consolePath;
  }
}
