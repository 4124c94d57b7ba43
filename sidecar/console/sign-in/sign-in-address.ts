// The addresses that a started room prints, for its creator.
import { consolePath } from '#domain/live-pages.ts';
import type { Db } from '../../storage/store.ts';
import { hasCredential } from './credentials.ts';
import { newSignInLink } from './links.ts';

/** Returns a one-time link as long as there is no other way to sign in. `now` is in milliseconds. */
async function signInAddress(db: Db, now: number): Promise<string> {
  try {
    return (await hasCredential(db)) ? consolePath : await newSignInLink(db, now);
  } catch {
    return consolePath;
  }
}

export interface StartedRoom {
  /** Address of the room. */
  url: string;
  hasConsole: boolean;
  /** Milliseconds. */
  now: number;
}

export async function renderAddresses(db: Db, { url, hasConsole, now }: StartedRoom): Promise<string> {
  const address = hasConsole ? url + (await signInAddress(db, now)) : 'on the machine that builds';
  return `Media room  ${url}/\nAPI index   ${url}/api/agent\nllms.txt    ${url}/llms.txt\nConsole     ${address}\n`;
}
