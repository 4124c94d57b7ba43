// Deletes expired rows in batches, in whichever sidecar is first.
import { transcribeJobsKeptDays } from '#contract/limits.ts';
import { dayMs } from '#domain/instants.ts';
import { keysKeptMs } from '../http/idempotency.ts';
import { lease } from '../storage/lease.ts';
import type { Db } from '../storage/store.ts';
import {
  undecidedBookings,
  decidedBookings,
  type DeleteExpired,
  olderThan,
  subscriptionsWithoutApproval,
} from './expired-requests.ts';

/** Deliveries that ended, and events that have none: what the delivery log shows and can send again. */
const deliveriesKeptMs = 90 * dayMs;
/** Their addresses stand in show notes. */
const kitsKeptMs = 365 * dayMs;
const tasksKeptMs = 365 * dayMs;

const invoicesKeptMs = 7 * dayMs;
/** A transcript that was not requested for this long is deleted. */
const transcriptsKeptMs = 90 * dayMs;

const undecidedBookingsKeptMs = 365 * dayMs;
/** As long as somebody may ask what became of them, or what was paid. */
const bookingsKeptMs = 2 * 365 * dayMs;
/** What no longer holds, too: until then the creator may approve it again. */
const subscriptionsKeptMs = 90 * dayMs;

const rowsAtOnce = 500;

const endedDeliveries = olderThan('deliveries', 'id', (rows, before) =>
  rows.where('finishedAt', '<', before).orderBy('finishedAt'),
);

/** Test events that wait for a decision which never comes. */
const undecidedTestEvents = olderThan('deliveries', 'id', (rows, before) =>
  rows
    .where('state', '=', 'pending')
    .where('nextAttemptAt', '<', before)
    .where('subscriptionId', 'in', ({ selectFrom }) =>
      selectFrom('subscriptions').select('subscriptions.id').where('status', '!=', 'approved'),
    ),
);

const eventsWithoutDeliveries = olderThan('events', 'id', (rows, before) =>
  rows
    .where('createdAt', '<', before)
    .where(({ not, exists, selectFrom }) =>
      not(exists(selectFrom('deliveries').select('deliveries.id').whereRef('eventId', '=', 'events.id'))),
    )
    .orderBy('createdAt'),
);

const guestKits = olderThan('guestKits', 'id', (rows, before) => rows.where('createdAt', '<', before));

const agentTasks = olderThan('a2aTasks', 'id', (rows, before) => rows.where('createdAt', '<', before));

/** Nobody paid them, and no token of them could hold any more. What was paid stays in the books. */
const lapsedInvoices = olderThan('invoices', 'tokenId', (rows, before) =>
  rows.where('state', '=', 'lapsed').where('createdAt', '<', before),
);

const developmentInvoices = olderThan('developmentInvoices', 'paymentHash', (rows, before) =>
  rows.where('createdAt', '<', before),
);

/** Nobody handed anything in for them. */
const unansweredTasks = olderThan('workTasks', 'id', (rows, before) =>
  rows
    .where('expiresAt', '<', before)
    .where(({ not, exists, selectFrom }) =>
      not(exists(selectFrom('workAnswers').select('workAnswers.id').whereRef('taskId', '=', 'workTasks.id'))),
    ),
);

const idempotencyKeys = olderThan('idempotency', 'key', (rows, before) => rows.where('createdAt', '<', before));

/** Jobs that ended; transcripts are kept longer. */
const transcribeJobs = olderThan('transcribeJobs', 'id', (rows, before) =>
  rows.where('status', 'in', ['done', 'failed']).where('createdAt', '<', before),
);

const transcripts = olderThan('transcripts', 'key', (rows, before) => rows.where('createdAt', '<', before));

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
  [tasksKeptMs, agentTasks],
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
