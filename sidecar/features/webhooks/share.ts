// Computes the share of one worker: sidecars with the same store divide the subscribers among them.
import type { Store } from '../../storage/store.ts';
import type { DeliveryLimits } from './claim.ts';

/** Time after its last report at which a worker no longer counts. */
const presentMs = 10_000;
const leaseName = (holder: string): string => `delivery ${holder}`;

/** Reports this worker as present, and counts all workers. */
async function countWorkers({ db }: Store, holder: string, now: number): Promise<number> {
  const lease = { holder, until: now + presentMs };
  await db
    .insertInto('leases')
    .values({ name: leaseName(holder), ...lease })
    .onConflict((on) => on.column('name').doUpdateSet(lease))
    .execute();
  const workerLeases = db.selectFrom('leases').where('name', 'like', leaseName('%'));
  const present = await workerLeases.select('name').where('until', '>', now).execute();
  await db.deleteFrom('leases').where('name', 'like', leaseName('%')).where('until', '<=', now).execute();
  return present.length;
}

export async function computeWorkerShare(
  store: Store,
  holder: string,
  max: DeliveryLimits,
  now: number,
): Promise<DeliveryLimits> {
  if (store.kind === 'sqlite') return max;
  const workers = await countWorkers(store, holder, now);
  const subscribers = await store.db
    .selectFrom('subscriptions')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('status', '=', 'approved')
    .executeTakeFirstOrThrow();
  const share = Math.max(1, Math.ceil(subscribers.count / workers));
  return { first: Math.min(max.first, share), retries: Math.min(max.retries, share) };
}

export async function leaveWorkers({ db }: Store, holder: string): Promise<void> {
  await db.deleteFrom('leases').where('name', '=', leaseName(holder)).execute();
}
