// The store: SQLite in one file, or PostgreSQL for several sidecars. It is migrated when it is opened.
import {
  type DeleteQueryBuilder,
  type DeleteResult,
  Kysely,
  PostgresDialect,
  type SelectQueryBuilder,
  sql,
  SqliteDialect,
  type Transaction,
} from 'kysely';
import type pg from 'pg';
import { openForMigration, openPostgres, type PoolSettings } from './postgres.ts';
import { openSqlite } from './sqlite.ts';
import type { Tables } from './tables.ts';
import { migrateStore } from './migrate.ts';

export type Db = Kysely<Tables>;
export type Tx = Transaction<Tables>;
type Kind = 'sqlite' | 'postgres';

export interface Store {
  db: Db;
  kind: Kind;
  close: () => Promise<void>;
  /** Counts of connections to PostgreSQL; undefined before the first query and for SQLite. */
  connections: () => { total: number; idle: number; waiting: number } | undefined;
}

export interface StoreSettings {
  /** Address of a PostgreSQL database. If undefined, `file` is used. */
  databaseUrl?: string | undefined;
  file: string;
  pool?: PoolSettings;
  /** Called for each failed query. */
  onError?: (error: Error) => void;
}

async function openSqliteStore(file: string) {
  const database = openSqlite(file);
  try {
    await migrateStore(new SqliteDialect({ database }), 'sqlite');
    return database;
  } catch (error) {
    database.close();
    throw error;
  }
}

async function openPostgresStore(url: string, onError: (error: Error) => void, settings?: PoolSettings) {
  const pool = openForMigration(url, onError);
  try {
    await migrateStore(new PostgresDialect({ pool }), 'postgres');
  } finally {
    await pool.end();
  }
  return openPostgres(url, onError, settings);
}

/** Returns a store that the first query opens; if that fails, the next query tries again. */
export function openStoreLazily({ databaseUrl, file, pool, onError = () => {} }: StoreSettings): Store {
  const reportErrors =
    <T>(open: () => Promise<T>) =>
    () =>
      open().catch((error: Error) => {
        onError(error);
        throw error;
      });
  let postgres: pg.Pool | undefined;
  const dialect = databaseUrl
    ? new PostgresDialect({
        pool: reportErrors(async () => (postgres = await openPostgresStore(databaseUrl, onError, pool))),
      })
    : new SqliteDialect({ database: reportErrors(() => openSqliteStore(file)) });
  const db = new Kysely<Tables>({
    dialect,
    log: (event) => {
      if (event.level === 'error') onError(event.error as Error);
    },
  });
  const connections = () =>
    postgres && { total: postgres.totalCount, idle: postgres.idleCount, waiting: postgres.waitingCount };
  return { db, kind: databaseUrl ? 'postgres' : 'sqlite', close: () => db.destroy(), connections };
}

/** Rejects if the database is unavailable. */
export const checkConnection = ({ db }: Pick<Store, 'db'>): Promise<unknown> => sql`select 1`.execute(db);

/** Opens and migrates the store. Rejects if the database is unavailable or cannot be migrated. */
export async function openStore(settings: StoreSettings): Promise<Store> {
  const store = openStoreLazily(settings);
  await checkConnection(store);
  return store;
}

type TableWithStatus = { [T in keyof Tables]: Tables[T] extends { status: string } ? T : never }[keyof Tables];

/** Counts the rows of each status. */
export async function countByStatus<T extends TableWithStatus>(
  db: Db,
  table: T,
): Promise<Partial<Record<Tables[T]['status'], number>>> {
  const { rows } = await sql<{ status: Tables[T]['status']; total: number }>`
    select status, count(*) as total from ${sql.table(table)} group by status`.execute(db);
  return Object.fromEntries(rows.map(({ status, total }) => [status, Number(total)])) as never;
}

export interface Batch<T extends keyof Tables> {
  key: keyof Tables[T] & string;
  /** Maximum number of rows. */
  limit: number;
  choose: (rows: SelectQueryBuilder<Tables, T, object>) => SelectQueryBuilder<Tables, T, object>;
}

/** Deletes one batch of the rows that `choose` selects. */
export function deleteBatch<T extends keyof Tables & string>(
  db: Db,
  table: T,
  { key, limit, choose }: Batch<T>,
): DeleteQueryBuilder<Tables, T, DeleteResult> {
  const rows = choose(db.selectFrom(table) as never)
    .select(sql.ref(`${table}.${key}`).as(key))
    .limit(limit);
  // Kysely's types do not cover a generic table name.
  const all = db.deleteFrom(table) as unknown as { where: (key: string, is: 'in', rows: unknown) => unknown };
  return all.where(key, 'in', rows) as DeleteQueryBuilder<Tables, T, DeleteResult>;
}
