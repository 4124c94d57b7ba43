// Deletes expired rows in batches, in whichever sidecar is first.
import { transcribeJobsKeptDays } from '#contract/limits.ts';
import { dayMs } from '#domain/instants.ts';
import { keysKeptMs } from '../server/idempotency.ts';
import { lease } from '../store/lease.ts';
import type { Db } from '../store/store.ts';
import {
  undecidedBookings,
  decidedBookings,
  type DeleteExpired,
  subscriptionsWithoutApproval,
} from './expired-requests.ts';

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

const endedDeliveries: DeleteExpired = (db, before, rows) =>
  db
    .deleteFrom('deliveries')
    .where('id', 'in', (eb) =>
      eb.selectFrom('deliveries').select('id').where('finishedAt', '<', before).orderBy('finishedAt').limit(rows),
    )
    .executeTakeFirst();

/** Test events that wait for a decision which never comes. */
const undecidedTestEvents: DeleteExpired = (db, before, rows) =>
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

const eventsWithoutDeliveries: DeleteExpired = (db, before, rows) =>
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

const guestKits: DeleteExpired = (db, before, rows) =>
  db
    .deleteFrom('guestKits')
    .where('id', 'in', (eb) => eb.selectFrom('guestKits').select('id').where('createdAt', '<', before).limit(rows))
    .executeTakeFirst();

/** Nobody paid them, and no token of them could hold any more. What was paid stays in the books. */
const lapsedInvoices: DeleteExpired = (db, before, rows) =>
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

const developmentInvoices: DeleteExpired = (db, before, rows) =>
  db
    .deleteFrom('developmentInvoices')
    .where('paymentHash', 'in', (eb) =>
      eb.selectFrom('developmentInvoices').select('paymentHash').where('createdAt', '<', before).limit(rows),
    )
    .executeTakeFirst();

/** Nobody handed anything in for them. */
const unansweredTasks: DeleteExpired = (db, before, rows) =>
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

const idempotencyKeys: DeleteExpired = (db, before, rows) =>
  db
    .deleteFrom('idempotency')
    .where('key', 'in', (eb) => eb.selectFrom('idempotency').select('key').where('createdAt', '<', before).limit(rows))
    .executeTakeFirst();

/** Jobs that ended; what was heard is kept longer. */
const transcribeJobs: DeleteExpired = (db, before, rows) =>
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

const transcripts: DeleteExpired = (db, before, rows) =>
  db
    .deleteFrom('transcripts')
    .where('key', 'in', (eb) => eb.selectFrom('transcripts').select('key').where('createdAt', '<', before).limit(rows))
    .executeTakeFirst();

/** In this order: an event and a subscription go after their deliveries. */
const ageing: [keptMs: number, deleteExpired: DeleteExpired][] = [
  [keysKeptMs, idempotencyKeys],
  [dayMs, unansweredTasks],
  [deliveriesKeptMs, endedDeliveries],
  [deliveriesKeptMs, undecidedTestEvents],
  [deliveriesKeptMs, eventsWithoutDeliveries],
  [subscriptionsKeptMs, subscriptionsWithoutApproval],
  [undecidedBookingsKeptMs, undecidedBookings],
  [bookingsKeptMs, decidedBookings],
  [kitsKeptMs, guestKits],
  [invoicesKeptMs, lapsedInvoices],
  [invoicesKeptMs, developmentInvoices],
  [transcribeJobsKeptDays * dayMs, transcribeJobs],
  [transcriptsKeptMs, transcripts],
];

/** Returns how many rows were deleted; none while another sidecar does it. */
export async function deleteExpiredRows(db: Db, holder: string, now: () => number, rows = rowsAtOnce): Promise<number> {
  const mine = lease(db, 'forgetting', holder, now);
  let deleted = 0;
  for (const [keptMs, deleteExpired] of ageing) {
    for (let gone = rows; gone === rows && (await mine.hold());) {
      gone = Number((await deleteExpired(db, now() - keptMs, rows)).numDeletedRows);
      deleted += gone;
    }
  }
  await mine.release();
  return deleted;
}
