// Bookings in the store: created by requesters, read by holders of the token, decided by the creator.
import { v7 } from 'uuid';
import { ApiError } from '#contract/errors.ts';
import type { BookingRequest, BookingStatus } from '#contract/schemas/booking.ts';
import {
  type StoredBooking,
  type BookingChange,
  decideBooking,
  type BookingDecision,
  type OfferedTime,
  toSingleLine,
} from '#domain/booking/booking.ts';
import { isTimeZone } from '#domain/booking/zones.ts';
import { newToken, tokenHash } from '../../storage/tokens.ts';
import { notifyOfRequest, notifyRequester, notifyOfReply } from './notices.ts';
import { containsWords } from '../../storage/contains-words.ts';
import { createLease } from '../../storage/lease.ts';
import { countByStatus, type Db, type Tx } from '../../storage/store.ts';
import { isTimeTaken } from './availability.ts';

const bookingColumns = [
  'id',
  'status',
  'showName',
  'showUrl',
  'timeframe',
  'message',
  'source',
  'agent',
  'kind',
  'contactName',
  'contactEmail',
  'timeZone',
  'proposedTimes',
  'offers',
  'answer',
  'reply',
  'startsAt',
  'endsAt',
  'createdAt',
  'updatedAt',
] as const satisfies (keyof StoredBooking)[];

/** Checks rules about times that the schema cannot express. */
export function checkTimes(
  { timeZone, proposedTimes }: Pick<BookingRequest, 'timeZone' | 'proposedTimes'>,
  now: number,
): void {
  if (timeZone && !isTimeZone(timeZone)) {
    const details = { field: 'timeZone' };
    throw new ApiError('bad_request', 'timeZone is not a known time zone. Use a name such as Europe/Berlin.', details);
  }
  // Leap seconds match the schema, but are no valid times.
  if (proposedTimes?.some((time) => Number.isNaN(Date.parse(time))))
    throw new ApiError(
      'bad_request',
      'proposedTimes contains an invalid time. Use times such as 2026-05-01T10:00:00Z.',
      { field: 'proposedTimes' },
    );
  if (proposedTimes?.some((time) => Date.parse(time) <= now))
    throw new ApiError('bad_request', 'proposedTimes contains a time in the past. Propose only future times.', {
      field: 'proposedTimes',
    });
}

export const serializeTimes = (times: string[] = []): string | null =>
  times.length > 0 ? JSON.stringify(times) : null;

const newBooking = (request: BookingRequest, id: string, now: number, agent: string | undefined): StoredBooking => ({
  id,
  status: 'received',
  showName: toSingleLine(request.showName)!,
  showUrl: request.showUrl ?? null,
  timeframe: toSingleLine(request.timeframe),
  message: request.message?.trim() || null,
  source: request.source ?? 'human',
  agent: agent ?? null,
  kind: request.kind ?? null,
  contactName: toSingleLine(request.contactName),
  contactEmail: request.contactEmail ?? null,
  timeZone: request.timeZone || null,
  proposedTimes: serializeTimes(request.proposedTimes),
  offers: null,
  answer: null,
  reply: null,
  startsAt: null,
  endsAt: null,
  createdAt: now,
  updatedAt: now,
});

export async function createBooking(
  db: Db,
  request: BookingRequest,
  now: number,
  agent?: string,
): Promise<{ id: string; token: string }> {
  checkTimes(request, now);
  const id = v7();
  const token = newToken();
  const row = newBooking(request, id, now, agent);
  const store = async (tx: Tx) => {
    await tx
      .insertInto('bookings')
      .values({ ...row, tokenHash: tokenHash(token) })
      .execute();
    await notifyOfRequest(tx, row, now);
  };
  await (db.isTransaction ? store(db as Tx) : db.transaction().execute(store));
  return { id, token };
}

/** Returns undefined if there is no such request or the token belongs to another one. */
export const findBookingByToken = (db: Db, id: string, token: string): Promise<StoredBooking | undefined> =>
  db
    .selectFrom('bookings')
    .select(bookingColumns)
    .where('id', '=', id)
    .where('tokenHash', '=', tokenHash(token))
    .executeTakeFirst();

export interface BookingQuery {
  status?: BookingStatus;
  /** Words that must all occur in the request or its reply. */
  words?: string[];
  limit: number;
  offset?: number;
}

const searchedColumns = ['showName', 'timeframe', 'message', 'contactName', 'contactEmail', 'answer', 'reply'] as const;

