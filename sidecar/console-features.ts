// Hands the other features' functions to the console.
import { listAgents, revokeAgent } from './access/agent-tiers.ts';
import { revokeGrant } from './access/grants.ts';
import { incomeSince, listGrants } from './access/ledger.ts';
import type { Access } from './access/open.ts';
import { findResult, listResults } from './access/work/results.ts';
import { countBookings, decide, findBooking, listBookings } from './booking/bookings.ts';
import { calendarIn } from './booking/calendar.ts';
import type { Features } from './console/features.ts';
import { countExhausted, deliveryLog, replay } from './events/delivery-log.ts';
import { sendTest } from './events/send-test.ts';
import {
  approveSubscription,
  countSubscriptions,
  findSubscription,
  listSubscriptions,
  rejectSubscription,
} from './events/subscriptions.ts';
import type { Release } from './release/release.ts';
import type { Db, Tx } from './store/store.ts';

export function consoleFeatures(db: Db, live: () => Release, { work }: Access): Features {
  const read =
    <A extends unknown[], R>(work: (db: Db, ...rest: A) => R) =>
    (...rest: A): R =>
      work(db, ...rest);
  const change =
    <A extends unknown[], R>(work: (tx: Tx, ...rest: A) => Promise<R>) =>
    (...rest: A): Promise<R> =>
      db.transaction().execute((tx) => work(tx, ...rest));
  return {
    bookings: {
      list: read(listBookings),
      counts: read(countBookings),
      find: read(findBooking),
      decide: read(decide),
      calendar: (booking) => calendarIn(live().facts, booking),
    },
    subscriptions: {
      list: read(listSubscriptions),
      counts: read(countSubscriptions),
      find: read(findSubscription),
      approve: change(approveSubscription),
      reject: change(rejectSubscription),
      log: read(deliveryLog),
      exhausted: read(countExhausted),
      replay: change(replay),
      sendTest: change(sendTest),
    },
    grants: { income: read(incomeSince), list: read(listGrants), revoke: read(revokeGrant) },
    work: {
      list: read(listResults),
      find: read(findResult),
      decide: (id, verdict, who) => work.decide({ id, verdict, who, location: live().facts.baseUrl }),
    },
    agents: { list: read(listAgents), revoke: read(revokeAgent) },
  };
}
