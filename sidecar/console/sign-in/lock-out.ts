// Locks password sign-in after failed attempts, per client and for all unknown clients together, across sidecars.
import { type RawBuilder, sql } from 'kysely';
import { dayMs, hourMs } from '#domain/instants.ts';
import type { Db, Tx } from '../../storage/store.ts';

/** Attempts without a pause. After that, each attempt doubles the pause. */
const freeTries = 5;
const freeTriesOfStrangers = 30;
const firstPauseMs = 60_000;
const longestPauseMs = hourMs;
const doublings = Math.ceil(Math.log2(longestPauseMs / firstPauseMs));
const forgetAfterMs = dayMs;
const strangers = 'everybody';

export interface Guesser {
  /** Name of the counter. */
  client: string;
  /** True if attempts do not also count for all unknown clients, who could otherwise lock out the creator. */
  isKnown: boolean;
}

/** Returns SQL for the pause after the next attempt in milliseconds. */
const pauseMs = (free: number): RawBuilder<number> => {
  const beyond = sql<number>`"signInAttempts".count + 1 - ${sql.lit(free)}`;
  return sql`case when ${beyond} < 0 then 0
    when ${beyond} >= ${sql.lit(doublings)} then ${sql.lit(longestPauseMs)}
    else ${sql.lit(firstPauseMs)} << (${beyond}) end`;
};

/** Counts an attempt in one statement, unless the client is locked out. Concurrent attempts count separately. */
async function countTry(tx: Tx, client: string, free: number, now: number): Promise<boolean> {
  const row = await tx
    .insertInto('signInAttempts')
    .values({ client, count: 1, at: now, lockedUntil: 0 })
    .onConflict((on) =>
      on
        .column('client')
        .doUpdateSet((eb) => ({
          count: eb('signInAttempts.count', '+', 1),
          at: now,
          lockedUntil: sql<number>`excluded.at + ${pauseMs(free)}`,
        }))
        .where('signInAttempts.lockedUntil', '<=', now),
    )
    .returning('client')
    .executeTakeFirst();
  return row !== undefined;
}

class LockedOut extends Error {}

/** Counts an attempt before the password is compared. Returns the remaining lock time in milliseconds, if any. */
export async function registerTry(db: Db, { client, isKnown }: Guesser, now: number): Promise<number | undefined> {
  const clients = isKnown ? [client] : [client, strangers];
  await db
    .deleteFrom('signInAttempts')
    .where('at', '<', now - forgetAfterMs)
    .execute();
  try {
    await db.transaction().execute(async (tx) => {
      for (const name of clients) {
        const free = name === strangers ? freeTriesOfStrangers : freeTries;
        if (!(await countTry(tx, name, free, now))) throw new LockedOut();
      }
    });
    return undefined;
  } catch (error) {
    if (!(error instanceof LockedOut)) throw error;
  }
  const { until } = await db
    .selectFrom('signInAttempts')
    .select(({ fn }) => fn.max('lockedUntil').as('until'))
    .where('client', 'in', clients)
    .executeTakeFirstOrThrow();
  return Math.max(1, Number(until) - now);
}

/** Resets the client's counter after a success, and removes the attempt from the shared counter. */
export async function resetTries(tx: Tx, { client, isKnown }: Guesser): Promise<void> {
  await tx.deleteFrom('signInAttempts').where('client', '=', client).execute();
  if (isKnown) return;
  await tx
    .updateTable('signInAttempts')
    .set((eb) => ({ count: eb('count', '-', 1), lockedUntil: 0 }))
    .where('client', '=', strangers)
    .execute();
}
