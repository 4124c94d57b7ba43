// Tables of work tasks, and their expiry rules.
import { dayMs } from '#domain/instants.ts';
import { type ExpiryRule, deleteOlderThan } from '../../storage/expiry.ts';
import type { TaskType } from '#contract/schemas/work.ts';

declare module '../../storage/tables.ts' {
  interface Tables {
    workTasks: {
      /** Id of the task: secret for an offer, public in the pool. */
      id: string;
      origin: 'offer' | 'pool';
      type: TaskType;
      /** JSON of the task with its answer key. */
      task: string;
      resourceId: string;
      state: 'open' | 'done' | 'expired';
      /** Client that got the offer; null in the pool. */
      client: string | null;
      createdAt: number;
      expiresAt: number;
      /** SHA-256 of the claim token of the worker who holds a task of the pool. */
      leaseHash: string | null;
      leaseWorker: string | null;
      leaseUntil: number;
    };
    /** Submissions that fit the form of their task. */
    workAnswers: {
      id: string;
      taskId: string;
      /** JSON: answers by question. */
      answers: string;
      state: 'accepted' | 'rejected' | 'pending';
      /** Reason of a rejection. */
      reason: string | null;
      /** Name that the worker chose; the creator sees it. */
      workerName: string | null;
      worker: string | null;
      /** Client that submitted it. */
      client: string;
      claimHash: string | null;
      /** Token of the grant that it earned. */
      tokenId: string | null;
      createdAt: number;
      /** Time of the creator's review. */
      reviewedAt: number | null;
    };
    /** The record of each worker of the pool. */
    workers: { id: string; name: string; accepted: number; rejected: number; seenAt: number };
  }
}

/** Tasks without submissions. */
const unansweredTasks = deleteOlderThan('workTasks', 'id', (rows, before) =>
  rows
    .where('expiresAt', '<', before)
    .where(({ not, exists, selectFrom }) =>
      not(exists(selectFrom('workAnswers').select('workAnswers.id').whereRef('taskId', '=', 'workTasks.id'))),
    ),
);

export const workExpiry: ExpiryRule[] = [{ retentionMs: dayMs, deleteExpired: unansweredTasks }];
