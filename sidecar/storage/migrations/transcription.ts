// Tables of transcription jobs and transcripts.
import { sql } from 'kysely';
import { type MigrationDb, instant } from './columns.ts';

/** Adds the client of a job, the host of its recording, and whether it occupies a queue slot. */
export async function transcribePlaces(db: MigrationDb): Promise<void> {
  const add = (name: string, type: 'text' | 'integer', value: string | number) =>
    db.schema
      .alterTable('transcribeJobs')
      .addColumn(name, type, (c) => c.notNull().defaultTo(value))
      .execute();
  await add('client', 'text', '');
  await add('host', 'text', '');
  await add('takesPlace', 'integer', 1);
}

/** Adds the creator's episode that a job in the console transcribes. */
export async function transcribeEpisodes(db: MigrationDb): Promise<void> {
  await db.schema.alterTable('transcribeJobs').addColumn('episode', 'text').execute();
}

/** Adds the longest recording that was paid for. */
export const recordingLimit = (db: MigrationDb): Promise<void> =>
  db.schema.alterTable('transcribeJobs').addColumn('maxMinutes', 'integer').execute();

/** Adds a name of the request, so that a repeated request finds its job. */
export async function transcribeRequests(db: MigrationDb): Promise<void> {
  await db.schema.alterTable('transcribeJobs').addColumn('askedAs', 'text').execute();
  await db.schema.createIndex('transcribeJobs_askedAs').on('transcribeJobs').column('askedAs').execute();
}

/** Creates the tables of jobs and transcripts; a recording is not transcribed twice. */
export async function transcripts(db: MigrationDb): Promise<void> {
  await db.schema
    .createTable('transcribeJobs')
    .addColumn('id', 'text', (c) => c.primaryKey())
    .addColumn('status', 'text', (c) => c.notNull())
    .addColumn('sourceUrl', 'text', (c) => c.notNull())
    .addColumn('language', 'text')
    .addColumn('format', 'text', (c) => c.notNull())
    .addColumn('progress', sql`double precision`, (c) => c.notNull())
    .addColumn('durationSeconds', sql`double precision`)
    .addColumn('result', 'text')
    .addColumn('problem', 'text')
    .addColumn('attempts', 'integer', (c) => c.notNull())
    .addColumn('claimedUntil', instant, (c) => c.notNull())
    .addColumn('createdAt', instant, (c) => c.notNull())
    .addColumn('updatedAt', instant, (c) => c.notNull())
    .execute();
  await db.schema.createIndex('transcribeJobs_next').on('transcribeJobs').columns(['status', 'createdAt']).execute();
  await db.schema.createIndex('transcribeJobs_newest').on('transcribeJobs').columns(['createdAt', 'id']).execute();
  await db.schema
    .createTable('transcripts')
    .addColumn('key', 'text', (c) => c.primaryKey())
    .addColumn('heard', 'text', (c) => c.notNull())
    .addColumn('createdAt', instant, (c) => c.notNull())
    .execute();
  await db.schema.createIndex('transcripts_oldest').on('transcripts').column('createdAt').execute();
}
