// The tables of the directory: members, the terms they are found by, and their items.
import { type Generated, sql } from 'kysely';
import type { ItemType } from '#contract/content-types.ts';
import { type Db, type Dialect, instant, serial } from './migrations/columns.ts';

export type MemberStatus = 'active' | 'stale' | 'dropped';

export interface MemberItem {
  itemId: string;
  type: ItemType;
  title: string;
  url: string;
  /** YYYY-MM-DD. */
  date: string;
  summary: string;
  topics: string[];
}

/** `blockedAt` is in milliseconds. */
export interface BlockedHost {
  host: string;
  blockedAt: number;
  reason: string | null;
}

export interface NexusTables {
  members: {
    tenantId: string;
    /** agentBaseUrl: one member an origin. */
    origin: string;
    /** Of the origin; members of one host are visited one after the other. */
    host: string;
    status: MemberStatus;
    name: string;
    oneLiner: string;
    /** JSON array. */
    topics: string;
    mediaRoomUrl: string;
    bookingRequestUrl: string | null;
    profileUrl: string;
    changesUrl: string | null;
    /** The name in lower case, as lists are sorted by it. */
    sortName: string;
    /** Newest change in milliseconds, negative: so that newest first ascends, as the ids that break ties do. */
    rank: number;
    registeredAt: number;
    /** When the room last answered. */
    seenAt: number;
    /** Of the first failed visit since then. */
    failedSince: number | null;
    failures: number;
    nextVisitAt: number;
    /** A worker visits the room until then. */
    claimedUntil: number;
    indexEtag: string | null;
    profileEtag: string | null;
    /** Of the room's feed of changes. */
    cursor: string | null;
    itemCount: number;
    /** Of changes, read one after the other without the usual pause between. */
    pagesInARow: Generated<number>;
  };
  /** Hosts whose rooms are not listed: each with all its ports and subdomains. */
  blockedHosts: BlockedHost;
  /** Of members that are listed; rank and sortName are the member's. */
  memberTerms: { tenantId: string; term: string; rank: number; sortName: string };
  memberItems: Omit<MemberItem, 'topics'> & {
    row: Generated<number>;
    tenantId: string;
    /** JSON array, lower case. */
    topics: string;
    /** What they are recognised by: JSON array. */
    topicKeys: string;
  };
}

async function members(db: Db): Promise<void> {
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

async function terms(db: Db): Promise<void> {
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

/** The words of the items: an index of FTS5 that keeps no text, or a column that a GIN index covers. */
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

async function items(db: Db, dialect: Dialect): Promise<void> {
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

export async function nexusTables(db: Db, dialect: Dialect): Promise<void> {
  await members(db);
  await terms(db);
  await items(db, dialect);
}
