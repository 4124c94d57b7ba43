// Runs npm run requests.
import { type BookingStatus, bookingStatuses } from '#contract/schemas/booking.ts';
import { nextStatuses } from '#domain/booking/booking.ts';
import { changeBooking, listBookings } from '../../sidecar/features/booking/bookings.ts';
import {
  approveSubscription,
  listSubscriptions,
  rejectSubscription,
} from '../../sidecar/features/webhooks/subscriptions.ts';
import type { Db } from '../../sidecar/storage/store.ts';
import { type Io, jsonText, print, say } from '../io.ts';
import { withRoomStore } from '../store.ts';
import { type Call, command, UsageError } from './command.ts';

type Values = Call<'requests'>['values'];

const maxListed = 100;
const actor = 'creator';

async function printRequests(io: Io, db: Db, asJson: boolean): Promise<void> {
  const { bookings, total } = await listBookings(db, { limit: maxListed });
  const newest = await listSubscriptions(db, { limit: maxListed });
  const subscriptions = newest.map(({ id, status, callbackUrl, events, createdAt }) => ({
    id,
    status,
    callbackUrl,
    events,
    createdAt,
  }));
  if (asJson) return print(io, jsonText({ bookings, subscriptions }));
  say(io, `Bookings: ${total}`);
  for (const { id, status, showName, showUrl, timeframe, message } of bookings) {
    say(io, '', id, status, showName, showUrl, timeframe);
    if (message) say(io, '     ', message);
    if (nextStatuses(status).length > 0) say(io, '     ', `may become ${nextStatuses(status).join(', ')}`);
  }
  say(io, `Subscriptions: ${subscriptions.length}`);
  for (const { id, status, callbackUrl, events } of subscriptions) say(io, '', id, status, callbackUrl, events);
}

function readTime(values: Values, name: 'starts' | 'ends'): number | undefined {
  const text = values[name];
  if (text === undefined) return undefined;
  const at = Date.parse(text);
  if (Number.isNaN(at)) throw new UsageError(`--${name} is not a date. Use RFC 3339, such as 2026-05-01T18:00:00Z.`);
  return at;
}

type Decision = (db: Db) => Promise<string>;

function bookingDecision(id: string, values: Values): Decision {
  const status = values.status as BookingStatus;
  if (!bookingStatuses.includes(status)) throw new UsageError(`--status is one of ${bookingStatuses.join(', ')}.`);
  const startsAt = readTime(values, 'starts');
  const endsAt = readTime(values, 'ends');
  const change = {
    status,
    ...(values.reply !== undefined && { reply: values.reply }),
    ...(startsAt !== undefined && { startsAt }),
    ...(endsAt !== undefined && { endsAt }),
  };
  return async (db) => {
    const result = await changeBooking(db, id, change, actor, Date.now());
    if (result.outcome === 'changed') return `${id} is ${status}`;
    if (result.outcome === 'unknown') throw new Error(`There is no booking ${id}`);
    if (result.outcome === 'needs_time') throw new Error('A confirmed booking needs --starts, and an end after it');
    throw new Error(`The status can change from ${result.from} to ${result.allowed.join(', ') || 'nothing else'}`);
  };
}

const subscriptionDecision =
  (id: string, verb: 'approve' | 'reject'): Decision =>
  async (db) => {
    const move = verb === 'approve' ? approveSubscription : rejectSubscription;
    const moved = await db.transaction().execute((tx) => move(tx, id, actor, Date.now()));
    const result = verb === 'approve' ? 'approved' : 'rejected';
    if (!moved) throw new Error(`There is no subscription ${id} that can be ${result}`);
    return `${id} is ${result}`;
  };

/** Returns the requested decision, or undefined to list the requests. */
function chooseDecision(values: Values): Decision | undefined {
  const { booking, approve, reject } = values;
  if ([booking, approve, reject].filter((id) => id !== undefined).length > 1)
    throw new UsageError('--booking, --approve and --reject exclude each other.');
  const about = (['status', 'starts', 'ends', 'reply'] as const).find((name) => values[name] !== undefined);
  if (booking === undefined && about) throw new UsageError(`--${about} needs --booking ID.`);
  if (booking !== undefined) return bookingDecision(booking, values);
  if (approve !== undefined) return subscriptionDecision(approve, 'approve');
  if (reject !== undefined) return subscriptionDecision(reject, 'reject');
  return undefined;
}

export const requests = command('requests', async ({ values }, io) => {
  const decide = chooseDecision(values);
  await withRoomStore(io.env, async ({ db }) =>
    decide ? say(io, await decide(db)) : printRequests(io, db, values.json),
  );
  return 0;
});
