// Bookings in the store: asked for once, read by those who hold the token, decided by the creator.
import { v7 } from 'uuid';
import type { BookingRequest, BookingStatus } from '#contract/schemas/booking.ts';
import { type Booking, type BookingChange, decideBooking, type Decision, oneLine } from '#domain/booking/booking.ts';
import { newToken, tokenHash } from '../server/tokens.ts';
import { countByStatus, type Db, type Tx } from '../store/store.ts';

const columns = [
  'id',
  'status',
  'showName',
  'showUrl',
  'timeframe',
  'message',
  'source',
  'agent',
  'reply',
  'startsAt',
  'endsAt',
  'createdAt',
  'updatedAt',
] as const satisfies (keyof Booking)[];

export async function askForBooking(
  db: Db,
  { showName, showUrl, timeframe, message, source = 'human' }: BookingRequest,
  now: number,
  agent?: string,
): Promise<{ id: string; token: string }> {
  const [id, token] = [v7(), newToken()];
  const row: Booking = {
    id,
    status: 'received',
    showName: oneLine(showName)!,
    showUrl: showUrl ?? null,
    timeframe: oneLine(timeframe),
    message: message?.trim() || null,
    source,
    agent: agent ?? null,
    reply: null,
    startsAt: null,
    endsAt: null,
    createdAt: now,
    updatedAt: now,
  };
  await db
    .insertInto('bookings')
    .values({ ...row, tokenHash: tokenHash(token) })
    .execute();
  return { id, token };
}

/** Undefined when there is no such request or the token is another's. */
export const bookingOfToken = (db: Db, id: string, token: string): Promise<Booking | undefined> =>
  db
    .selectFrom('bookings')
    .select(columns)
    .where('id', '=', id)
    .where('tokenHash', '=', tokenHash(token))
    .executeTakeFirst();

export interface BookingPage {
  status?: BookingStatus;
  limit: number;
  offset?: number;
}

/** Newest first. */
export async function listBookings(
  db: Db,
  { status, limit, offset = 0 }: BookingPage,
): Promise<{ bookings: Booking[]; total: number }> {
  const all = status ? db.selectFrom('bookings').where('status', '=', status) : db.selectFrom('bookings');
  const { total } = await all.select(({ fn }) => fn.countAll<number>().as('total')).executeTakeFirstOrThrow();
  const newest = all.select(columns).orderBy('createdAt', 'desc').orderBy('id', 'desc');
  return { bookings: await newest.limit(limit).offset(offset).execute(), total: Number(total) };
}

export const findBooking = (db: Db, id: string): Promise<Booking | undefined> =>
  db.selectFrom('bookings').select(columns).where('id', '=', id).executeTakeFirst();

export const countBookings = (db: Db): Promise<Partial<Record<BookingStatus, number>>> => countByStatus(db, 'bookings');

export type Decided = Decision | { outcome: 'unknown' };

/** Nothing is written unless the request still stands where it was read: of two decisions at once the later one reads again. */
async function decideIn(tx: Tx, id: string, change: BookingChange, who: string, now: number): Promise<Decided> {
  for (;;) {
    const before = await findBooking(tx, id);
    if (!before) return { outcome: 'unknown' };
    const decision = decideBooking(before, change, now);
    if (decision.outcome !== 'changed') return decision;
    const { status, reply, startsAt, endsAt, updatedAt } = decision.booking;
    const written = await tx
      .updateTable('bookings')
      .set({ status, reply, startsAt, endsAt, updatedAt })
      .where('id', '=', id)
      .where('status', '=', before.status)
      .returning('id')
      .executeTakeFirst();
    if (!written) continue;
    const entry = { at: now, who, action: `booking.${status}`, subject: id, detail: change.reply ?? null };
    await tx.insertInto('audit').values(entry).execute();
    return decision;
  }
}

/** `who` stands in the audit list: the creator, or `asker`. */
export const decide = (db: Db, id: string, change: BookingChange, who: string, now: number): Promise<Decided> =>
  db.transaction().execute((tx) => decideIn(tx, id, change, who, now));
