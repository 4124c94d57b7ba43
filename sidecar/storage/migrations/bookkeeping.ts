// Tables for the sidecar's own records: announcements, keys, rates, leases, calls, decisions.
import { sql } from 'kysely';
import { type MigrationDb, type Dialect, instant, serial } from './columns.ts';

export async function bookkeeping(db: MigrationDb, dialect: Dialect): Promise<void> {
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

/** Deletes answers that were stored unencrypted. */
export const sealedAnswers = (db: MigrationDb) => sql`delete from idempotency`.execute(db).then(() => undefined);

/**
 * Makes the table of rates unlogged: counts change with each request and may be lost in a crash, so commits need not
 * wait for the disk.
 */
export async function quickRates(db: MigrationDb, dialect: Dialect): Promise<void> {
  if (dialect === 'postgres') await sql`alter table rates set unlogged`.execute(db);
}
