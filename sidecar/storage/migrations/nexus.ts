// What lets a directory stand up to bad members: pages of changes counted in a row, and hosts that are blocked.
import { sql } from 'kysely';
import { topicKey } from '#domain/lists/topics.ts';
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

const rowsAtOnce = 1000;

interface Filed {
  row: number;
  topics: string;
}

/** Topics of a Nexus are recognised as those of a room. What members are filed under is written anew at the next visit. */
export async function nexusTopicKeys(db: Db): Promise<void> {
  await db.schema
    .alterTable('memberItems')
    .addColumn('topicKeys', 'text', (c) => c.notNull().defaultTo('[]'))
    .execute();
  for (let after = 0; ;) {
    const { rows } = await sql<Filed>`
      select row, topics from "memberItems" where row > ${after} order by row limit ${rowsAtOnce}`.execute(db);
    for (const { row, topics } of rows) {
      const keys = JSON.stringify((JSON.parse(topics) as string[]).map(topicKey));
      await sql`update "memberItems" set "topicKeys" = ${keys} where row = ${row}`.execute(db);
    }
    if (rows.length < rowsAtOnce) break;
    after = Number(rows.at(-1)!.row);
  }
  await sql`update members set "profileEtag" = null`.execute(db);
}
