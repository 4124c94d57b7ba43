// Checks a password. Attempts are counted first, locked out if too many, and take the same time in any case.
import type { ConsoleDeps } from '../deps.ts';
import { notePasswordUse, readPasswordHash } from './credentials.ts';
import { matchesPassword } from './hash-password.ts';
import { resetTries, type Guesser, registerTry } from './lock-out.ts';
import { recordFailure } from './audit-log.ts';
import type { ConsoleTranslate } from '../messages/messages.ts';

export type PasswordCheck = { outcome: 'right' } | { outcome: 'wrong' } | { outcome: 'locked'; waitMs: number };

export async function checkPassword(
  { store, now }: ConsoleDeps,
  password: string,
  guesser: Guesser,
): Promise<PasswordCheck> {
  const { db } = store;
  const waitMs = await registerTry(db, guesser, now());
  if (waitMs !== undefined) return { outcome: 'locked', waitMs };
  const isRight = await matchesPassword(password, await readPasswordHash(db));
  if (!isRight) {
    await recordFailure(db, 'password', now());
    return { outcome: 'wrong' };
  }
  await db.transaction().execute(async (tx) => {
    await resetTries(tx, guesser);
    await notePasswordUse(tx, now());
  });
  return { outcome: 'right' };
}

/** Returns the message for a failed check. It does not reveal if a password is set. */
export function describeRefusal(checked: Exclude<PasswordCheck, { outcome: 'right' }>, t: ConsoleTranslate): string {
  if (checked.outcome === 'wrong') return t('Wrong password.');
  const minutes = Math.ceil(checked.waitMs / 60_000);
  return t.count(
    'Too many attempts. Try again in a minute, or use a passkey, a new link or a browser in which you signed in before.',
    'Too many attempts. Try again in {count} minutes, or use a passkey, a new link or a browser in which you signed in before.',
    minutes,
  );
}
