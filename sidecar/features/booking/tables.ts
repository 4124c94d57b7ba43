// The table of bookings, and its expiry rules.
import { dayMs } from '#domain/instants.ts';
import type { BookingStatus } from '#contract/schemas/booking.ts';
import type { DeleteExpired, ExpiryRule } from '../../storage/expiry.ts';
import { deleteBatch } from '../../storage/store.ts';
import type { StoredBooking } from '#domain/booking/booking.ts';

declare module '../../storage/tables.ts' {
  interface Tables {
    bookings: StoredBooking & {
      /** SHA-256 of the token in statusUrl. */
      tokenHash: string;
    };
  }
}

/** Deletes by last change and by date of the appointment, so that future appointments stay. */
const expiredBookings =
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
      // The condition is repeated, since a booking may be decided between the two statements.
      .where('updatedAt', '<', before)
      .executeTakeFirst();

/** Decided bookings stay longer, since somebody may ask about them or about a payment. */
export const bookingExpiry: ExpiryRule[] = [
  { retentionMs: 365 * dayMs, deleteExpired: expiredBookings(['received', 'needs_info', 'proposed']) },
  { retentionMs: 2 * 365 * dayMs, deleteExpired: expiredBookings(['confirmed', 'completed', 'declined', 'cancelled']) },
];
