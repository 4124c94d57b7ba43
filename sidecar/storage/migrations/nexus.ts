// The tables of the directory: members, the terms they are found by, their items, and hosts that are blocked.
import { sql } from 'kysely';
import { topicKey } from '#domain/lists/topics.ts';
import { type MigrationDb, type Dialect, instant, serial } from './columns.ts';

async function members(db: MigrationDb): Promise<void> {
  const text = ['host', 'status', 'name', 'oneLiner', 'topics', 'mediaRoomUrl', 'profileUrl', 'sortName'] as const;
  const perhaps = ['bookingRequestUrl', 'changesUrl', 'indexEtag', 'profileEtag', 'cursor'] as const;
  const instants = ['rank', 'registeredAt', 'seenAt', 'nextVisitAt', 'claimedUntil'] as const;
  let table = db.schema
    .createTable('members')
    .addColumn('tenantId', 'text', (c) => c.primaryKey())
    .addColumn('origin', 'text', (c) => c.notNull().unique())
    .addColumn('failedSince', instant)
    .addColumn('failures', 'integer', (c) => c.notNull())
    .addColumn('itemCount', 'integer', (c) => c.notNull());
  for (const name of text) table = table.addColumn(name, 'text', (c) => c.notNull()) as typeof table;
  for (const name of perhaps) table = table.addColumn(name, 'text') as typeof table;
  for (const name of instants) table = table.addColumn(name, instant, (c) => c.notNull()) as typeof table;
  await table.execute();
  await sql`create index members_newest on members (rank, "tenantId") where status <> 'dropped'`.execute(db);
  await sql`create index members_by_name on members ("sortName", "tenantId") where status <> 'dropped'`.execute(db);
  await db.schema.createIndex('members_due').on('members').column('nextVisitAt').execute();
  await db.schema.createIndex('members_of_host').on('members').columns(['host', 'claimedUntil']).execute();
}

async function terms(db: MigrationDb): Promise<void> {
  await db.schema
    .createTable('memberTerms')
    .addColumn('tenantId', 'text', (c) => c.notNull().references('members.tenantId').onDelete('cascade'))
    .addColumn('term', 'text', (c) => c.notNull())
    .addColumn('rank', instant, (c) => c.notNull())
    .addColumn('sortName', 'text', (c) => c.notNull())
    .addPrimaryKeyConstraint('memberTerms_key', ['tenantId', 'term'])
    .execute();
  const byTerm = (name: string, key: 'rank' | 'sortName') =>
    db.schema.createIndex(name).on('memberTerms').columns(['term', key, 'tenantId']).execute();
  await byTerm('memberTerms_newest', 'rank');
  await byTerm('memberTerms_by_name', 'sortName');
}

/** Returns statements that create the full-text index: a contentless FTS5 table, or a column with a GIN index. */
const words = (dialect: Dialect) =>
  dialect === 'sqlite'
    ? [
        sql`create virtual table "memberWords" using fts5(title, rest, content = '', contentless_delete = 1,
          tokenize = "unicode61 remove_diacritics 0 categories 'L* N* M* Co'")`,
      ]
    : [
        sql`alter table "memberItems" add column words tsvector`,
        sql`create index "memberItems_words" on "memberItems" using gin (words)`,
      ];

async function items(db: MigrationDb, dialect: Dialect): Promise<void> {
  await db.schema
    .createTable('memberItems')
    .addColumn('row', serial(dialect))
    .addColumn('tenantId', 'text', (c) => c.notNull().references('members.tenantId'))
    .addColumn('itemId', 'text', (c) => c.notNull())
    .addColumn('type', 'text', (c) => c.notNull())
    .addColumn('title', 'text', (c) => c.notNull())
    .addColumn('url', 'text', (c) => c.notNull())
    .addColumn('date', 'text', (c) => c.notNull())
    .addColumn('summary', 'text', (c) => c.notNull())
    .addColumn('topics', 'text', (c) => c.notNull())
    .addUniqueConstraint('memberItems_key', ['tenantId', 'itemId'])
    .execute();
  await db.schema.createIndex('memberItems_by_date').on('memberItems').columns(['date', 'row']).execute();
  for (const statement of words(dialect)) await statement.execute(db);
}

export async function nexusTables(db: MigrationDb, dialect: Dialect): Promise<void> {
  await members(db);
  await terms(db);
  await items(db, dialect);
}

export async function nexusCare(db: MigrationDb): Promise<void> {
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

interface TopicRow {
  row: number;
  topics: string;
}

/** Normalises topics as rooms do. The terms of members are rewritten at their next visit. */
export async function nexusTopicKeys(db: MigrationDb): Promise<void> {
  await db.schema
    .alterTable('memberItems')
    .addColumn('topicKeys', 'text', (c) => c.notNull().defaultTo('[]'))
    .execute();
  for (let after = 0; ;) {
    const { rows } = await sql<TopicRow>`
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
