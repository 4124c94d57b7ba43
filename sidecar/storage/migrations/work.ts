// Work in place of payment: its tasks, its answers, its workers.
import { sql } from 'kysely';
import { type MigrationDb, instant } from './columns.ts';

async function tasks(db: MigrationDb): Promise<void> {
  await db.schema
    .createTable('workTasks')
    .addColumn('id', 'text', (c) => c.primaryKey())
    .addColumn('origin', 'text', (c) => c.notNull())
    .addColumn('type', 'text', (c) => c.notNull())
    .addColumn('task', 'text', (c) => c.notNull())
    .addColumn('resourceId', 'text', (c) => c.notNull())
    .addColumn('state', 'text', (c) => c.notNull())
    .addColumn('client', 'text')
    .addColumn('createdAt', instant, (c) => c.notNull())
    .addColumn('expiresAt', instant, (c) => c.notNull())
    .addColumn('leaseHash', 'text')
    .addColumn('leaseWorker', 'text')
    .addColumn('leaseUntil', instant, (c) => c.notNull())
    .execute();
  // A repeated request gets the same task, even if two arrive concurrently.
  await sql`create unique index work_offer_open on "workTasks" (client, "resourceId")
    where origin = 'offer' and state = 'open'`.execute(db);
  await db.schema.createIndex('work_pool').on('workTasks').columns(['origin', 'state', 'createdAt']).execute();
}

async function answers(db: MigrationDb): Promise<void> {
  await db.schema
    .createTable('workAnswers')
    .addColumn('id', 'text', (c) => c.primaryKey())
    .addColumn('taskId', 'text', (c) => c.notNull())
    .addColumn('answers', 'text', (c) => c.notNull())
    .addColumn('state', 'text', (c) => c.notNull())
    .addColumn('reason', 'text')
    .addColumn('workerName', 'text')
    .addColumn('worker', 'text')
    .addColumn('client', 'text', (c) => c.notNull())
    .addColumn('claimHash', 'text')
    .addColumn('tokenId', 'text')
    .addColumn('createdAt', instant, (c) => c.notNull())
    .addColumn('reviewedAt', instant)
    .execute();
  await db.schema.createIndex('work_answers_of').on('workAnswers').columns(['taskId']).execute();
  await db.schema.createIndex('work_answers_by').on('workAnswers').columns(['client', 'createdAt']).execute();
  await db.schema.createIndex('work_answers_newest').on('workAnswers').columns(['createdAt', 'id']).execute();
  await db.schema
    .createTable('workers')
    .addColumn('id', 'text', (c) => c.primaryKey())
    .addColumn('name', 'text', (c) => c.notNull())
    .addColumn('accepted', 'integer', (c) => c.notNull())
    .addColumn('rejected', 'integer', (c) => c.notNull())
    .addColumn('seenAt', instant, (c) => c.notNull())
    .execute();
}

/** Creates the tables of tasks, answers and workers. */
export async function work(db: MigrationDb): Promise<void> {
  await tasks(db);
  await answers(db);
}
