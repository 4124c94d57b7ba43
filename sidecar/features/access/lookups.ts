// How often the wallet is asked about invoices: sixty times a minute at most, however many are open and however many ask.
import { LRUCache } from 'lru-cache';
import type { Invoice } from './invoices.ts';

/** The schedule keeps its share, so that those who ask cannot take all. What shows the preimage, or the wallet told of, was paid for. */
export type LookupReason = 'schedule' | 'asked' | 'told';

const minuteMs = 60_000;
const limits = { all: 60, schedule: 20, asked: 40 };
/**
 * Between two look-ups of one invoice that a client asks for, a tenth of its age passes, within these limits. The first few
 * need no pause, so that who looks, pays and looks again sees the payment.
 */
const pauseMs = { least: 1000, most: 10_000 };
const lookupsWithoutPause = 5;

export interface Lookups {
  /** Whether the wallet may be asked now; if so it is counted. */
  take: (invoice: Pick<Invoice, 'tokenId' | 'createdAt'>, reason: LookupReason, now: number) => boolean;
  /** By token id, so that those who ask at once get one answer. */
  pending: Map<string, Promise<'settled' | 'unpaid'>>;
}

export function openLookups(): Lookups {
  let latest: { at: number; reason: LookupReason }[] = [];
  const asked = new LRUCache<string, { at: number; times: number }>({ max: 10_000 });
  return {
    pending: new Map(),
    take: ({ tokenId, createdAt }, reason, now) => {
      latest = latest.filter(({ at }) => at > now - minuteMs && at <= now);
      const { at, times } = asked.get(tokenId) ?? { at: -Infinity, times: 0 };
      if (reason !== 'told') {
        const mine = latest.filter((one) => one.reason === reason).length;
        if (latest.length >= limits.all || mine >= limits[reason]) return false;
        const pause = Math.min(Math.max(pauseMs.least, (now - createdAt) / 10), pauseMs.most);
        if (reason === 'asked' && times >= lookupsWithoutPause && now < at + pause) return false;
      }
      if (reason === 'asked') asked.set(tokenId, { at: now, times: times + 1 });
      latest.push({ at: now, reason });
      return true;
    },
  };
}
