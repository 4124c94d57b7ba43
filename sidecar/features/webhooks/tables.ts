// Tables of announcements, and expiry rules of the outbox.
import { dayMs } from '#domain/instants.ts';
import { type DeleteExpired, type ExpiryRule, deleteOlderThan } from '../../storage/expiry.ts';
import { deleteBatch } from '../../storage/store.ts';

declare module '../../storage/tables.ts' {
  interface Tables {
    /** Items that were announced. */
    announced: { itemId: string; announcedAt: number };
    /** Release that was announced last; empty while the first one is being announced. */
    announcedRelease: { id: 1; release: string };
    /** Versions of the API that were announced. */
    announcedVersions: { version: string; announcedAt: number };
  }
}

/** Retention of ended deliveries, which can be sent again until then, and of events without deliveries. */
const deliveryRetentionMs = 90 * dayMs;
/** Retention of subscriptions that are not approved. Until then the creator may approve a rejected one. */
const subscriptionRetentionMs = 90 * dayMs;

const endedDeliveries = deleteOlderThan('deliveries', 'id', (rows, before) =>
  rows.where('finishedAt', '<', before).orderBy('finishedAt'),
);

/** Test events of subscriptions that nobody decided about. */
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

/** Subscriptions that are not approved, after their last delivery was deleted. */
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

/** The order matters: events and subscriptions are deleted after their deliveries. */
export const webhookExpiry: ExpiryRule[] = [
  { retentionMs: deliveryRetentionMs, deleteExpired: endedDeliveries },
  { retentionMs: deliveryRetentionMs, deleteExpired: undecidedTestEvents },
  { retentionMs: deliveryRetentionMs, deleteExpired: eventsWithoutDeliveries },
  { retentionMs: subscriptionRetentionMs, deleteExpired: subscriptionsWithoutApproval },
];
