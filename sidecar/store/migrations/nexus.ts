// What lets a directory stand up to bad members: pages of changes counted in a row, and hosts that are blocked.
import { type Db, instant } from './columns.ts';

export async function nexusCare(db: Db): Promise<void> {
  await db.schema
    .alterTable('members')
    .addColumn('pagesInARow', 'integer', (c) => c.notNull().defaultTo(0))
    .execute();
  await db.schema.createIndex('members_latest').on('members').columns(['registeredAt desc', 'tenantId']).execute();
  await db.schema
    .createTable('blockedHosts')
    .addColumn('host', 'text', (c) => c.primaryKey())
    .addColumn('reason', 'text')
    .addColumn('blockedAt', instant, (c) => c.notNull())
    .execute();
}
