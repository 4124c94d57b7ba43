// Limits on work per network, so that neither frequent guessing nor a tireless program gains anything.
import { ApiError } from '#contract/errors.ts';
import { dayMs, hourMs } from '#domain/instants.ts';
import type { Db } from '../../storage/store.ts';

const mostFailures = 5;
/** Tokens for work. */
const mostADay = { network: 5, room: 300 };
/** This many rejections by the creator within a month end the trust in a network. */
const turnedDown = { days: 30, most: 2, share: 0.2 };

const limited = (message: string, until: number, now: number): ApiError =>
  new ApiError('rate_limited', message, { retryAfterSeconds: Math.max(1, Math.ceil((until - now) / 1000)) });

/** Until the oldest of the latest failures is an hour old. */
async function refuseGuesser(db: Db, client: string, now: number): Promise<void> {
  const failures = await db
    .selectFrom('workAnswers')
    .select('createdAt')
    .where('client', '=', client)
    .where('state', '=', 'rejected')
    .where('createdAt', '>', now - hourMs)
    .orderBy('createdAt', 'desc')
    .limit(mostFailures)
    .execute();
  if (failures.length < mostFailures) return;
  const message = `At most ${mostFailures} rejected submissions an hour.`;
  throw limited(message, failures.at(-1)!.createdAt + hourMs, now);
}

/** Times when work became a token in the last day, oldest first; several tasks may stand for one. */
async function earned(db: Db, now: number, client?: string): Promise<number[]> {
  const rows = await db
    .selectFrom('workAnswers')
    .select(({ fn }) => fn.max('createdAt').as('at'))
    .where('tokenId', 'is not', null)
    .where('createdAt', '>', now - dayMs)
    .$if(client !== undefined, (query) => query.where('client', '=', client!))
    .groupBy('tokenId')
    .orderBy('at')
    .execute();
  return rows.map(({ at }) => Number(at));
}

async function refuseTireless(db: Db, client: string, now: number): Promise<void> {
  const mine = await earned(db, now, client);
  if (mine.length >= mostADay.network) {
    const message = `At most ${mostADay.network} tokens a day for work from one network.`;
    throw limited(message, mine[mine.length - mostADay.network]! + dayMs, now);
  }
  const all = await earned(db, now);
  if (all.length >= mostADay.room)
    throw limited('No more work is taken today.', all[all.length - mostADay.room]! + dayMs, now);
}

/** The creator's own judgement counts for longer than a program's. */
async function refuseDistrusted(db: Db, client: string, now: number): Promise<void> {
  const reviewed = await db
    .selectFrom('workAnswers')
    .select('state')
    .where('client', '=', client)
    .where('reviewedAt', '>', now - turnedDown.days * dayMs)
    .execute();
  const bad = reviewed.filter(({ state }) => state === 'rejected').length;
  if (bad >= turnedDown.most && bad > reviewed.length * turnedDown.share)
    throw limited('The creator turned down work that came from your network.', now + dayMs, now);
}

/** Throws rate_limited where no more is taken from this network now. */
export async function refuseTooMuch(db: Db, client: string, now: number): Promise<void> {
  await refuseGuesser(db, client, now);
  await refuseDistrusted(db, client, now);
  await refuseTireless(db, client, now);
}

/** Returns true if work is accepted from this network now. */
export const mayWork = (db: Db, client: string, now: number): Promise<boolean> =>
  refuseTooMuch(db, client, now).then(
    () => true,
    (error: unknown) => {
      if (error instanceof ApiError) return false;
      throw error;
    },
  );

/** Tasks that a resource takes: as many as its price asks for, and one more for each token that the network earned today. */
export const tasksNeeded = async (db: Db, byPrice: number, client: string, now: number): Promise<number> =>
  byPrice + (await earned(db, now, client)).length;
