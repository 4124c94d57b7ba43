// Forgets what was asked for long ago: bookings that are over or were never decided, subscriptions that never held or no longer do.
import type { BookingStatus } from '#contract/schemas/booking.ts';
import type { Db } from '../store/store.ts';

/** Deletes at most `rows` of those that are older, and gives how many there were. */
export type Forget = (db: Db, before: number, rows: number) => Promise<{ numDeletedRows: bigint }>;

/** Both by their last change and by the date that was spoken of, so that an appointment far ahead stays. */
const bookingsIn =
  (statuses: BookingStatus[]): Forget =>
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

/** Nobody said a word about them. */
export const bookingsInVain = bookingsIn(['received', 'needs_info', 'proposed']);
export const bookingsOver = bookingsIn(['confirmed', 'completed', 'declined', 'cancelled']);

/** Never approved, or no longer; once the last of its deliveries is forgotten. */
export const subscriptionsWithoutApproval: Forget = (db, before, rows) =>
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
