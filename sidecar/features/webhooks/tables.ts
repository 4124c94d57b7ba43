// The tables of announcements, and the rows of the outbox that expire.
import { dayMs } from '#domain/instants.ts';
import { type DeleteExpired, type ExpiryRule, deleteOlderThan } from '../../storage/expiry.ts';
import { deleteBatch } from '../../storage/store.ts';

declare module '../../storage/tables.ts' {
  interface Tables {
    /** Items that were announced, each with the release content it was announced with. */
    announced: { itemId: string; announcedAt: number };
    /** The release that was announced last; empty while the first one is announced. */
    announcedRelease: { id: 1; release: string };
    /** Versions of the API that were announced. */
    announcedVersions: { version: string; announcedAt: number };
  }
}

/** The delivery log shows ended deliveries and can send them again for that long; events without deliveries stay as long. */
const deliveryRetentionMs = 90 * dayMs;
/** Until then the creator may approve an ended subscription again. */
const subscriptionRetentionMs = 90 * dayMs;

const endedDeliveries = deleteOlderThan('deliveries', 'id', (rows, before) =>
  rows.where('finishedAt', '<', before).orderBy('finishedAt'),
);

/** Test events that wait for a decision which never comes. */
const undecidedTestEvents = deleteOlderThan('deliveries', 'id', (rows, before) =>
  rows
    .where('state', '=', 'pending')
    .where('nextAttemptAt', '<', before)
    .where('subscriptionId', 'in', ({ selectFrom }) =>
      selectFrom('subscriptions').select('subscriptions.id').where('status', '!=', 'approved'),
    ),
);

const eventsWithoutDeliveries = deleteOlderThan('events', 'id', (rows, before) =>
  rows
    .where('createdAt', '<', before)
    .where(({ not, exists, selectFrom }) =>
      not(exists(selectFrom('deliveries').select('deliveries.id').whereRef('eventId', '=', 'events.id'))),
    )
    .orderBy('createdAt'),
);

/** Subscriptions that were never approved or have ended, once the last of their deliveries is deleted. */
const subscriptionsWithoutApproval: DeleteExpired = (db, before, limit) =>
  deleteBatch(db, 'subscriptions', {
    key: 'id',
    limit,
    choose: (rows) =>
      rows
        .where('status', '!=', 'approved')
        .where(({ fn }) => fn.coalesce('decidedAt', 'createdAt'), '<', before)
        .where(({ not, exists, selectFrom }) =>
          not(
            exists(
              selectFrom('deliveries').select('deliveries.id').whereRef('subscriptionId', '=', 'subscriptions.id'),
            ),
          ),
        ),
  })
    .where('status', '!=', 'approved')
    .executeTakeFirst();

/** In this order: an event and a subscription are deleted after their deliveries. */
export const webhookExpiry: ExpiryRule[] = [
  { retentionMs: deliveryRetentionMs, deleteExpired: endedDeliveries },
  { retentionMs: deliveryRetentionMs, deleteExpired: undecidedTestEvents },
  { retentionMs: deliveryRetentionMs, deleteExpired: eventsWithoutDeliveries },
  { retentionMs: subscriptionRetentionMs, deleteExpired: subscriptionsWithoutApproval },
];
