// Addresses that a started room prints for its creator.
import { consolePath } from '#domain/live-pages.ts';
import type { Db } from '../../storage/store.ts';
import { hasCredential } from './credentials.ts';
import { createSignInLink } from './links.ts';

/** Returns the path of a one-time link if there is no credential. `now` is in milliseconds. */
async function signInAddress(db: Db, now: number): Promise<string> {
  try {
    return (await hasCredential(db)) ? consolePath : await createSignInLink(db, now);
  } catch {
    return consolePath;
  }
}

export interface StartedRoom {
  /** Address of the room. */
  url: string;
  hasConsole: boolean;
  /** Milliseconds since the epoch. */
  now: number;
}

async function renderAddresses(db: Db, { url, hasConsole, now }: StartedRoom): Promise<string> {
  const address = hasConsole ? url + (await signInAddress(db, now)) : 'on the machine that builds';
  return `Media room  ${url}/\nAPI index   ${url}/api/agent\nllms.txt    ${url}/llms.txt\nConsole     ${address}\n`;
}

/** Returns a function that prints the addresses once, however often it is called. */
export function createAddressPrinter(db: Db, room: StartedRoom, print: (text: string) => void): () => Promise<void> {
  let printing: Promise<void> | undefined;
  return () => (printing ??= renderAddresses(db, room).then(print));
}
