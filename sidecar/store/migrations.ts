// The schema as steps; each runs once, in order, in a transaction. A step that was released is never edited.
import { sql } from 'kysely';
import type { Migration } from 'kysely/migration';

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

export const migrations = (dialect: Dialect): Record<string, Migration> => ({
  '001-requests': { up: requests },
  '002-events': { up: events },
  '003-deliveries': { up: (db) => deliveries(db, dialect) },
  '004-bookkeeping': { up: (db) => bookkeeping(db, dialect) },
});
