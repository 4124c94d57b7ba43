// The tables of the store; a feature adds its own in its tables.ts. Times are milliseconds since 1970, JSON is text,
// and secrets that only need to be recognised are stored as SHA-256.
import type { Generated } from 'kysely';
import type { ItemType } from '#contract/content-types.ts';

export type SubscriptionStatus = 'pending' | 'approved' | 'rejected' | 'ended';
export type DeliveryState = 'pending' | 'delivered' | 'exhausted' | 'cancelled';

export type CredentialKind = 'password' | 'passkey';
export type SignInMethod = CredentialKind | 'link';

export interface Tables {
  /** The outbox: one row for each event, written in the transaction of its cause. */
  events: { id: string; type: string; payload: string; createdAt: number };
  subscriptions: {
    id: string;
    status: SubscriptionStatus;
    callbackUrl: string;
    /** JSON array of event ids. */
    events: string;
    digestSchedule: 'daily' | 'weekly' | null;
    digestWindow: '7d' | '30d' | null;
    nextDigestAt: number | null;
    /** Secret with the prefix whsec_, needed to sign, so it is stored unhashed. */
    secret: string;
    tokenHash: string;
    createdAt: number;
    decidedAt: number | null;
    /** The verified agent that signed the request. */
    agent: string | null;
  };
  deliveries: {
    id: Generated<number>;
    eventId: string;
    subscriptionId: string;
    state: DeliveryState;
    /** Attempts since the delivery was queued or replayed. */
    attempts: number;
    /** Null until the first attempt; from then on it does not hold back later deliveries. */
    lastAttemptAt: number | null;
    nextAttemptAt: number;
    /** End of a worker's claim. */
    claimedUntil: number;
    lastStatus: number | null;
    lastError: string | null;
    finishedAt: number | null;
  };
  idempotency: {
    /** SHA-256 of route, client and key. */
    key: string;
    bodyHash: string;
    /** Sealed with route, client and key. */
    answer: string;
    createdAt: number;
  };
  rates: { bucket: string; windowStart: number; used: number };
  /** Number of calls for each day and origin. */
  calls: { day: string; origin: string; count: number };
  /** Number of calls for each day, item and origin. */
  itemCalls: { day: string; itemId: string; origin: string; count: number };
  leases: { name: string; holder: string; until: number };
  audit: { id: Generated<number>; at: number; who: string; action: string; subject: string; detail: string | null };
  /** Signed-in browsers of the creator. */
  sessions: {
    tokenHash: string;
    createdAt: number;
    seenAt: number;
    agent: string | null;
    method: SignInMethod;
  };
  /** Links that sign in once. */
  signInLinks: { tokenHash: string; createdAt: number };
  /** The creator's ways to sign in. `data` is JSON: a scrypt hash, or a passkey's public key and counter. */
  credentials: {
    id: string;
    kind: CredentialKind;
    label: string;
    data: string;
    createdAt: number;
    usedAt: number | null;
  };
  /** Failed password attempts, per client and in total. */
  signInAttempts: { client: string; count: number; at: number; lockedUntil: number };
  /** The latest change of each item that was ever public. */
  changes: {
    itemId: string;
    /** Ascends in the order in which changes became live. */
    number: number;
    /** Number of the change that added the item. */
    createdNumber: number;
    /** Null after a retraction. */
    hash: string | null;
    type: ItemType;
    /** JSON with title, url, date, lastModified, summary, keywords; null after a retraction. */
    entry: string | null;
    at: number;
  };
  /** State of the log of changes; one row. */
  changeLog: {
    id: number;
    /** Random id that distinguishes this log from that of another store. */
    epoch: string;
    /** Number of the newest change. */
    number: number;
    /** Number of the newest retraction that was dropped. */
    forgotten: number;
    /** Id of the release that was recorded last. */
    release: string;
    changedAt: number;
    /** Time and digest of the newest content that was ever recorded. */
    contentAt: number;
    contentDigest: string;
  };
  /** Version of the program that applied migrations last. */
  storeVersion: { id: 1; version: string };
  /** Written to learn whether the store accepts rows. */
  storeChecks: { id: 1; writtenAt: number };
  /** Secrets that are created once and shared by all sidecars. They are needed to sign, so they are stored unhashed. */
  secrets: { name: string; value: string };
  /** Steps to run, with the time of the newest request. */
  buildRequests: { step: string; requestedAt: number };
  /** The run in progress on each track, or one that a crash cut off. `steps` is a JSON array. */
  buildRuns: { track: string; steps: string };
  /** The last end of each step, or the start of its schedule. */
  buildSteps: { step: string; finishedAt: number };
  /** Failed builds in a row. No row after a build that worked. */
  buildFailures: { id: 1; times: number; failedAt: number };
  /** Result of the last build, or of a reading after it that failed. */
  buildResults: { id: 1; ok: number; output: string; finishedAt: number; tookMs: number | null };
  /** Reason why the last publishing to a bucket or CDN failed; null after one that worked. */
  publishState: { id: 1; failure: string | null };
  /** The content that a build was requested for last. */
  contentState: {
    id: 1;
    contentDigest: string | null;
    /** Newest change of the content when a build was requested, by the clock of the file system. */
    requestedChangeAt: number | null;
    /** Digest of feeds.json. */
    feedsDigest: string | null;
  };
  /** Builds and feeds that fail, until they work again. `reported` is 1 after the creator was notified. */
  failures: { source: string; failingSince: number; reported: number };
  /** Notices that are sent once, by a key that names their cause. */
  sentNotices: { key: string; sentAt: number };
  /** Forms that arrived after their session had ended. */
  formDrafts: {
    browser: string;
    /** Name of the action that the form was sent to. */
    action: string;
    /** JSON objects. */
    params: string;
    form: string;
    createdAt: number;
  };
}
