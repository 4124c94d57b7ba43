// Deletes expired rows in batches, on whichever sidecar is first.
import { dayMs } from '#domain/instants.ts';
import { keyRetentionMs } from '../http/idempotency.ts';
import { type ExpiryRule, deleteOlderThan } from '../storage/expiry.ts';
import { createLease } from '../storage/lease.ts';
import type { Db } from '../storage/store.ts';

const batchSize = 500;

/** Rules for tables of no feature. Notices stay longer than any of them is due. */
const ownRules: ExpiryRule[] = [
  {
    retentionMs: keyRetentionMs,
    deleteExpired: deleteOlderThan('idempotency', 'key', (rows, before) => rows.where('createdAt', '<', before)),
  },
  {
    retentionMs: 60 * dayMs,
    deleteExpired: deleteOlderThan('sentNotices', 'key', (rows, before) => rows.where('sentAt', '<', before)),
  },
];

export interface ExpiryDeps {
  db: Db;
  /** Rules of the features. */
  rules: ExpiryRule[];
  holder: string;
  /** Current time in milliseconds. */
  now: () => number;
  /** Maximum number of rows in one batch. */
  rows?: number;
}

/** Returns the number of deleted rows; 0 while another sidecar deletes. */
export async function deleteExpiredRows({ db, rules, holder, now, rows = batchSize }: ExpiryDeps): Promise<number> {
  const lease = createLease(db, 'forgetting', holder, now);
  let deleted = 0;
  for (const { retentionMs: keptMs, deleteExpired } of [...ownRules, ...rules]) {
    for (let count = rows; count === rows && (await lease.hold());) {
      count = Number((await deleteExpired(db, now() - keptMs, rows)).numDeletedRows);
      deleted += count;
    }
  }
  await lease.release();
  return deleted;
}
