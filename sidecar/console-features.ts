// Hands the other features' functions to the console.
import { listAgents, revokeAgent } from './access/agent-tiers.ts';
import { revokeGrant } from './access/grants.ts';
import { incomeSince, listGrants } from './access/ledger.ts';
import type { Access } from './access/open.ts';
import { findResult, listResults } from './access/work/results.ts';
import { countBookings, decide, findBooking, listBookings } from './booking/bookings.ts';
import { calendarIn } from './booking/calendar.ts';
import type { Directory, Features } from './console/features.ts';
import { countExhausted, deliveryLog, replay } from './events/delivery-log.ts';
import { sendTest } from './events/send-test.ts';
import {
  approveSubscription,
  countSubscriptions,
  findSubscription,
  listSubscriptions,
  rejectSubscription,
} from './events/subscriptions.ts';
import { blockHost, blockOf, listBlocks, unblockHost } from './nexus/blocks.ts';
import { listMembers } from './nexus/members.ts';
import type { Release } from './release/release.ts';
import { listJobs } from './transcribe/jobs.ts';
import { approveTranscript, rejectTranscript, waitingTranscripts } from './transcribe/own-episodes.ts';
import type { Db, Store, Tx } from './store/store.ts';

const accessFeatures = (db: Db, live: () => Release, work: Access['work']): Pick<Features, 'grants' | 'work'> => ({
  grants: {
    income: (since) => incomeSince(db, since),
    list: (page) => listGrants(db, page),
    revoke: (...grant) => revokeGrant(db, ...grant),
  },
  work: {
    list: (page) => listResults(db, page),
    find: (id) => findResult(db, id),
    decide: (id, verdict, who) => work.decide({ id, verdict, who, location: live().facts.baseUrl }),
  },
});

/** For whoever runs a Nexus. */
export const directoryFeature = (store: Store): Directory => ({
  rooms: (wanted) => listMembers(store.db, wanted),
  blocks: (wanted) => listBlocks(store.db, wanted),
  blockOf: (host) => blockOf(store.db, host),
  block: (...block) => blockHost(store, ...block),
  unblock: (...block) => unblockHost(store, ...block),
});

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
    ...accessFeatures(db, live, work),
    transcripts: {
      jobs: read(listJobs),
      waiting: waitingTranscripts,
      approve: approveTranscript,
      reject: rejectTranscript,
    },
    agents: { list: read(listAgents), revoke: read(revokeAgent) },
  };
}
