// Writes sign-in events to the audit log without secrets.
import type { Db, Tx } from '../../storage/store.ts';
import type { SignInMethod } from '../../storage/tables.ts';
import { consoleActor } from '../page.ts';

export type SignInEvent =
  | 'signed-in'
  | 'signed-out'
  | 'session.ended'
  | 'password.set'
  | 'password.changed'
  | 'password.removed'
  | 'passkey.added'
  | 'passkey.removed';

export const recordSignInEvent = (tx: Tx, action: SignInEvent, subject: string, now: number): Promise<unknown> =>
  tx.insertInto('audit').values({ at: now, who: consoleActor, action, subject }).execute();

const failuresEveryMs = 60_000;

/** Records at most one failure per minute and method, so that attackers cannot flood the log. */
export async function recordFailure(db: Db, subject: SignInMethod, now: number): Promise<void> {
  const failure = { action: 'sign-in.failed', subject };
  const recent = await db
    .selectFrom('audit')
    .select('id')
    .where('action', '=', failure.action)
    .where('subject', '=', subject)
    .where('at', '>', now - failuresEveryMs)
    .limit(1)
    .executeTakeFirst();
  if (!recent)
    await db
      .insertInto('audit')
      .values({ at: now, who: 'somebody', ...failure })
      .execute();
}
