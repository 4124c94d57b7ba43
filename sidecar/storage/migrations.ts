// The schema as a sequence of migrations. Each runs once, in order, in a transaction; a released migration is never
// edited. Migrations only add, so that the previous version keeps working on the new store, alongside the new version
// and after a rollback. A migration that removes something is separate, is released in a later version, and is named
// accordingly: 180-contract-old-prices.
import { sql } from 'kysely';
import type { Migration } from 'kysely/migration';
import { topicKey } from '#domain/lists/topics.ts';
import { type MigrationDb, moveFacts } from './move-facts.ts';

export type Dialect = 'sqlite' | 'postgres';

/** SQL statements that are separated by semicolons, or work that differs between the databases. */
type Step = string | ((db: MigrationDb, dialect: Dialect) => Promise<void>);

/** Runs statements in the SQL of PostgreSQL. In SQLite, numbered keys have another type; the rest is the same. */
async function runSql(db: MigrationDb, dialect: Dialect, text: string): Promise<void> {
  const key = dialect === 'sqlite' ? 'integer primary key autoincrement' : 'bigserial primary key';
  const statements = text.replaceAll('bigserial primary key', key).split(';');
  for (const statement of statements) if (statement.trim()) await sql.raw(statement.trim()).execute(db);
}

/**
 * Makes the table of rates unlogged: counts change with each request and may be lost in a crash, so commits need not
 * wait for the disk.
 */
async function addQuickRates(db: MigrationDb, dialect: Dialect): Promise<void> {
  if (dialect === 'postgres') await runSql(db, dialect, 'alter table rates set unlogged');
}

const nexusTables = `
  create table members (
    "tenantId" text primary key, origin text not null unique, "failedSince" bigint, failures integer not null,
    "itemCount" integer not null, host text not null, status text not null, name text not null,
    "oneLiner" text not null, topics text not null, "mediaRoomUrl" text not null, "profileUrl" text not null,
    "sortName" text not null, "bookingRequestUrl" text, "changesUrl" text, "indexEtag" text, "profileEtag" text,
    cursor text, rank bigint not null, "registeredAt" bigint not null, "seenAt" bigint not null,
    "nextVisitAt" bigint not null, "claimedUntil" bigint not null
  );
  create index members_newest on members (rank, "tenantId") where status <> 'dropped';
  create index members_by_name on members ("sortName", "tenantId") where status <> 'dropped';
  create index members_due on members ("nextVisitAt");
  create index members_of_host on members (host, "claimedUntil");
  create table "memberTerms" (
    "tenantId" text not null references members ("tenantId") on delete cascade, term text not null,
    rank bigint not null, "sortName" text not null, constraint "memberTerms_key" primary key ("tenantId", term)
  );
  create index "memberTerms_newest" on "memberTerms" (term, rank, "tenantId");
  create index "memberTerms_by_name" on "memberTerms" (term, "sortName", "tenantId");
  create table "memberItems" (
    row bigserial primary key, "tenantId" text not null references members ("tenantId"), "itemId" text not null,
    type text not null, title text not null, url text not null, date text not null, summary text not null,
    topics text not null, constraint "memberItems_key" unique ("tenantId", "itemId")
  );
  create index "memberItems_by_date" on "memberItems" (date, row);`;

/** Full-text indexes of the items of members: a contentless FTS5 table, or a column with a GIN index. */
const memberWords: Record<Dialect, string> = {
  sqlite: `
    create virtual table "memberWords" using fts5(title, rest, content = '', contentless_delete = 1,
      tokenize = "unicode61 remove_diacritics 0 categories 'L* N* M* Co'")`,
  postgres: `
    alter table "memberItems" add column words tsvector;
    create index "memberItems_words" on "memberItems" using gin (words)`,
};

const nexus: Step = (db, dialect) => runSql(db, dialect, nexusTables + memberWords[dialect]);

