// How much of the work is one worker's: sidecars that share a store divide the subscribers among them.
import type { Store } from '../../storage/store.ts';
import type { DeliveryLimits } from './claim.ts';

/** Who was not heard of for so long does not count. */
const presentMs = 10_000;
const leaseName = (holder: string): string => `delivery ${holder}`;

/** Tells the others that this one is here, and counts them all. */
async function countWorkers({ db }: Store, holder: string, now: number): Promise<number> {
  const lease = { holder, until: now + presentMs };
  await db
    .insertInto('leases')
    .values({ name: leaseName(holder), ...lease })
    .onConflict((on) => on.column('name').doUpdateSet(lease))
    .execute();
  const all = db.selectFrom('leases').where('name', 'like', leaseName('%'));
  const present = await all.select('name').where('until', '>', now).execute();
  await db.deleteFrom('leases').where('name', 'like', leaseName('%')).where('until', '<=', now).execute();
  return present.length;
}

export async function computeWorkerShare(
  store: Store,
  holder: string,
  most: DeliveryLimits,
  now: number,
): Promise<DeliveryLimits> {
  if (store.kind === 'sqlite') return most;
  const workers = await countWorkers(store, holder, now);
  const subscribers = await store.db
    .selectFrom('subscriptions')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('status', '=', 'approved')
    .executeTakeFirstOrThrow();
  const share = Math.max(1, Math.ceil(subscribers.count / workers));
  return { first: Math.min(most.first, share), retries: Math.min(most.retries, share) };
}

export async function leaveWorkers({ db }: Store, holder: string): Promise<void> {
  await db.deleteFrom('leases').where('name', '=', leaseName(holder)).execute();
}
