// What the console asks of the other features, such as bookings, subscriptions, agents. app.ts hands it over.
import type { Selectable } from 'kysely';
import type { BookingStatus } from '#contract/schemas/booking.ts';
import type { TaskType } from '#contract/schemas/work.ts';
import type { Booking, BookingChange, Decision } from '#domain/booking/booking.ts';
import type { ListedRoom, Wanted } from '../nexus/moderation.ts';
import type { BlockedHost } from '../store/nexus-tables.ts';
import type { Finding } from '../access/work/rules/findings.ts';
import type { WaitingTranscript } from '../transcribe/own-episodes.ts';
import type { DeliveryState, SubscriptionStatus, Tables } from '../store/tables.ts';

interface Bookings {
  /** Newest first. */
  list: (page: { status?: BookingStatus; limit: number; offset?: number }) => Promise<{ bookings: Booking[] }>;
  counts: () => Promise<Partial<Record<BookingStatus, number>>>;
  find: (id: string) => Promise<Booking | undefined>;
  decide: (id: string, change: BookingChange, who: string, now: number) => Promise<Decision | { outcome: 'unknown' }>;
  /** As the asker gets it; undefined until there is an appointment. */
  calendar: (booking: Booking) => string | undefined;
}

/** Without its secrets. */
export type SubscriptionFacts = Omit<Selectable<Tables['subscriptions']>, 'secret' | 'tokenHash'>;

/** With the type and the time of its event. */
export type DeliveryFacts = Omit<Selectable<Tables['deliveries']>, 'claimedUntil' | 'finishedAt'> &
  Pick<Tables['events'], 'type' | 'createdAt'>;

type Log = { subscriptionId?: string; state?: DeliveryState; before?: number; limit: number };
type Replay = { subscriptionId: string } & ({ delivery: number } | { since: number });

interface Subscriptions {
  list: (page: { status?: SubscriptionStatus; limit: number; offset?: number }) => Promise<SubscriptionFacts[]>;
  counts: () => Promise<Partial<Record<SubscriptionStatus, number>>>;
  find: (id: string) => Promise<SubscriptionFacts | undefined>;
  /** False when it stands where that cannot be. */
  approve: (id: string, who: string, now: number) => Promise<boolean>;
  reject: (id: string, who: string, now: number) => Promise<boolean>;
  /** Newest first. */
  log: (page: Log) => Promise<DeliveryFacts[]>;
  /** Deliveries that were given up, by subscription. */
  exhausted: () => Promise<Map<string, number>>;
  /** How many are on their way again. */
  replay: (what: Replay, who: string, now: number) => Promise<number>;
  sendTest: (id: string, who: string, now: number) => Promise<boolean>;
}

export type AgentFacts = Omit<Selectable<Tables['agentTiers']>, 'tokenHash' | 'network'>;

interface Agents {
  list: (limit: number, offset?: number) => Promise<AgentFacts[]>;
  revoke: (id: string, who: string, now: number) => Promise<'revoked' | 'was_revoked' | 'unknown'>;
}

/** Of a token that was given out; never the token itself. */
export type GrantFacts = Omit<Selectable<Tables['grants']>, 'preimage' | 'paymentHash'>;

export interface Grants {
  /** Of payments, by day (since 1970) and resource. */
  income: (since: number) => Promise<{ day: number; resourceId: string; payments: number; sats: number }[]>;
  /** Newest first; with `validAt` those that hold then. */
  list: (page: { validAt?: number; limit: number; offset?: number }) => Promise<GrantFacts[]>;
  revoke: (tokenId: string, who: string, now: number) => Promise<'revoked' | 'was_revoked' | 'unknown'>;
}

/** What was handed in for a task, and what it says of pieces that was not known before. */
export interface WorkFacts extends Pick<
  Selectable<Tables['workAnswers']>,
  'id' | 'state' | 'reason' | 'workerName' | 'createdAt' | 'reviewedAt'
> {
  type: TaskType;
  resourceId: string;
  findings: Finding[];
}

interface WorkDone {
  /** Newest first. */
  list: (page: { filter?: 'pending' | 'fresh' | undefined; limit: number; offset?: number }) => Promise<WorkFacts[]>;
  find: (id: string) => Promise<WorkFacts | undefined>;
  decide: (
    id: string,
    verdict: 'accepted' | 'rejected' | 'seen',
    who: string,
  ) => Promise<'decided' | 'over' | 'unknown'>;
}

export type TranscribeJobFacts = Pick<
  Selectable<Tables['transcribeJobs']>,
  'id' | 'status' | 'sourceUrl' | 'progress' | 'durationSeconds' | 'problem' | 'createdAt'
>;

interface Transcripts {
  /** Newest first. */
  jobs: (limit: number) => Promise<TranscribeJobFacts[]>;
  /** Of the creator's own episodes. */
  waiting: (contentDir: string) => Promise<WaitingTranscript[]>;
  /** False where none of that name waits. */
  approve: (contentDir: string, id: string) => Promise<boolean>;
  reject: (contentDir: string, id: string) => Promise<boolean>;
}

/** Of a Nexus. `total` counts all pages. */
export interface Directory {
  /** Of all states, those that came last first. */
  rooms: (wanted: Wanted) => Promise<{ members: ListedRoom[]; total: number }>;
  /** Newest first. */
  blocks: (wanted: Wanted) => Promise<{ blocked: BlockedHost[]; total: number }>;
  /** Its own block, or the nearest of a host above it. */
  blockOf: (host: string) => Promise<BlockedHost | undefined>;
  /** Gives the origins of the rooms that leave. */
  block: (host: string, reason: string | null, decided: { who: string; now: number }) => Promise<string[]>;
  /** False where it was not blocked. */
  unblock: (host: string, decided: { who: string; now: number }) => Promise<boolean>;
}

export interface Features {
  grants: Grants;
  work: WorkDone;
  bookings: Bookings;
  subscriptions: Subscriptions;
  agents: Agents;
  transcripts: Transcripts;
  /** Where a Nexus is run. */
  directory?: Directory;
}
