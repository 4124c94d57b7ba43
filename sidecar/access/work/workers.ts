// Workers' records: each answer that was judged counts once.
import { isTrusted } from './rules/reputation.ts';
import type { Tx } from '../../store/store.ts';

export async function hasGoodRecord(tx: Tx, worker: string | null): Promise<boolean> {
  if (worker === null) return false;
  const row = await tx.selectFrom('workers').selectAll().where('id', '=', worker).executeTakeFirst();
  return row !== undefined && isTrusted(row);
}

export async function count(tx: Tx, worker: string | null, what: 'accepted' | 'rejected'): Promise<void> {
  if (worker === null) return;
  await tx
    .updateTable('workers')
    .set((eb) => ({ [what]: eb(what, '+', 1) }))
    .where('id', '=', worker)
    .execute();
}