const selectMatching = (db: Db, { status, words = [] }: Pick<BookingQuery, 'status' | 'words'>) =>
  db
    .selectFrom('bookings')
    .$if(status !== undefined, (query) => query.where('status', '=', status!))
    .where(containsWords(words, searchedColumns));

/** Returns bookings, newest first. */
export async function listBookings(
  db: Db,
  { limit, offset = 0, ...filter }: BookingQuery,
): Promise<{ bookings: StoredBooking[]; total: number }> {
  const all = selectMatching(db, filter);
  const { total } = await all.select(({ fn }) => fn.countAll<number>().as('total')).executeTakeFirstOrThrow();
  const newest = all.select(bookingColumns).orderBy('createdAt', 'desc').orderBy('id', 'desc');
  return { bookings: await newest.limit(limit).offset(offset).execute(), total: Number(total) };
}

export const findBooking = (db: Db, id: string): Promise<StoredBooking | undefined> =>
  db.selectFrom('bookings').select(bookingColumns).where('id', '=', id).executeTakeFirst();

export const countBookings = (db: Db): Promise<Partial<Record<BookingStatus, number>>> => countByStatus(db, 'bookings');

export type DecisionOutcome = BookingDecision | { outcome: 'unknown' };

/** Writes a change and returns true, if the status is still the one that was read. */
async function storeChange(tx: Tx, booking: StoredBooking, statusBefore: BookingStatus): Promise<boolean> {
  const { id, status, reply, startsAt, endsAt, offers = null, answer = null, updatedAt } = booking;
  const updated = await tx
    .updateTable('bookings')
    .set({ status, reply, startsAt, endsAt, offers, answer, updatedAt })
    .where('id', '=', id)
    .where('status', '=', statusBefore)
    .returning('id')
    .executeTakeFirst();
  return updated !== undefined;
}

/** Changes a booking. Of two concurrent changes, the later one reads again. */
async function changeBookingIn(
  tx: Tx,
  id: string,
  change: BookingChange,
  actor: string,
  now: number,
  isQuiet = false,
): Promise<DecisionOutcome> {
  for (;;) {
    const before = await findBooking(tx, id);
    if (!before) return { outcome: 'unknown' };
    const decision = decideBooking(before, change, now);
    if (decision.outcome !== 'changed') return decision;
    if (!(await storeChange(tx, decision.booking, before.status))) continue;
    const entry = {
      at: now,
      who: actor,
      action: `booking.${decision.booking.status}`,
      subject: id,
      detail: change.reply ?? change.answer ?? null,
    };
    await tx.insertInto('audit').values(entry).execute();
    if (!isQuiet) await (actor === 'asker' ? notifyOfReply : notifyRequester)(tx, decision.booking, now);
    return decision;
  }
}

/** Changes a booking. `actor` is written to the audit log: the creator, or `asker`. */
export const changeBooking = (
  db: Db,
  id: string,
  change: BookingChange,
  actor: string,
  now: number,
): Promise<DecisionOutcome> => db.transaction().execute((tx) => changeBookingIn(tx, id, change, actor, now));

/**
 * Declines new requests without mails, since their addresses may be somebody else's. Returns the number of declined
 * requests.
 */
export const declineSilently = (db: Db, ids: string[], actor: string, now: number): Promise<number> =>
  db.transaction().execute(async (tx) => {
    let declined = 0;
    for (const id of ids) {
      const { outcome } = await changeBookingIn(tx, id, { status: 'declined', from: 'received' }, actor, now, true);
      if (outcome === 'changed') declined++;
    }
    return declined;
  });

/** Confirms an offered time. Runs for one requester at a time, since several may have been offered the same time. */
export const confirmOffer = (
  db: Db,
  id: string,
  offer: OfferedTime & Pick<BookingChange, 'answer'>,
  now: number,
): Promise<DecisionOutcome | { outcome: 'taken' }> =>
  db.transaction().execute(async (tx) => {
    const turnLease = createLease(tx, 'picking a time', id, () => now);
    // The row of the lease exists only in this transaction, so that others wait for its end.
    await turnLease.hold();
    const confirmed = { status: 'confirmed', from: 'proposed', ...offer } as const;
    const isFree = !(await isTimeTaken(tx, id, offer));
    const outcome = isFree ? await changeBookingIn(tx, id, confirmed, 'asker', now) : { outcome: 'taken' as const };
    await turnLease.release();
    return outcome;
  });
