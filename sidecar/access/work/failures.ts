// How much wrong work is taken from one address before it has to wait, so that nothing is got by guessing often.
import { isIPv6 } from 'node:net';
import { ApiError } from '#contract/errors.ts';
import { hourMs } from '#domain/instants.ts';
import type { Db } from '../../store/store.ts';

const mostFailures = 5;

/** An IPv6 client has as many addresses as it likes below its first 64 bits (RFC 6177). */
export function networkOf(address: string): string {
  if (!isIPv6(address) || address.startsWith('::ffff:')) return address;
  const [head = '', tail] = address.split('::');
  const [left, right] = [head, tail ?? ''].map((part) => part.split(':').filter(Boolean));
  const zeros = tail === undefined ? 0 : 8 - left!.length - right!.length;
  return [...left!, ...Array<string>(zeros).fill('0'), ...right!].slice(0, 4).join(':');
}

/** Throws rate_limited until the oldest of the latest failures is an hour old. */
export async function refuseGuesser(db: Db, client: string, now: number): Promise<void> {
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
  const retryAfterSeconds = Math.ceil((failures.at(-1)!.createdAt + hourMs - now) / 1000);
  throw new ApiError('rate_limited', `At most ${mostFailures} rejected submissions an hour.`, { retryAfterSeconds });
}
