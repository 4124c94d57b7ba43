// Tables of events and their deliveries, and indexes by age.
import { sql } from 'kysely';
import { type MigrationDb, type Dialect, instant, serial } from './columns.ts';

export async function events(db: MigrationDb): Promise<void> {
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

export async function deliveries(db: MigrationDb, dialect: Dialect): Promise<void> {
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

/** Adds indexes by age for rows that expire. */
export async function retentionIndexes(db: MigrationDb): Promise<void> {
  await sql`create index deliveries_ended on deliveries ("finishedAt") where "finishedAt" is not null`.execute(db);
  for (const table of ['events', 'guestKits', 'idempotency'])
    await db.schema.createIndex(`${table}_by_age`).on(table).column('createdAt').execute();
}
