// Forgets what nobody asks for any more: a few rows at a time, by whichever sidecar is first.
import { transcribeJobsKeptDays } from '#contract/limits.ts';
import { dayMs } from '#domain/instants.ts';
import { keysKeptMs } from '../http/idempotency.ts';
import { lease } from '../store/lease.ts';
import type { Db } from '../store/store.ts';
import { bookingsInVain, bookingsOver, type Forget, subscriptionsWithoutApproval } from './forget-requests.ts';

/** Deliveries that ended, and events that have none: what the delivery log shows and can send again. */
const deliveriesKeptMs = 90 * dayMs;
/** Their addresses stand in show notes. */
const kitsKeptMs = 365 * dayMs;

const invoicesKeptMs = 7 * dayMs;
/** A recording that nobody asks about for so long may be heard again. */
const transcriptsKeptMs = 90 * dayMs;

const undecidedBookingsKeptMs = 365 * dayMs;
/** As long as somebody may ask what became of them, or what was paid. */
const bookingsKeptMs = 2 * 365 * dayMs;
/** What no longer holds, too: until then the creator may approve it again. */
const subscriptionsKeptMs = 90 * dayMs;

const rowsAtOnce = 500;

const endedDeliveries: Forget = (db, before, rows) =>
  db
    .deleteFrom('deliveries')
    .where('id', 'in', (eb) =>
      eb.selectFrom('deliveries').select('id').where('finishedAt', '<', before).orderBy('finishedAt').limit(rows),
    )
    .executeTakeFirst();

/** Test events that wait for a decision which never comes. */
const waitingInVain: Forget = (db, before, rows) =>
  db
    .deleteFrom('deliveries')
    .where('id', 'in', (eb) =>
      eb
        .selectFrom('deliveries')
        .select('id')
        .where('state', '=', 'pending')
        .where('nextAttemptAt', '<', before)
        .where(
          'subscriptionId',
          'in',
          eb.selectFrom('subscriptions').select('subscriptions.id').where('status', '!=', 'approved'),
        )
        .limit(rows),
    )
    .executeTakeFirst();

const eventsWithoutDeliveries: Forget = (db, before, rows) =>
  db
    .deleteFrom('events')
    .where('id', 'in', (eb) =>
      eb
        .selectFrom('events')
        .select('id')
        .where('createdAt', '<', before)
        .where(({ not, exists, selectFrom }) =>
          not(exists(selectFrom('deliveries').select('deliveries.id').whereRef('eventId', '=', 'events.id'))),
        )
        .orderBy('createdAt')
        .limit(rows),
    )
    .executeTakeFirst();

const guestKits: Forget = (db, before, rows) =>
  db
    .deleteFrom('guestKits')
    .where('id', 'in', (eb) => eb.selectFrom('guestKits').select('id').where('createdAt', '<', before).limit(rows))
    .executeTakeFirst();

/** Nobody paid them, and no token of them could hold any more. What was paid stays in the books. */
const lapsedInvoices: Forget = (db, before, rows) =>
  db
    .deleteFrom('invoices')
    .where('tokenId', 'in', (eb) =>
      eb
        .selectFrom('invoices')
        .select('tokenId')
        .where('state', '=', 'lapsed')
        .where('createdAt', '<', before)
        .limit(rows),
    )
    .executeTakeFirst();

const developmentInvoices: Forget = (db, before, rows) =>
  db
    .deleteFrom('developmentInvoices')
    .where('paymentHash', 'in', (eb) =>
      eb.selectFrom('developmentInvoices').select('paymentHash').where('createdAt', '<', before).limit(rows),
    )
    .executeTakeFirst();

/** Nobody handed anything in for them. */
const tasksInVain: Forget = (db, before, rows) =>
  db
    .deleteFrom('workTasks')
    .where('id', 'in', (eb) =>
      eb
        .selectFrom('workTasks')
        .select('workTasks.id')
        .where('expiresAt', '<', before)
        .where(({ not, exists, selectFrom }) =>
          not(exists(selectFrom('workAnswers').select('workAnswers.id').whereRef('taskId', '=', 'workTasks.id'))),
        )
        .limit(rows),
    )
    .executeTakeFirst();

const idempotencyKeys: Forget = (db, before, rows) =>
  db
    .deleteFrom('idempotency')
    .where('key', 'in', (eb) => eb.selectFrom('idempotency').select('key').where('createdAt', '<', before).limit(rows))
    .executeTakeFirst();

/** Jobs that ended; what was heard is kept longer. */
const transcribeJobs: Forget = (db, before, rows) =>
  db
    .deleteFrom('transcribeJobs')
    .where('id', 'in', (eb) =>
      eb
        .selectFrom('transcribeJobs')
        .select('id')
        .where('status', 'in', ['done', 'failed'])
        .where('createdAt', '<', before)
        .limit(rows),
    )
    .executeTakeFirst();

const transcripts: Forget = (db, before, rows) =>
  db
    .deleteFrom('transcripts')
    .where('key', 'in', (eb) => eb.selectFrom('transcripts').select('key').where('createdAt', '<', before).limit(rows))
    .executeTakeFirst();

/** In this order: an event and a subscription go after their deliveries. */
const ageing: [keptMs: number, forget: Forget][] = [
  [keysKeptMs, idempotencyKeys],
  [dayMs, tasksInVain],
  [deliveriesKeptMs, endedDeliveries],
  [deliveriesKeptMs, waitingInVain],
  [deliveriesKeptMs, eventsWithoutDeliveries],
  [subscriptionsKeptMs, subscriptionsWithoutApproval],
  [undecidedBookingsKeptMs, bookingsInVain],
  [bookingsKeptMs, bookingsOver],
  [kitsKeptMs, guestKits],
  [invoicesKeptMs, lapsedInvoices],
  [invoicesKeptMs, developmentInvoices],
  [transcribeJobsKeptDays * dayMs, transcribeJobs],
  [transcriptsKeptMs, transcripts],
];

/** Gives how many rows are gone; none while another sidecar is at it. */
export async function forgetOld(db: Db, holder: string, now: () => number, rows = rowsAtOnce): Promise<number> {
  const mine = lease(db, 'forgetting', holder, now);
  let forgotten = 0;
  for (const [keptMs, forget] of ageing) {
    for (let gone = rows; gone === rows && (await mine.hold());) {
      gone = Number((await forget(db, now() - keptMs, rows)).numDeletedRows);
      forgotten += gone;
    }
  }
  await mine.release();
  return forgotten;
}
