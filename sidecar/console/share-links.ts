// Private links: signed, valid for one item, and expiring.
import { createHmac } from 'node:crypto';
import { dayMs } from '#domain/instants.ts';
import { consolePath } from '#domain/live-pages.ts';
import { isSameSecret, newToken } from '../storage/tokens.ts';
import { readSecret } from '../storage/state.ts';
import type { Db } from '../storage/store.ts';
import type { ConsoleDeps } from './deps.ts';

const secretName = 'shareKey';
const goodForDays = 7;

const readShareKey = (db: Db): Promise<string> => readSecret(db, secretName, newToken);

const signShare = (key: string, id: string, day: string): string =>
  createHmac('sha256', key).update(`${id} ${day}`).digest('base64url');

/** Creates a private link, which stays the same for a day. `until` is the time of expiry in milliseconds. */
export async function createShare({ store, live, now }: Pick<ConsoleDeps, 'store' | 'live' | 'now'>, id: string) {
  const day = Math.floor(now() / dayMs) + 1 + goodForDays;
  const signature = signShare(await readShareKey(store.db), id, String(day));
  const url = `${live().facts.baseUrl}${consolePath}/shared/${id}/${day}/${signature}`;
  return { url, until: day * dayMs };
}

/** Returns the time of expiry in milliseconds, or undefined for an invalid link. */
export async function verifyShare(db: Db, id: string, day: string, signature: string): Promise<number | undefined> {
  if (!/^\d{1,6}$/.test(day)) return undefined;
  return isSameSecret(signature, signShare(await readShareKey(db), id, day)) ? Number(day) * dayMs : undefined;
}
