// The log of changes that clients follow.
import { sql } from 'kysely';
import { type MigrationDb, instant } from './columns.ts';

export async function changes(db: MigrationDb): Promise<void> {
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
  // The index is not unique: a statement that renumbers many rows passes through states in which two agree.
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

/** Adds the content of the newest release, so that an older one is not mistaken for a newer one. */
export async function releaseOrder(db: MigrationDb): Promise<void> {
  await db.schema
    .alterTable('changeLog')
    .addColumn('contentAt', instant, (c) => c.notNull().defaultTo(0))
    .execute();
  await db.schema
    .alterTable('changeLog')
    .addColumn('contentDigest', 'text', (c) => c.notNull().defaultTo(''))
    .execute();
}

/** Adds an index of tombstones, which each release checks for expiry. */
export async function tombstones(db: MigrationDb): Promise<void> {
  await db.schema
    .createIndex('changes_tombstones')
    .on('changes')
    .column('at')
    .where(sql.ref('hash'), 'is', null)
    .execute();
}
