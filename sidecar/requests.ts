// npm run requests: what clients asked for, and the creator's decisions about it, on the terminal.
import { resolve } from 'node:path';
import process from 'node:process';
import { parseArgs } from 'node:util';
import { type BookingStatus, bookingStatuses } from '#contract/schemas/booking.ts';
import { nextStatuses } from '#domain/booking.ts';
import { readSettings } from '#domain/settings.ts';
import { decide, listBookings } from './booking/bookings.ts';
import { approveSubscription, listSubscriptions, rejectSubscription } from './events/subscriptions.ts';
import { say } from './say.ts';
import { storePlace } from './store/place.ts';
import { openStore, type Db } from './store/store.ts';

const help = `What clients asked for, and your decisions.

npm run requests                                      lists bookings and webhook subscriptions, newest first
npm run requests -- --booking ID --status confirmed --starts 2026-05-01T18:00:00Z --reply "See you there"
npm run requests -- --approve ID                      a subscription: its events are sent from now on
npm run requests -- --reject ID

  --status S    one of ${bookingStatuses.join(', ')}
  --starts, --ends  RFC 3339; a confirmed booking needs a start
  --reply TEXT  what the one who asked reads at their status address
  --json        the lists as one JSON document`;

const { values } = parseArgs({
  options: {
    booking: { type: 'string' },
    status: { type: 'string' },
    starts: { type: 'string' },
    ends: { type: 'string' },
    reply: { type: 'string' },
    approve: { type: 'string' },
    reject: { type: 'string' },
    json: { type: 'boolean' },
    help: { type: 'boolean' },
  },
});

const listedAtMost = 100;
const who = 'creator';

async function show(db: Db): Promise<void> {
  const { bookings, total } = await listBookings(db, { limit: listedAtMost });
  const newest = await listSubscriptions(db, { limit: listedAtMost });
  const subscriptions = newest.map(({ id, status, callbackUrl, events, createdAt }) => ({
    id,
    status,
    callbackUrl,
    events,
    createdAt,
  }));
  if (values.json) return console.log(JSON.stringify({ bookings, subscriptions }, null, 2));
  say(`Bookings: ${total}`);
  for (const { id, status, showName, showUrl, timeframe, message } of bookings) {
    say('', id, status, showName, showUrl, timeframe);
    if (message) say('     ', message);
    if (nextStatuses(status).length > 0) say('     ', `may become ${nextStatuses(status).join(', ')}`);
  }
  say(`Subscriptions: ${subscriptions.length}`);
  for (const { id, status, callbackUrl, events } of subscriptions) say('', id, status, callbackUrl, events);
}

function instant(name: 'starts' | 'ends'): number | undefined {
  if (values[name] === undefined) return undefined;
  const at = Date.parse(values[name]);
  if (Number.isNaN(at)) throw new Error(`--${name} is no date: give RFC 3339, such as 2026-05-01T18:00:00Z`);
  return at;
}

async function decideBooking(db: Db, id: string): Promise<string> {
  const status = values.status as BookingStatus;
  if (!bookingStatuses.includes(status)) throw new Error(`--status is one of ${bookingStatuses.join(', ')}`);
  const [startsAt, endsAt] = [instant('starts'), instant('ends')];
  const change = {
    status,
    ...(values.reply !== undefined && { reply: values.reply }),
    ...(startsAt !== undefined && { startsAt }),
    ...(endsAt !== undefined && { endsAt }),
  };
  const decided = await decide(db, id, change, who, Date.now());
  if (decided.outcome === 'changed') return `${id} is ${status}`;
  if (decided.outcome === 'unknown') throw new Error(`There is no booking ${id}`);
  if (decided.outcome === 'needs_time') throw new Error('A confirmed booking needs --starts, and an end after it');
  throw new Error(`From ${decided.from} it may become ${decided.allowed.join(', ') || 'nothing more'}`);
}

async function decideSubscription(db: Db, id: string, approve: boolean): Promise<string> {
  const move = approve ? approveSubscription : rejectSubscription;
  const moved = await db.transaction().execute((tx) => move(tx, id, who, Date.now()));
  if (!moved) throw new Error(`There is no subscription ${id} that can be ${approve ? 'approved' : 'rejected'}`);
  return `${id} is ${approve ? 'approved' : 'rejected'}`;
}

if (values.help) {
  console.log(help);
  process.exit(0);
}
const settings = readSettings(process.env, resolve(import.meta.dirname, '..'));
const store = await openStore(storePlace(settings));
try {
  if (values.booking) say(await decideBooking(store.db, values.booking));
  else if (values.approve) say(await decideSubscription(store.db, values.approve, true));
  else if (values.reject) say(await decideSubscription(store.db, values.reject, false));
  else await show(store.db);
} catch (error) {
  console.error((error as Error).message);
  process.exitCode = 1;
} finally {
  await store.close();
}
