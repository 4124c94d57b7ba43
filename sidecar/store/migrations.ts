// The schema as steps; each runs once, in order, in a transaction. A step that was released is never edited.
import { sql } from 'kysely';
import type { Migration } from 'kysely/migration';
import { work } from './migrations-work.ts';

type Db = Parameters<Migration['up']>[0];
type Dialect = 'sqlite' | 'postgres';

/** Column types that mean the same on both databases. */
const instant = sql`bigint`;
const serial = (dialect: Dialect) =>
  dialect === 'sqlite' ? sql`integer primary key autoincrement` : sql`bigserial primary key`;

async function requests(db: Db): Promise<void> {
  await db.schema
    .createTable('bookings')
    .addColumn('id', 'text', (c) => c.primaryKey())
    .addColumn('status', 'text', (c) => c.notNull())
    .addColumn('showName', 'text', (c) => c.notNull())
    .addColumn('showUrl', 'text')
    .addColumn('timeframe', 'text')
    .addColumn('message', 'text')
    .addColumn('source', 'text', (c) => c.notNull())
    .addColumn('tokenHash', 'text', (c) => c.notNull().unique())
    .addColumn('reply', 'text')
    .addColumn('startsAt', instant)
    .addColumn('endsAt', instant)
    .addColumn('createdAt', instant, (c) => c.notNull())
    .addColumn('updatedAt', instant, (c) => c.notNull())
    .execute();
  await db.schema
    .createTable('agentTiers')
    .addColumn('id', 'text', (c) => c.primaryKey())
    .addColumn('tokenHash', 'text', (c) => c.notNull().unique())
    .addColumn('name', 'text')
    .addColumn('purpose', 'text')
    .addColumn('whyNoPayment', 'text')
    .addColumn('createdAt', instant, (c) => c.notNull())
    .addColumn('revokedAt', instant)
    .execute();
  await db.schema
    .createTable('guestKits')
    .addColumn('id', 'text', (c) => c.primaryKey())
    .addColumn('kit', 'text', (c) => c.notNull())
    .addColumn('createdAt', instant, (c) => c.notNull())
    .execute();
}

async function events(db: Db): Promise<void> {
  await db.schema
    .createTable('subscriptions')
    .addColumn('id', 'text', (c) => c.primaryKey())
    .addColumn('status', 'text', (c) => c.notNull())
    .addColumn('callbackUrl', 'text', (c) => c.notNull())
    .addColumn('events', 'text', (c) => c.notNull())
    .addColumn('digestSchedule', 'text')
    .addColumn('digestWindow', 'text')
    .addColumn('nextDigestAt', instant)
    .addColumn('secret', 'text', (c) => c.notNull())
    .addColumn('tokenHash', 'text', (c) => c.notNull().unique())
    .addColumn('createdAt', instant, (c) => c.notNull())
    .addColumn('decidedAt', instant)
    .execute();
  await db.schema
    .createTable('events')
    .addColumn('id', 'text', (c) => c.primaryKey())
    .addColumn('type', 'text', (c) => c.notNull())
    .addColumn('payload', 'text', (c) => c.notNull())
    .addColumn('createdAt', instant, (c) => c.notNull())
    .execute();
}

async function deliveries(db: Db, dialect: Dialect): Promise<void> {
  await db.schema
    .createTable('deliveries')
    .addColumn('id', serial(dialect))
    .addColumn('eventId', 'text', (c) => c.notNull().references('events.id'))
    .addColumn('subscriptionId', 'text', (c) => c.notNull().references('subscriptions.id'))
    .addColumn('state', 'text', (c) => c.notNull())
    .addColumn('attempts', 'integer', (c) => c.notNull())
    .addColumn('lastAttemptAt', instant)
    .addColumn('nextAttemptAt', instant, (c) => c.notNull())
    .addColumn('claimedUntil', instant, (c) => c.notNull())
    .addColumn('lastStatus', 'integer')
    .addColumn('lastError', 'text')
    .addColumn('finishedAt', instant)
    .addUniqueConstraint('one_delivery', ['eventId', 'subscriptionId'])
    .execute();
  await sql`create index deliveries_first on deliveries ("subscriptionId", id)
    where state = 'pending' and "lastAttemptAt" is null`.execute(db);
  await sql`create index deliveries_again on deliveries ("subscriptionId", "nextAttemptAt", id)
    where state = 'pending' and "lastAttemptAt" is not null`.execute(db);
  await db.schema.createIndex('deliveries_of').on('deliveries').columns(['subscriptionId', 'id']).execute();
}

