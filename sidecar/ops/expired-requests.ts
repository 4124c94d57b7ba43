// Expired requests: bookings that are over or were never decided, subscriptions that were never approved or have ended.
import type { BookingStatus } from '#contract/schemas/booking.ts';
import { type Batch, type Db, deleteBatch } from '../storage/store.ts';
import type { Tables } from '../storage/tables.ts';

/** Deletes at most `rows` of those that are older, and gives how many there were. */
export type DeleteExpired = (db: Db, before: number, rows: number) => Promise<{ numDeletedRows: bigint }>;

type Rows<T extends keyof Tables> = Parameters<Batch<T>['choose']>[0];

/** The delete of those rows of a table that `choose` leaves for a time. */
export const olderThan =
  <T extends keyof Tables & string>(
    table: T,
    key: Batch<T>['key'],
    choose: (rows: Rows<T>, before: number) => Rows<T>,
  ): DeleteExpired =>
  (db, before, limit) =>
    deleteBatch(db, table, { key, limit, choose: (rows) => choose(rows, before) }).executeTakeFirst();

/** Both by their last change and by the date that was spoken of, so that an appointment far ahead stays. */
const bookingsIn =
  (statuses: BookingStatus[]): DeleteExpired =>
  (db, before, limit) =>
    deleteBatch(db, 'bookings', {
      key: 'id',
      limit,
      choose: (rows) =>
        rows
          .where('status', 'in', statuses)
          .where('updatedAt', '<', before)
          .where(({ fn, ref, val }) => fn.coalesce(ref('endsAt'), ref('startsAt'), val(0)), '<', before),
    })
      // Again, for one that is decided at this very moment.
      .where('updatedAt', '<', before)
      .executeTakeFirst();

export const undecidedBookings = bookingsIn(['received', 'needs_info', 'proposed']);
export const decidedBookings = bookingsIn(['confirmed', 'completed', 'declined', 'cancelled']);

/** Never approved, or no longer; once the last of its deliveries is deleted. */
export const subscriptionsWithoutApproval: DeleteExpired = (db, before, limit) =>
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
