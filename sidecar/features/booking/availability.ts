// Checks offered times against confirmed bookings: if several requesters were offered the same time, the first one gets
// it.
import { sql } from 'kysely';
import { type StoredBooking, type OfferedTime, readOfferedTimes } from '#domain/booking/booking.ts';
import type { Db } from '../../storage/store.ts';
import { defaultLengthMs } from './calendar.ts';

export async function isTimeTaken(db: Db, id: string, { startsAt, endsAt }: OfferedTime): Promise<boolean> {
  const other = await db
    .selectFrom('bookings')
    .select('id')
    .where('id', '!=', id)
    .where('status', '=', 'confirmed')
    .where('startsAt', '<', endsAt ?? startsAt + defaultLengthMs)
    .where(sql<number>`coalesce("endsAt", "startsAt" + ${sql.lit(defaultLengthMs)})`, '>', startsAt)
    .limit(1)
    .executeTakeFirst();
  return other !== undefined;
}

/** Removes offers that are no longer free, so that the requester does not see them. */
export async function withFreeOffers(db: Db, booking: StoredBooking): Promise<StoredBooking> {
  const offers = readOfferedTimes(booking);
  const free: OfferedTime[] = [];
  for (const offer of offers) if (!(await isTimeTaken(db, booking.id, offer))) free.push(offer);
  if (free.length === offers.length) return booking;
  const { startsAt = null, endsAt = null } = free[0] ?? {};
  return { ...booking, offers: JSON.stringify(free), startsAt, endsAt };
}
