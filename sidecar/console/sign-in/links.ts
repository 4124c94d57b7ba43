// One-time sign-in links, valid for one sign-in within a day.
import { consolePath } from '#domain/live-pages.ts';
import { dayMs } from '#domain/instants.ts';
import { newToken, tokenHash } from '../../storage/tokens.ts';
import type { Db, Tx } from '../../storage/store.ts';

const goodForMs = dayMs;

/** Creates a link and returns its path. Earlier links stay valid, because each starting sidecar prints one. */
export async function createSignInLink(db: Db, now: number): Promise<string> {
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

/** Uses up a link. Returns true if it was valid; all other links become invalid then. */
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