const batchSize = 1000;

interface TopicRow {
  row: number;
  topics: string;
}

/** Normalises topics as rooms do. The terms of members are rewritten at their next visit. */
async function addTopicKeys(db: MigrationDb, dialect: Dialect): Promise<void> {
  await runSql(db, dialect, `alter table "memberItems" add column "topicKeys" text default '[]' not null`);
  for (let after = 0; ;) {
    const { rows } = await sql<TopicRow>`
      select row, topics from "memberItems" where row > ${after} order by row limit ${batchSize}`.execute(db);
    for (const { row, topics } of rows) {
      const keys = JSON.stringify((JSON.parse(topics) as string[]).map(topicKey));
      await sql`update "memberItems" set "topicKeys" = ${keys} where row = ${row}`.execute(db);
    }
    if (rows.length < batchSize) break;
    after = Number(rows.at(-1)!.row);
  }
  await sql`update members set "profileEtag" = null`.execute(db);
}

/**
 * Creates the function `lower_case`. In locale C, PostgreSQL's `lower` handles only English letters. The embedded store
 * gets this function from the process.
 */
async function createLowerCase(db: MigrationDb, dialect: Dialect): Promise<void> {
  if (dialect === 'sqlite') return;
  const { rows } = await sql`select 1 from pg_collation where collname = 'und-x-icu'`.execute(db);
  // A PostgreSQL that was built without ICU has no such collation.
  const text = rows.length > 0 ? '$1 collate "und-x-icu"' : '$1';
  const head = 'create function lower_case(text) returns text language sql immutable parallel safe as';
  await runSql(db, dialect, `${head} 'select lower(${text})'`);
}

/** Tables with names and types in place of `facts`. */
const tablesOfState = `
  create table "storeVersion" (id integer primary key, version text not null);
  create table "storeChecks" (id integer primary key, "writtenAt" bigint not null);
  create table secrets (name text primary key, value text not null);
  create table "buildRequests" (step text primary key, "requestedAt" bigint not null);
  create table "buildRuns" (track text primary key, steps text not null);
  create table "buildSteps" (step text primary key, "finishedAt" bigint not null);
  create table "buildFailures" (id integer primary key, times integer not null, "failedAt" bigint not null);
  create table "buildResults" (
    id integer primary key, ok integer not null, output text not null, "finishedAt" bigint not null,
    "tookMs" bigint
  );
  create table "publishState" (id integer primary key, failure text);
  create table "contentState" (
    id integer primary key, "contentDigest" text, "requestedChangeAt" double precision, "feedsDigest" text
  );
  create table failures (source text primary key, "failingSince" bigint not null, reported integer not null);
  create table "sentNotices" (key text primary key, "sentAt" bigint not null);
  create table "formDrafts" (
    browser text primary key, action text not null, params text not null, form text not null,
    "createdAt" bigint not null
  );
  create table "walletState" (
    id integer primary key, "testedWallet" text, "testedFacilitator" text, "livePrices" text, "readAt" bigint
  );
  create table "walletSettings" ("walletId" text primary key, sealed text not null);
  create table "agentRegistration" (id integer primary key, "registeredAt" bigint not null);
  create table "announcedRelease" (id integer primary key, release text not null);
  create table "announcedVersions" (version text primary key, "announcedAt" bigint not null);
  create table "signingKeys" (
    number bigserial primary key, kid text not null unique, "createdAt" text not null, "publicJwk" text not null,
    "privateJwk" text, signs integer unique
  );
  create table "fleetMachines" (
    name text primary key, role text not null, version text not null, release text not null,
    "seenAt" bigint not null, "startedAt" bigint not null, "clockAheadMs" bigint not null, "poolTotal" integer,
    "poolIdle" integer, "poolWaiting" integer
  );
  create table "fleetPointers" (name text primary key, value text not null);
  create table "unpurgedPaths" (path text primary key, "changedAt" bigint not null);`;

