// How often the wallet is asked about invoices: sixty times a minute at most, however many are open and however many ask.
import { LRUCache } from 'lru-cache';
import type { Invoice } from './invoices.ts';

/** The schedule keeps its share, so that those who ask cannot take all. What shows the preimage, or the wallet told of, was paid for. */
export type LookupReason = 'schedule' | 'asked' | 'told';

const minuteMs = 60_000;
const most = { all: 60, schedule: 20, asked: 40 };
/** Between two look-ups of one invoice, a tenth of its age passes, and at least this. */
const leastPauseMs = 1000;

export interface Lookups {
  /** Whether the wallet may be asked now; if so it is counted. */
  take: (invoice: Pick<Invoice, 'tokenId' | 'createdAt'>, reason: LookupReason, now: number) => boolean;
  /** By token id, so that those who ask at once get one answer. */
  underWay: Map<string, Promise<'settled' | 'unpaid'>>;
}

export function openLookups(): Lookups {
  let latest: { at: number; reason: LookupReason }[] = [];
  const askedAt = new LRUCache<string, number>({ max: 10_000 });
  return {
    underWay: new Map(),
    take: ({ tokenId, createdAt }, reason, now) => {
      latest = latest.filter(({ at }) => at > now - minuteMs && at <= now);
      if (reason !== 'told') {
        const mine = latest.filter((one) => one.reason === reason).length;
        if (latest.length >= most.all || mine >= most[reason]) return false;
        const pauseMs = Math.max(leastPauseMs, (now - createdAt) / 10);
        if (reason === 'asked' && now < (askedAt.get(tokenId) ?? -Infinity) + pauseMs) return false;
      }
      if (reason === 'asked') askedAt.set(tokenId, now);
      latest.push({ at: now, reason });
      return true;
    },
  };
}
