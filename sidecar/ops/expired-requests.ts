// Expired requests: bookings that are over or were never decided, subscriptions that were never approved or have ended.
import type { BookingStatus } from '#contract/schemas/booking.ts';
import type { Db } from '../store/store.ts';

/** Deletes at most `rows` of those that are older, and gives how many there were. */
export type DeleteExpired = (db: Db, before: number, rows: number) => Promise<{ numDeletedRows: bigint }>;

/** Both by their last change and by the date that was spoken of, so that an appointment far ahead stays. */
const bookingsIn =
  (statuses: BookingStatus[]): DeleteExpired =>
  (db, before, rows) =>
    db
      .deleteFrom('bookings')
      // Again, for one that is decided at this very moment.
      .where('updatedAt', '<', before)
      .where('id', 'in', (eb) =>
        eb
          .selectFrom('bookings')
          .select('id')
          .where('status', 'in', statuses)
          .where('updatedAt', '<', before)
          .where(({ fn, ref, val }) => fn.coalesce(ref('endsAt'), ref('startsAt'), val(0)), '<', before)
          .limit(rows),
      )
      .executeTakeFirst();

export const undecidedBookings = bookingsIn(['received', 'needs_info', 'proposed']);
export const decidedBookings = bookingsIn(['confirmed', 'completed', 'declined', 'cancelled']);

/** Never approved, or no longer; once the last of its deliveries is deleted. */
export const subscriptionsWithoutApproval: DeleteExpired = (db, before, rows) =>
  db
    .deleteFrom('subscriptions')
    .where('status', '!=', 'approved')
    .where('id', 'in', (eb) =>
      eb
        .selectFrom('subscriptions')
        .select('id')
        .where('status', '!=', 'approved')
        .where(({ fn }) => fn.coalesce('decidedAt', 'createdAt'), '<', before)
        .where(({ not, exists, selectFrom }) =>
          not(
            exists(
              selectFrom('deliveries').select('deliveries.id').whereRef('subscriptionId', '=', 'subscriptions.id'),
            ),
          ),
        )
        .limit(rows),
    )
    .executeTakeFirst();
