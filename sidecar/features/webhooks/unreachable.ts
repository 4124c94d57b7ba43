// Ends subscriptions whose address has not accepted any event for a long time.
import { sql } from 'kysely';
import { dayMs } from '#domain/instants.ts';
import type { Db } from '../../storage/store.ts';
import type { DeliveryState } from '../../storage/tables.ts';
import { endSubscription } from './subscriptions.ts';

/** Time without a delivery after which a subscription ends, far longer than the three days of retries. */
const unreachableMs = 30 * dayMs;
const reason = 'No event could be delivered for 30 days.';

/** A literal, so that both databases use the partial index of exhausted deliveries. */
const exhausted = sql.lit<DeliveryState>('exhausted');

/**
 * Finds subscriptions with an exhausted delivery before `before`, another one since, and none that arrived in between.
 * A single exhausted event does not count, since a room may be silent for months, nor do failures before the last
 * approval.
 */
const findUnreachable = (db: Db, before: number): Promise<{ id: string }[]> =>
  db
    .selectFrom('subscriptions as s')
    .innerJoin('deliveries as first', 'first.subscriptionId', 's.id')
    .select('s.id')
    .distinct()
    .where('s.status', '=', 'approved')
    .where('first.state', '=', exhausted)
    .where('first.finishedAt', '<', before)
    .whereRef('first.finishedAt', '>', 's.decidedAt')
    .where(({ exists, selectFrom }) =>
      exists(
        selectFrom('deliveries as again')
          .select('again.id')
          .whereRef('again.subscriptionId', '=', 's.id')
          .where('again.state', '=', exhausted)
          .where('again.finishedAt', '>=', before),
      ),
    )
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('deliveries as arrived')
            .select('arrived.id')
            .whereRef('arrived.subscriptionId', '=', 's.id')
            .where('arrived.state', '=', 'delivered')
            .whereRef('arrived.finishedAt', '>', 'first.finishedAt'),
        ),
      ),
    )
    .execute();

/** Returns the number of ended subscriptions. Their owners can subscribe again. */
export async function endUnreachable(db: Db, now: number): Promise<number> {
  let ended = 0;
  for (const { id } of await findUnreachable(db, now - unreachableMs))
    if (await db.transaction().execute((tx) => endSubscription(tx, id, 'room', now, reason))) ended++;
  return ended;
}
