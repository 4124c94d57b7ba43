// The table of A2A tasks, and the rule that expires them.
import { dayMs } from '#domain/instants.ts';
import { type ExpiryRule, deleteOlderThan } from '../../storage/expiry.ts';

declare module '../../storage/tables.ts' {
  interface Tables {
    /** Tasks of other agents that need more input or follow a booking. */
    a2aTasks: {
      /** Secret of the client. Stored unhashed because a repeated message gets it again. */
      id: string;
      /** SHA-256 of the client and its first message; random if a repeated message starts another task. */
      message: string;
      contextId: string;
      skill: string;
      /** JSON of TaskInput. */
      wish: string;
      bookingId: string | null;
      cancelledAt: number | null;
      createdAt: number;
    };
  }
}

const deleteOldTasks = deleteOlderThan('a2aTasks', 'id', (rows, before) => rows.where('createdAt', '<', before));

export const a2aExpiry: ExpiryRule[] = [{ retentionMs: 365 * dayMs, deleteExpired: deleteOldTasks }];