async function bookkeeping(db: Db, dialect: Dialect): Promise<void> {
  const keyed = (name: string, key: string) =>
    db.schema.createTable(name).addColumn(key, 'text', (c) => c.primaryKey());
  await keyed('announced', 'itemId')
    .addColumn('announcedAt', instant, (c) => c.notNull())
    .execute();
  await keyed('facts', 'name')
    .addColumn('value', 'text', (c) => c.notNull())
    .execute();
  await keyed('idempotency', 'key')
    .addColumn('bodyHash', 'text', (c) => c.notNull())
    .addColumn('answer', 'text')
    .addColumn('createdAt', instant, (c) => c.notNull())
    .execute();
  await keyed('rates', 'bucket')
    .addColumn('windowStart', instant, (c) => c.notNull())
    .addColumn('used', 'integer', (c) => c.notNull())
    .execute();
  await keyed('leases', 'name')
    .addColumn('holder', 'text', (c) => c.notNull())
    .addColumn('until', instant, (c) => c.notNull())
    .execute();
  await db.schema
    .createTable('calls')
    .addColumn('day', 'text', (c) => c.notNull())
    .addColumn('origin', 'text', (c) => c.notNull())
    .addColumn('count', 'integer', (c) => c.notNull())
    .addPrimaryKeyConstraint('calls_key', ['day', 'origin'])
    .execute();
  await db.schema
    .createTable('audit')
    .addColumn('id', serial(dialect))
    .addColumn('at', instant, (c) => c.notNull())
    .addColumn('who', 'text', (c) => c.notNull())
    .addColumn('action', 'text', (c) => c.notNull())
    .addColumn('subject', 'text', (c) => c.notNull())
    .addColumn('detail', 'text')
    .execute();
}

/** What was kept in clear for a day is dropped. */
const sealedAnswers = (db: Db) => sql`delete from idempotency`.execute(db).then(() => undefined);

/** What is forgotten is found by its age. */
async function ageing(db: Db): Promise<void> {
  await sql`create index deliveries_ended on deliveries ("finishedAt") where "finishedAt" is not null`.execute(db);
  for (const table of ['events', 'guestKits', 'idempotency'])
    await db.schema.createIndex(`${table}_by_age`).on(table).column('createdAt').execute();
}

async function changes(db: Db): Promise<void> {
  await db.schema
    .createTable('changes')
    .addColumn('itemId', 'text', (c) => c.primaryKey())
    .addColumn('number', instant, (c) => c.notNull())
    .addColumn('createdNumber', instant, (c) => c.notNull())
    .addColumn('hash', 'text')
    .addColumn('type', 'text', (c) => c.notNull())
    .addColumn('entry', 'text')
    .addColumn('at', instant, (c) => c.notNull())
    .execute();
  // Not unique: a statement that renumbers many rows passes through states in which two agree.
  await db.schema.createIndex('changes_in_order').on('changes').column('number').execute();
  await db.schema
    .createTable('changeLog')
    .addColumn('id', 'integer', (c) => c.primaryKey())
    .addColumn('epoch', 'text', (c) => c.notNull())
    .addColumn('number', instant, (c) => c.notNull())
    .addColumn('forgotten', instant, (c) => c.notNull())
    .addColumn('release', 'text', (c) => c.notNull())
    .addColumn('changedAt', instant, (c) => c.notNull())
    .execute();
}

async function consoleAccess(db: Db): Promise<void> {
  await db.schema
    .createTable('sessions')
    .addColumn('tokenHash', 'text', (c) => c.primaryKey())
    .addColumn('createdAt', instant, (c) => c.notNull())
    .addColumn('seenAt', instant, (c) => c.notNull())
    .addColumn('agent', 'text')
    .execute();
  await db.schema
    .createTable('signInLinks')
    .addColumn('tokenHash', 'text', (c) => c.primaryKey())
    .addColumn('createdAt', instant, (c) => c.notNull())
    .execute();
  await db.schema
    .createTable('credentials')
    .addColumn('id', 'text', (c) => c.primaryKey())
    .addColumn('kind', 'text', (c) => c.notNull())
    .addColumn('label', 'text', (c) => c.notNull())
    .addColumn('data', 'text', (c) => c.notNull())
    .addColumn('createdAt', instant, (c) => c.notNull())
    .addColumn('usedAt', instant)
    .execute();
}

