// What PostgreSQL needs to compare letters of every script, in whichever locale its database was made.
import { sql } from 'kysely';
import type { MigrationDb, Dialect } from './columns.ts';

/** In locale C, PostgreSQL's own `lower` knows only the letters of English. The embedded store has the function of the process. */
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
