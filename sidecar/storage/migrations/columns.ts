// Column types that mean the same on both databases.
import { sql } from 'kysely';
import type { Migration } from 'kysely/migration';

export type MigrationDb = Parameters<Migration['up']>[0];
export type Dialect = 'sqlite' | 'postgres';

/** Milliseconds since 1970, or a large count. */
export const instant = sql`bigint`;
export const serial = (dialect: Dialect) =>
  dialect === 'sqlite' ? sql`integer primary key autoincrement` : sql`bigserial primary key`;
