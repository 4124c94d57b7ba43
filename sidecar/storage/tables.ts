// The tables of the store. Instants are milliseconds since 1970, JSON is text, secrets are stored as SHA-256 where they only need to be recognised.
import type { Generated } from 'kysely';
import type { TranscribeState, TranscriptFormat } from '#contract/schemas/transcripts.ts';
import type { ItemType } from '#contract/content-types.ts';
import type { TaskType } from '#contract/schemas/work.ts';
import type { Booking } from '#domain/booking/booking.ts';
import type { NexusTables } from './nexus-tables.ts';

export type SubscriptionStatus = 'pending' | 'approved' | 'rejected' | 'ended';
export type DeliveryState = 'pending' | 'delivered' | 'exhausted' | 'cancelled';

export type CredentialKind = 'password' | 'passkey';
export type SignInMethod = CredentialKind | 'link';

/**
 * `paid_unseen`: the wallet received it, and the books learned of it only then. `not_received`: the books have it, the wallet
 * does not. `other_amount`: both have it with different amounts. `not_compared`: its wallet was used before and cannot be asked.
 */
export type Difference = 'paid_unseen' | 'not_received' | 'other_amount' | 'not_compared' | 'usdc_unknown';

export interface Tables extends NexusTables {
  bookings: Booking & {
    /** SHA-256 of the token in statusUrl. */
    tokenHash: string;
  };
  subscriptions: {
    id: string;
    status: SubscriptionStatus;
    callbackUrl: string;
    /** JSON array of event ids. */
    events: string;
    digestSchedule: 'daily' | 'weekly' | null;
    digestWindow: '7d' | '30d' | null;
    nextDigestAt: number | null;
    /** whsec_…: needed to sign, so kept as it is. */
    secret: string;
    tokenHash: string;
    createdAt: number;
    decidedAt: number | null;
    /** The known agent whose signature the request carried. */
    agent: string | null;
  };
  /** The outbox: one row an event, written in the transaction of its cause. */
  events: { id: string; type: string; payload: string; createdAt: number };
  deliveries: {
    id: Generated<number>;
    eventId: string;
    subscriptionId: string;
    state: DeliveryState;
    /** Since it was queued or replayed. */
    attempts: number;
    /** Null until it was sent for the first time; from then on it holds nothing back. */
    lastAttemptAt: number | null;
    nextAttemptAt: number;
    /** A worker holds the row until then. */
    claimedUntil: number;
    lastStatus: number | null;
    lastError: string | null;
    finishedAt: number | null;
  };
  /** Items that were announced, each with the release content it was announced with. */
  announced: { itemId: string; announcedAt: number };
  /** Small facts that must outlive a restart: the announced changelog version, the last build. */
  facts: { name: string; value: string };
  agentTiers: {
    id: string;
    tokenHash: string;
    name: string | null;
    purpose: string | null;
    whyNoPayment: string | null;
    /** Where it registered from. */
    network: string | null;
    createdAt: number;
    revokedAt: number | null;
  };
  /** Opened at the wallet, each for one token that may come of it. */
  invoices: {
    tokenId: string;
    paymentHash: string;
    resourceId: string;
    amountSats: number;
    /** BOLT 11. */
    invoice: string;
    /** Name of the wallet, and which one of that name it was. Null in rows of before, and where no money moves. */
    wallet: string;
    walletId: string | null;
    state: 'open' | 'settled' | 'lapsed';
    createdAt: number;
    expiresAt: number;
    /** When the wallet is polled next. */
    nextLookupAt: number;
    /** The client it was opened for; null if it is never reused. */
    client: string | null;
    /** JSON: the prices when it was opened. Null in rows of before. */
    terms: string | null;
    /** As the wallet says; null until it is paid, or where it does not say. */
    receivedMsat: number | null;
    feeMsat: number | null;
    /** When the books were compared with the wallet, and what differed. */
    comparedAt: number | null;
    difference: Difference | null;
    /** What who gave a tip wrote with it. */
    comment: string | null;
    /** Millionths of USDC, where that was paid; `invoice` is then the transaction. */
    usdcMicros: number | null;
    /** The Nostr event that asked for a tip (NIP-57), and when a relay took the receipt. */
    zapRequest: string | null;
    zapToldAt: number | null;
  };
  /** What the wallet received without an invoice of this room. */
  outsidePayments: { paymentHash: string; wallet: string; amountMsat: number; receivedAt: number };
  /** Access that was paid or worked for: one row for each token that holds. */
  grants: {
    tokenId: string;
    paymentHash: string;
    /** Half of a token: needed to hand it out again, so kept as it is. */
    preimage: string | null;
    source: 'payment' | 'work';
    resourceId: string;
    amountSats: number;
    /** When its macaroon was made. */
    mintedAt: number;
    createdAt: number;
    expiresAt: number;
    /** When the token was first handed out or used. */
    claimedAt: number | null;
    revokedAt: number | null;
    /** JSON: the prices when it was paid or worked for. Null in rows of before. */
    terms: string | null;
    /** For one result per payment: a digest of the request. */
    usedFor: string | null;
    /** How many requests and jobs use the token for that; only failed ones are subtracted. Null in rows from before this column. */
    usedBy: number | null;
  };
  /** What the development wallet would know of its own invoices. */
  developmentInvoices: { paymentHash: string; preimage: string; createdAt: number };
  workTasks: {
    /** Of an offer a secret, of the pool public. */
    id: string;
    origin: 'offer' | 'pool';
    type: TaskType;
    /** JSON: what the worker sees, and what only the judge knows. */
    task: string;
    resourceId: string;
    state: 'open' | 'done' | 'expired';
    /** Who an offer was made to. */
    client: string | null;
    createdAt: number;
    expiresAt: number;
    /** SHA-256 of the claim token of the worker who holds a task of the pool. */
    leaseHash: string | null;
    leaseWorker: string | null;
    leaseUntil: number;
  };
  /** What was handed in and fitted the form of its task. */
  workAnswers: {
    id: string;
    taskId: string;
    /** JSON: answers by question. */
    answers: string;
    state: 'accepted' | 'rejected' | 'pending';
    /** Why not. */
    reason: string | null;
    /** As the creator sees it: a name of the worker's own choice. */
    workerName: string | null;
    worker: string | null;
    /** Who handed it in. */
    client: string;
    claimHash: string | null;
    /** Of the grant that it was worth. */
    tokenId: string | null;
    createdAt: number;
    /** When the creator was done with it. */
    reviewedAt: number | null;
  };
  /** The record of each worker of the pool. */
  workers: { id: string; name: string; accepted: number; rejected: number; seenAt: number };
  guestKits: { id: string; kit: string; createdAt: number };
  /** Conversations with other agents that wait for something, or whose booking is followed. */
  a2aTasks: {
    /** A secret that is handed out again when a message is repeated, so kept as it is. */
    id: string;
    /** SHA-256 of the client and of the message that began it, with its content; random where it may not be repeated. */
    message: string;
    contextId: string;
    skill: string;
    /** JSON: what was said. */
    wish: string;
    bookingId: string | null;
    cancelledAt: number | null;
    createdAt: number;
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
  /** One counter a day and origin. */
  calls: { day: string; origin: string; count: number };
  /** One counter a day, item and origin. */
  itemCalls: { day: string; itemId: string; origin: string; count: number };
  /** Of each item that was ever live its latest change. */
  changes: {
    itemId: string;
    /** Ascends in the order in which changes became live. */
    number: number;
    /** When the item was last new. */
    createdNumber: number;
    /** Null once it was retracted. */
    hash: string | null;
    type: ItemType;
    /** JSON: title, url, date, lastModified, summary, keywords; null once it was retracted. */
    entry: string | null;
    at: number;
  };
  /** One row about all changes. */
  changeLog: {
    id: number;
    /** Tells this log from that of another store. */
    epoch: string;
    /** The newest. */
    number: number;
    /** The newest retraction that was dropped. */
    forgotten: number;
    /** Id of the release that was recorded last. */
    release: string;
    changedAt: number;
    /** Of the newest content that was ever recorded: its age, and its digest. */
    contentAt: number;
    contentDigest: string;
  };
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
  /** Each signs in once. */
  signInLinks: { tokenHash: string; createdAt: number };
  /** What the creator signs in with. `data` is JSON: a scrypt hash, or a passkey's public key and counter. */
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
  transcribeJobs: {
    id: string;
    status: TranscribeState;
    sourceUrl: string;
    /** As asked. */
    language: string | null;
    format: TranscriptFormat;
    /** 0 to 1. */
    progress: number;
    /** Null until the recording is decoded. */
    durationSeconds: number | null;
    /** JSON of the answer without its written form. */
    result: string | null;
    /** JSON: why it failed. */
    problem: string | null;
    attempts: number;
    /** A worker holds the job until then; one that waits is not taken before. */
    claimedUntil: number;
    createdAt: number;
    updatedAt: number;
    /** Who asked: the holder of a token, else the network. */
    client: string;
    /** Id of the one-time token that pays for it, given back if it fails. */
    paidWith: string | null;
    /** Id of the creator's own episode for which the console asked: what is heard waits there for review. */
    episode: string | null;
    /** Of the recording. */
    host: string;
    /** 1 or 0: what the feed can answer takes none of the places. */
    takesPlace: number;
    /** A longer recording is refused; null for whatever the room takes. */
    maxMinutes: number | null;
    /** Name of the request with an Idempotency-Key that asked for it. */
    askedAs: string | null;
  };
  /** What an engine heard, by the SHA-256 of the recording, the engine and the language; or the key of it, by its address. */
  transcripts: { key: string; heard: string; createdAt: number };
}
