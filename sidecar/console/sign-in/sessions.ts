// Sessions: a random token in a cookie, its SHA-256 in the store, and a CSRF token in every form.
import { sha256 } from '#domain/ids.ts';
import { dayMs, hourMs } from '#domain/instants.ts';
import { newToken, tokenHash } from '../../storage/tokens.ts';
import type { Db, Tx } from '../../storage/store.ts';
import type { SignInMethod, Tables } from '../../storage/tables.ts';

/** A session ends a week after its last use, and at most 90 days after sign-in. */
const idleMs = 7 * dayMs;
export const longestSessionMs = 90 * dayMs;
const seenEveryMs = hourMs;

export interface Session {
  id: string;
  /** CSRF token of its forms. Other sites cannot read it. */
  csrf: string;
  method: SignInMethod;
  createdAt: number;
}

export interface NewSession {
  method: SignInMethod;
  agent: string | undefined;
  now: number;
}

const isExpired = ({ seenAt, createdAt }: Pick<Tables['sessions'], 'seenAt' | 'createdAt'>, now: number): boolean =>
  now - seenAt > idleMs || now - createdAt > longestSessionMs;

/** Starts a session with a new token and returns the token for the cookie. */
export async function startSession(tx: Tx, { method, agent, now }: NewSession): Promise<string> {
  const token = newToken();
  const sessionFields = { agent: agent?.slice(0, 200) ?? null, method };
  await tx
    .insertInto('sessions')
    .values({ tokenHash: tokenHash(token), createdAt: now, seenAt: now, ...sessionFields })
    .execute();
  await tx
    .deleteFrom('sessions')
    .where((where) => where.or([where('seenAt', '<', now - idleMs), where('createdAt', '<', now - longestSessionMs)]))
    .execute();
  return token;
}

/** Returns the session of a token, or undefined if there is none or it has expired. */
export async function findSession(db: Db, token: string | undefined, now: number): Promise<Session | undefined> {
  if (!token) return undefined;
  const id = tokenHash(token);
  const row = await db.selectFrom('sessions').selectAll().where('tokenHash', '=', id).executeTakeFirst();
  if (!row || isExpired(row, now)) return undefined;
  if (now - row.seenAt > seenEveryMs) {
    await db.updateTable('sessions').set({ seenAt: now }).where('tokenHash', '=', id).execute();
  }
  return { id, csrf: sha256(`csrf ${token}`), method: row.method, createdAt: row.createdAt };
}

/** Returns the active sessions, most recently used first. */
export async function listSessions(db: Db, now: number): Promise<Tables['sessions'][]> {
  const rows = await db.selectFrom('sessions').selectAll().orderBy('seenAt', 'desc').orderBy('createdAt').execute();
  return rows.filter((row) => !isExpired(row, now));
}

export async function endSession(db: Db, id: string): Promise<boolean> {
  const deleteResult = await db.deleteFrom('sessions').where('tokenHash', '=', id).executeTakeFirst();
  return deleteResult.numDeletedRows > 0n;
}

/** Ends all other sessions and returns their number. */
export async function endOtherSessions(db: Db, id: string): Promise<number> {
  const deleteResult = await db.deleteFrom('sessions').where('tokenHash', '!=', id).executeTakeFirst();
  return Number(deleteResult.numDeletedRows);
}