async function signIn(db: Db): Promise<void> {
  await db.schema
    .alterTable('sessions')
    .addColumn('method', 'text', (c) => c.notNull().defaultTo('link'))
    .execute();
  await db.schema
    .createTable('signInAttempts')
    .addColumn('client', 'text', (c) => c.primaryKey())
    .addColumn('count', 'integer', (c) => c.notNull())
    .addColumn('at', instant, (c) => c.notNull())
    .addColumn('lockedUntil', instant, (c) => c.notNull())
    .execute();
}

/** Calls of single items, and what the console's lists are read by. */
async function ledger(db: Db): Promise<void> {
  await db.schema
    .createTable('itemCalls')
    .addColumn('day', 'text', (c) => c.notNull())
    .addColumn('itemId', 'text', (c) => c.notNull())
    .addColumn('origin', 'text', (c) => c.notNull())
    .addColumn('count', 'integer', (c) => c.notNull())
    .addPrimaryKeyConstraint('itemCalls_key', ['day', 'itemId', 'origin'])
    .execute();
  await sql`create index deliveries_exhausted on deliveries ("subscriptionId", id)
    where state = 'exhausted'`.execute(db);
  await db.schema.createIndex('audit_about').on('audit').columns(['subject', 'id']).execute();
  await db.schema.createIndex('bookings_newest').on('bookings').columns(['createdAt', 'id']).execute();
  await db.schema.createIndex('bookings_of').on('bookings').columns(['status', 'createdAt', 'id']).execute();
  await db.schema.createIndex('subscriptions_of').on('subscriptions').columns(['status', 'createdAt', 'id']).execute();
}

/** Invoices that were opened, and the access that payment or work gave. */
async function grants(db: Db): Promise<void> {
  await db.schema
    .createTable('invoices')
    .addColumn('tokenId', 'text', (c) => c.primaryKey())
    .addColumn('paymentHash', 'text', (c) => c.notNull().unique())
    .addColumn('resourceId', 'text', (c) => c.notNull())
    .addColumn('amountSats', 'integer', (c) => c.notNull())
    .addColumn('invoice', 'text', (c) => c.notNull())
    .addColumn('wallet', 'text', (c) => c.notNull())
    .addColumn('state', 'text', (c) => c.notNull())
    .addColumn('createdAt', instant, (c) => c.notNull())
    .addColumn('expiresAt', instant, (c) => c.notNull())
    .addColumn('nextLookupAt', instant, (c) => c.notNull())
    .execute();
  await db.schema.createIndex('invoices_to_look_up').on('invoices').columns(['state', 'nextLookupAt']).execute();
  await db.schema
    .createTable('grants')
    .addColumn('tokenId', 'text', (c) => c.primaryKey())
    .addColumn('paymentHash', 'text', (c) => c.notNull().unique())
    .addColumn('preimage', 'text')
    .addColumn('source', 'text', (c) => c.notNull())
    .addColumn('resourceId', 'text', (c) => c.notNull())
    .addColumn('amountSats', 'integer', (c) => c.notNull())
    .addColumn('mintedAt', instant, (c) => c.notNull())
    .addColumn('createdAt', instant, (c) => c.notNull())
    .addColumn('expiresAt', instant, (c) => c.notNull())
    .addColumn('claimedAt', instant)
    .addColumn('revokedAt', instant)
    .execute();
  await db.schema.createIndex('grants_newest').on('grants').columns(['createdAt', 'tokenId']).execute();
  await db.schema
    .createTable('developmentInvoices')
    .addColumn('paymentHash', 'text', (c) => c.primaryKey())
    .addColumn('preimage', 'text', (c) => c.notNull())
    .addColumn('createdAt', instant, (c) => c.notNull())
    .execute();
}

/** Rates are counted at each request and may be lost in a crash: their commits need not wait for the disk. */
async function quickRates(db: Db, dialect: Dialect): Promise<void> {
  if (dialect === 'postgres') await sql`alter table rates set unlogged`.execute(db);
}

export const migrations = (dialect: Dialect): Record<string, Migration> => ({
  '001-requests': { up: requests },
  '002-events': { up: events },
  '003-deliveries': { up: (db) => deliveries(db, dialect) },
  '004-bookkeeping': { up: (db) => bookkeeping(db, dialect) },
  '010-sealed-answers': { up: sealedAnswers },
  '011-ageing': { up: ageing },
  '020-changes': { up: changes },
  '030-console': { up: consoleAccess },
  '031-sign-in': { up: signIn },
  '035-ledger': { up: ledger },
  '040-grants': { up: grants },
  '045-work': { up: work },
  '050-quick-rates': { up: (db) => quickRates(db, dialect) },
});
