// One-time sign-in links: printed where only the creator reads, good for one sign-in within a day.
import { consolePath } from '#domain/live-pages.ts';
import { dayMs } from '#domain/instants.ts';
import { newToken, tokenHash } from '../../storage/tokens.ts';
import type { Db, Tx } from '../../storage/store.ts';

const goodForMs = dayMs;

/** The path with the link's token. Links made before stay good: several sidecars that start each print one. */
export async function newSignInLink(db: Db, now: number): Promise<string> {
  const token = newToken();
  await db
    .deleteFrom('signInLinks')
    .where('createdAt', '<', now - goodForMs)
    .execute();
  await db
    .insertInto('signInLinks')
    .values({ tokenHash: tokenHash(token), createdAt: now })
    .execute();
  return `${consolePath}/sign-in?link=${token}`;
}

/** True once for each link, and only within its day; all others are good no longer. */
export async function useSignInLink(tx: Tx, token: string, now: number): Promise<boolean> {
  const used = await tx
    .deleteFrom('signInLinks')
    .where('tokenHash', '=', tokenHash(token))
    .returning('createdAt')
    .executeTakeFirst();
  if (used === undefined || now - used.createdAt > goodForMs) return false;
  await tx.deleteFrom('signInLinks').execute();
  return true;
}
