// Ends subscriptions whose address has taken nothing for long, so that it is not asked for ever.
import { sql } from 'kysely';
import { dayMs } from '#domain/instants.ts';
import type { Db } from '../../storage/store.ts';
import type { DeliveryState } from '../../storage/tables.ts';
import { endSubscription } from './subscriptions.ts';

/** Far beyond the three days that one event is tried for. */
const unreachableMs = 30 * dayMs;
const why = 'Nothing reached its address for 30 days.';

/** A literal, not a parameter: only so do both databases use the index of what was given up. */
const exhausted = sql.lit<DeliveryState>('exhausted');

/**
 * Given up on before `before` and again since, and nothing arrived in between. One event alone ends nothing, however
 * long ago it was, since a room may be silent for months; nor does what failed before the last approval.
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

/** Gives how many were ended. Those that come back subscribe again. */
export async function endUnreachable(db: Db, now: number): Promise<number> {
  let ended = 0;
  for (const { id } of await findUnreachable(db, now - unreachableMs))
    if (await db.transaction().execute((tx) => endSubscription(tx, id, 'room', now, why))) ended++;
  return ended;
}
