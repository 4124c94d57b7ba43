// Limits look-ups at the wallet to sixty a minute, independent of the number of invoices and clients.
import { LRUCache } from 'lru-cache';
import type { Invoice } from './invoices.ts';

/**
 * Causes of a look-up. The schedule and requests of clients have separate shares. Notifications of the wallet and
 * tokens with a preimage prove a payment and are not limited.
 */
export type LookupReason = 'schedule' | 'request' | 'notification';

const minuteMs = 60_000;
const limits = { all: 60, schedule: 20, request: 40 };
/**
 * Limits of the pause between two requested look-ups of an invoice, which is a tenth of its age. The first look-ups
 * have no pause, so that a client that checks before and after paying sees the payment.
 */
const pauseMs = { min: 1000, max: 10_000 };
const lookupsWithoutPause = 5;

export interface Lookups {
  /** Returns true if the wallet may be asked now, and counts the look-up. */
  take: (invoice: Pick<Invoice, 'tokenId' | 'createdAt'>, reason: LookupReason, now: number) => boolean;
  /** Running look-ups by token id, shared by concurrent requests. */
  pending: Map<string, Promise<'settled' | 'unpaid'>>;
}

export function openLookups(): Lookups {
  let latest: { at: number; reason: LookupReason }[] = [];
  const requestTimes = new LRUCache<string, { at: number; times: number }>({ max: 10_000 });
  return {
    pending: new Map(),
    take: ({ tokenId, createdAt }, reason, now) => {
      latest = latest.filter(({ at }) => at > now - minuteMs && at <= now);
      const { at, times } = requestTimes.get(tokenId) ?? { at: -Infinity, times: 0 };
      if (reason !== 'notification') {
        const sameReason = latest.filter((lookup) => lookup.reason === reason).length;
        if (latest.length >= limits.all || sameReason >= limits[reason]) return false;
        const pause = Math.min(Math.max(pauseMs.min, (now - createdAt) / 10), pauseMs.max);
        if (reason === 'request' && times >= lookupsWithoutPause && now < at + pause) return false;
      }
      if (reason === 'request') requestTimes.set(tokenId, { at: now, times: times + 1 });
      latest.push({ at: now, reason });
      return true;
    },
  };
}