const createStateTables: Step = async (db, dialect) => {
  await runSql(db, dialect, tablesOfState);
  await moveFacts(db);
};

const steps: Record<string, Step> = {
  '001-requests': `
    create table bookings (
      id text primary key, status text not null, "showName" text not null, "showUrl" text, timeframe text,
      message text, source text not null, "tokenHash" text not null unique, reply text, "startsAt" bigint,
      "endsAt" bigint, "createdAt" bigint not null, "updatedAt" bigint not null
    );
    create table "agentTiers" (
      id text primary key, "tokenHash" text not null unique, name text, purpose text, "whyNoPayment" text,
      "createdAt" bigint not null, "revokedAt" bigint
    );
    create table "guestKits" (id text primary key, kit text not null, "createdAt" bigint not null);`,
  '002-events': `
    create table subscriptions (
      id text primary key, status text not null, "callbackUrl" text not null, events text not null,
      "digestSchedule" text, "digestWindow" text, "nextDigestAt" bigint, secret text not null,
      "tokenHash" text not null unique, "createdAt" bigint not null, "decidedAt" bigint
    );
    create table events (
      id text primary key, type text not null, payload text not null, "createdAt" bigint not null
    );`,
  '003-deliveries': `
    create table deliveries (
      id bigserial primary key, "eventId" text not null references events (id),
      "subscriptionId" text not null references subscriptions (id), state text not null, attempts integer not null,
      "lastAttemptAt" bigint, "nextAttemptAt" bigint not null, "claimedUntil" bigint not null, "lastStatus" integer,
      "lastError" text, "finishedAt" bigint, constraint one_delivery unique ("eventId", "subscriptionId")
    );
    create index deliveries_first on deliveries ("subscriptionId", id)
      where state = 'pending' and "lastAttemptAt" is null;
    create index deliveries_again on deliveries ("subscriptionId", "nextAttemptAt", id)
      where state = 'pending' and "lastAttemptAt" is not null;
    create index deliveries_of on deliveries ("subscriptionId", id);`,
  '004-bookkeeping': `
    create table announced ("itemId" text primary key, "announcedAt" bigint not null);
    create table facts (name text primary key, value text not null);
    create table idempotency (
      key text primary key, "bodyHash" text not null, answer text, "createdAt" bigint not null
    );
    create table rates (bucket text primary key, "windowStart" bigint not null, used integer not null);
    create table leases (name text primary key, holder text not null, until bigint not null);
    create table calls (
      day text not null, origin text not null, count integer not null,
      constraint calls_key primary key (day, origin)
    );
    create table audit (
      id bigserial primary key, at bigint not null, who text not null, action text not null, subject text not null,
      detail text
    );`,
  // Answers that were stored unencrypted are deleted.
  '010-sealed-answers': `delete from idempotency`,
  '011-ageing': `
    create index deliveries_ended on deliveries ("finishedAt") where "finishedAt" is not null;
    create index events_by_age on events ("createdAt");
    create index "guestKits_by_age" on "guestKits" ("createdAt");
    create index idempotency_by_age on idempotency ("createdAt");`,
  '020-changes': `
    create table changes (
      "itemId" text primary key, number bigint not null, "createdNumber" bigint not null, hash text,
      type text not null, entry text, at bigint not null
    );
    -- Not unique: a statement that renumbers many rows passes through states in which two agree.
    create index changes_in_order on changes (number);
    create table "changeLog" (
      id integer primary key, epoch text not null, number bigint not null, forgotten bigint not null,
      release text not null, "changedAt" bigint not null
    );`,
  '030-console': `
    create table sessions (
      "tokenHash" text primary key, "createdAt" bigint not null, "seenAt" bigint not null, agent text
    );
    create table "signInLinks" ("tokenHash" text primary key, "createdAt" bigint not null);
    create table credentials (
      id text primary key, kind text not null, label text not null, data text not null, "createdAt" bigint not null,
      "usedAt" bigint
    );`,
  '031-sign-in': `
    alter table sessions add column method text default 'link' not null;
    create table "signInAttempts" (
      client text primary key, count integer not null, at bigint not null, "lockedUntil" bigint not null
    );`,
  '035-ledger': `
    create table "itemCalls" (
      day text not null, "itemId" text not null, origin text not null, count integer not null,
      constraint "itemCalls_key" primary key (day, "itemId", origin)
    );
    create index deliveries_exhausted on deliveries ("subscriptionId", id) where state = 'exhausted';
    create index audit_about on audit (subject, id);
    create index bookings_newest on bookings ("createdAt", id);
    create index bookings_of on bookings (status, "createdAt", id);
    create index subscriptions_of on subscriptions (status, "createdAt", id);`,
  '040-grants': `
    create table invoices (
      "tokenId" text primary key, "paymentHash" text not null unique, "resourceId" text not null,
      "amountSats" integer not null, invoice text not null, wallet text not null, state text not null,
      "createdAt" bigint not null, "expiresAt" bigint not null, "nextLookupAt" bigint not null
    );
    create index invoices_to_look_up on invoices (state, "nextLookupAt");
    create table grants (
      "tokenId" text primary key, "paymentHash" text not null unique, preimage text, source text not null,
      "resourceId" text not null, "amountSats" integer not null, "mintedAt" bigint not null,
      "createdAt" bigint not null, "expiresAt" bigint not null, "claimedAt" bigint, "revokedAt" bigint
    );
    create index grants_newest on grants ("createdAt", "tokenId");
    create table "developmentInvoices" (
      "paymentHash" text primary key, preimage text not null, "createdAt" bigint not null
    );`,
  '045-work': `
    create table "workTasks" (
      id text primary key, origin text not null, type text not null, task text not null, "resourceId" text not null,
      state text not null, client text, "createdAt" bigint not null, "expiresAt" bigint not null, "leaseHash" text,
      "leaseWorker" text, "leaseUntil" bigint not null
    );
    -- A repeated request gets the same task, even if two arrive concurrently.
    create unique index work_offer_open on "workTasks" (client, "resourceId")
      where origin = 'offer' and state = 'open';
    create index work_pool on "workTasks" (origin, state, "createdAt");
    create table "workAnswers" (
      id text primary key, "taskId" text not null, answers text not null, state text not null, reason text,
      "workerName" text, worker text, client text not null, "claimHash" text, "tokenId" text,
      "createdAt" bigint not null, "reviewedAt" bigint
    );
    create index work_answers_of on "workAnswers" ("taskId");
    create index work_answers_by on "workAnswers" (client, "createdAt");
    create index work_answers_newest on "workAnswers" ("createdAt", id);
    create table workers (
      id text primary key, name text not null, accepted integer not null, rejected integer not null,
      "seenAt" bigint not null
    );`,
  '050-quick-rates': addQuickRates,
  '060-transcripts': `
    create table "transcribeJobs" (
      id text primary key, status text not null, "sourceUrl" text not null, language text, format text not null,
      progress double precision not null, "durationSeconds" double precision, result text, problem text,
      attempts integer not null, "claimedUntil" bigint not null, "createdAt" bigint not null,
      "updatedAt" bigint not null
    );
    create index "transcribeJobs_next" on "transcribeJobs" (status, "createdAt");
    create index "transcribeJobs_newest" on "transcribeJobs" ("createdAt", id);
    create table transcripts (key text primary key, heard text not null, "createdAt" bigint not null);
    create index transcripts_oldest on transcripts ("createdAt");`,
  '065-transcribe-places': `
    alter table "transcribeJobs" add column client text default '' not null;
    alter table "transcribeJobs" add column host text default '' not null;
    alter table "transcribeJobs" add column "takesPlace" integer default 1 not null;`,
  '070-nexus': nexus,
  '075-nexus-care': `
    alter table members add column "pagesInARow" integer default 0 not null;
    create index members_latest on members ("registeredAt" desc, "tenantId");
    create table "blockedHosts" (host text primary key, reason text, "blockedAt" bigint not null);`,
  '080-agent-networks': `
    alter table "agentTiers" add column network text;
    create index "agentTiers_of" on "agentTiers" (network, "createdAt");`,
  '085-release-order': `
    alter table "changeLog" add column "contentAt" bigint default 0 not null;
    alter table "changeLog" add column "contentDigest" text default '' not null;`,
  '090-known-agents': `
    alter table bookings add column agent text;
    alter table subscriptions add column agent text;`,
  '095-agent-tasks': `
    create table "a2aTasks" (
      id text primary key, message text not null unique, "contextId" text not null, skill text not null,
      wish text not null, "bookingId" text, "cancelledAt" bigint, "createdAt" bigint not null
    );
    create index "a2aTasks_age" on "a2aTasks" ("createdAt");`,
  '097-nexus-topic-keys': addTopicKeys,
  '100-booking-times': `
    alter table bookings add column kind text;
    alter table bookings add column "contactName" text;
    alter table bookings add column "contactEmail" text;
    alter table bookings add column "timeZone" text;
    alter table bookings add column "proposedTimes" text;
    alter table bookings add column offers text;
    alter table bookings add column answer text;`,
  '105-terms': `
    alter table invoices add column client text;
    alter table invoices add column terms text;
    alter table grants add column terms text;
    create index invoices_by_client on invoices (client, "resourceId", state);`,
  '110-uses': `
    alter table grants add column "usedFor" text;
    alter table "transcribeJobs" add column "paidWith" text;`,
  '115-books': `
    alter table invoices add column "receivedMsat" bigint;
    alter table invoices add column "feeMsat" bigint;`,
  '120-recording-limit': `alter table "transcribeJobs" add column "maxMinutes" integer`,
  '125-transcribe-episodes': `alter table "transcribeJobs" add column episode text`,
  '130-comparison': `
    alter table invoices add column "comparedAt" bigint;
    alter table invoices add column difference text;
    alter table invoices add column comment text;
    create index invoices_to_compare on invoices ("comparedAt", "createdAt");`,
  '135-usdc': `alter table invoices add column "usdcMicros" bigint`,
  '140-outside-payments': `
    create table "outsidePayments" (
      "paymentHash" text primary key, wallet text not null, "amountMsat" bigint not null,
      "receivedAt" bigint not null
    );`,
  '150-zaps': `
    alter table invoices add column "zapRequest" text;
    alter table invoices add column "zapToldAt" bigint;
    create index invoices_of_zaps on invoices ("zapToldAt") where "zapRequest" is not null;`,
  '155-wallet-of-invoices': `
    alter table invoices add column "walletId" text;
    create index invoices_of_wallets on invoices ("walletId") where "comparedAt" is null;`,
  '160-lower-case': createLowerCase,
  '165-used-by': `alter table grants add column "usedBy" integer`,
  '167-transcribe-requests': `
    alter table "transcribeJobs" add column "askedAs" text;
    create index "transcribeJobs_askedAs" on "transcribeJobs" ("askedAs");`,
  '168-tombstones': `create index changes_tombstones on changes (at) where hash is null`,
  '170-state-tables': createStateTables,
};

/** Returns true for a migration that removes something: versions that do not know it cannot use the store. */
export const isContracting = (name: string): boolean => /^\d+-contract-/.test(name);

export const migrations = (dialect: Dialect): Record<string, Migration> =>
  Object.fromEntries(
    Object.entries(steps).map(([name, step]) => [
      name,
      { up: (db) => (typeof step === 'string' ? runSql(db, dialect, step) : step(db, dialect)) },
    ]),
  );
