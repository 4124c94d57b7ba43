// The table of guest kits, with the expiry of its rows.
import { dayMs } from '#domain/instants.ts';
import { type ExpiryRule, deleteOlderThan } from '../../storage/expiry.ts';

declare module '../../storage/tables.ts' {
  interface Tables {
    guestKits: { id: string; kit: string; createdAt: number };
  }
}

const guestKits = deleteOlderThan('guestKits', 'id', (rows, before) => rows.where('createdAt', '<', before));

/** Guest kits are stored for a year, because show notes link to them. */
export const guestExpiry: ExpiryRule[] = [{ retentionMs: 365 * dayMs, deleteExpired: guestKits }];
