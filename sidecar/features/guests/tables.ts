// The table of guest kits, and its rows that expire.
import { dayMs } from '#domain/instants.ts';
import { type ExpiryRule, deleteOlderThan } from '../../storage/expiry.ts';

declare module '../../storage/tables.ts' {
  interface Tables {
    guestKits: { id: string; kit: string; createdAt: number };
  }
}

const guestKits = deleteOlderThan('guestKits', 'id', (rows, before) => rows.where('createdAt', '<', before));

/** Addresses of guest kits stand in show notes. */
export const guestExpiry: ExpiryRule[] = [{ retentionMs: 365 * dayMs, deleteExpired: guestKits }];
