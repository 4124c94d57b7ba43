// The table of tasks for other agents, and its rows that expire.
import { dayMs } from '#domain/instants.ts';
import { type ExpiryRule, deleteOlderThan } from '../../storage/expiry.ts';

declare module '../../storage/tables.ts' {
  interface Tables {
    /** Conversations with other agents that wait for something, or whose booking is followed. */
    a2aTasks: {
      /** A secret that is handed out again when a message is repeated, so kept as it is. */
      id: string;
      /** SHA-256 of the client and of the message that began it, with its content; random where it may not be repeated. */
      message: string;
      contextId: string;
      skill: string;
      /** JSON: what was said. */
      wish: string;
      bookingId: string | null;
      cancelledAt: number | null;
      createdAt: number;
    };
  }
}

const deleteOldTasks = deleteOlderThan('a2aTasks', 'id', (rows, before) => rows.where('createdAt', '<', before));

export const a2aExpiry: ExpiryRule[] = [{ retentionMs: 365 * dayMs, deleteExpired: deleteOldTasks }];
