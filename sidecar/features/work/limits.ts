// Limits on work per network, so that neither guessing nor automated work in bulk pays off.
import { ApiError } from '#contract/errors.ts';
import { dayMs, hourMs } from '#domain/instants.ts';
import type { Db } from '../../storage/store.ts';

const maxFailuresAnHour = 5;
/** Maximum number of tokens for work in a day. */
const maxTokensADay = { network: 5, room: 300 };
/** Rejections by the creator, in number and as a share of the reviews, that block a network. */
const distrust = { days: 30, rejections: 2, share: 0.2 };

const rateLimited = (message: string, until: number, now: number): ApiError =>
  new ApiError('rate_limited', message, { retryAfterSeconds: Math.max(1, Math.ceil((until - now) / 1000)) });

/** Refuses more submissions until the oldest of the latest failures is an hour old. */
async function refuseAfterFailures(db: Db, client: string, now: number): Promise<void> {
  const failures = await db
    .selectFrom('workAnswers')
    .select('createdAt')
    .where('client', '=', client)
    .where('state', '=', 'rejected')
    .where('createdAt', '>', now - hourMs)
    .orderBy('createdAt', 'desc')
    .limit(maxFailuresAnHour)
    .execute();
  if (failures.length < maxFailuresAnHour) return;
  const message = `Too many rejected submissions: at most ${maxFailuresAnHour} an hour are allowed.`;
  throw rateLimited(message, failures.at(-1)!.createdAt + hourMs, now);
}

/** Returns the times at which work earned a token in the last day, oldest first. Several tasks may earn one token. */
async function readEarningTimes(db: Db, now: number, client?: string): Promise<number[]> {
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

async function refuseAfterTokens(db: Db, client: string, now: number): Promise<void> {
  const ofNetwork = await readEarningTimes(db, now, client);
  if (ofNetwork.length >= maxTokensADay.network) {
    const message = `Your network has earned ${maxTokensADay.network} tokens for work today, which is the limit.`;
    throw rateLimited(message, ofNetwork[ofNetwork.length - maxTokensADay.network]! + dayMs, now);
  }
  const all = await readEarningTimes(db, now);
  if (all.length >= maxTokensADay.room)
    throw rateLimited('The daily limit for work is reached.', all[all.length - maxTokensADay.room]! + dayMs, now);
}

/** Refuses networks whose work the creator rejected. Such reviews count for longer than automatic rejections. */
async function refuseAfterReviews(db: Db, client: string, now: number): Promise<void> {
  const reviewed = await db
    .selectFrom('workAnswers')
    .select('state')
    .where('client', '=', client)
    .where('reviewedAt', '>', now - distrust.days * dayMs)
    .execute();
  const bad = reviewed.filter(({ state }) => state === 'rejected').length;
  if (bad >= distrust.rejections && bad > reviewed.length * distrust.share)
    throw rateLimited('The creator rejected work from your network.', now + dayMs, now);
}

/** Throws rate_limited if no work is accepted from this network now. */
export async function refuseOverLimit(db: Db, client: string, now: number): Promise<void> {
  await refuseAfterFailures(db, client, now);
  await refuseAfterReviews(db, client, now);
  await refuseAfterTokens(db, client, now);
}

/** Returns true if work is accepted from this network now. */
export const canWork = (db: Db, client: string, now: number): Promise<boolean> =>
  refuseOverLimit(db, client, now).then(
    () => true,
    (error: unknown) => {
      if (error instanceof ApiError) return false;
      throw error;
    },
  );

/**
 * Returns the number of tasks for a resource: those for its price, and one more for each token that the network earned
 * today.
 */
export const countTasksNeeded = async (db: Db, byPrice: number, client: string, now: number): Promise<number> =>
  byPrice + (await readEarningTimes(db, now, client)).length;
