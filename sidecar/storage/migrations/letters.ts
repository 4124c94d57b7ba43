// A function of PostgreSQL that lowercases letters of every script, independent of the locale of the database.
import { sql } from 'kysely';
import type { MigrationDb, Dialect } from './columns.ts';

/**
 * Creates the function `lower_case`. In locale C, PostgreSQL's `lower` handles only English letters. The embedded store
 * gets this function from the process.
 */
export async function lowerCase(db: MigrationDb, dialect: Dialect): Promise<void> {
  if (dialect === 'sqlite') return;
  const { rows } = await sql`select 1 from pg_collation where collname = 'und-x-icu'`.execute(db);
  // A PostgreSQL that was built without ICU has no such collation.
  const text = rows.length > 0 ? '$1 collate "und-x-icu"' : '$1';
  await sql
    .raw(
      `create function lower_case(text) returns text language sql immutable parallel safe as 'select lower(${text})'`,
    )
    .execute(db);
}
