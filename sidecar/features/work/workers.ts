// Records of workers. Each judged answer counts once.
import { sha256 } from '#domain/ids.ts';
import type { Tx } from '../../storage/store.ts';

interface WorkRecord {
  accepted: number;
  rejected: number;
}

const minAccepted = 5;
const minReputation = 0.8;

/** Estimates the share of good work (Laplace's rule of succession). */
const computeReputation = ({ accepted, rejected }: WorkRecord): number => (accepted + 1) / (accepted + rejected + 2);

/** Returns true if answers of the worker count although few of them can be checked. */
const isTrusted = (record: WorkRecord): boolean =>
  record.accepted >= minAccepted && computeReputation(record) >= minReputation;

export async function hasGoodRecord(tx: Tx, worker: string | null): Promise<boolean> {
  if (worker === null) return false;
  const row = await tx.selectFrom('workers').selectAll().where('id', '=', worker).executeTakeFirst();
  return row !== undefined && isTrusted(row);
}

const sampleShare = 0.2;

/** Returns true for a sample of the work, which the creator reviews even if the worker has a good record. */
export const isSample = (answerId: string): boolean =>
  Number.parseInt(sha256(answerId).slice(0, 8), 16) < sampleShare * 2 ** 32;

export async function countVerdict(tx: Tx, worker: string | null, verdict: 'accepted' | 'rejected'): Promise<void> {
  if (worker === null) return;
  await tx
    .updateTable('workers')
    .set((eb) => ({ [verdict]: eb(verdict, '+', 1) }))
    .where('id', '=', worker)
    .execute();
}
