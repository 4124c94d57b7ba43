// Tables of the console: sessions, credentials, attempts, and indexes of its lists.
import { sql } from 'kysely';
import { type MigrationDb, instant } from './columns.ts';

export async function consoleAccess(db: MigrationDb): Promise<void> {
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

export async function signIn(db: MigrationDb): Promise<void> {
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

/** Creates the table of calls of single items, and indexes for the console's lists. */
export async function ledger(db: MigrationDb): Promise<void> {
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
