// The store: SQLite in one file, or PostgreSQL for several sidecars; opened and brought up to date at start.
import { mkdirSync } from 'node:fs';
import { dirname } from 'node:path';
import { DatabaseSync, type SQLInputValue } from 'node:sqlite';
import {
  Kysely,
  PostgresDialect,
  type SelectQueryBuilder,
  type SqliteDatabase,
  SqliteDialect,
  type Transaction,
} from 'kysely';
import { Migrator } from 'kysely/migration';
import pg from 'pg';
import { migrations } from './migrations.ts';
import type { Tables } from './tables.ts';

export type Db = Kysely<Tables>;
export type Tx = Transaction<Tables>;

export interface Store {
  db: Db;
  kind: 'sqlite' | 'postgres';
  close: () => Promise<void>;
}

/** Durable: a commit that was answered is on disk (synchronous=FULL), and readers never wait for the writer (WAL). */
function openSqlite(file: string): SqliteDatabase {
  mkdirSync(dirname(file), { recursive: true });
  const database = new DatabaseSync(file);
  database.exec('PRAGMA journal_mode=WAL; PRAGMA synchronous=FULL; PRAGMA foreign_keys=ON; PRAGMA busy_timeout=5000;');
  return {
    close: () => database.close(),
    prepare: (text) => {
      const statement = database.prepare(text);
      const values = (parameters: readonly unknown[]) => parameters as SQLInputValue[];
      return {
        reader: statement.columns().length > 0,
        all: (parameters) => statement.all(...values(parameters)),
        run: (parameters) => statement.run(...values(parameters)),
        iterate: (parameters) => statement.iterate(...values(parameters)) as IterableIterator<unknown>,
      };
    },
  };
}

function openPostgres(url: string): pg.Pool {
  // bigint as number: instants in milliseconds and ids stay far below 2^53.
  pg.types.setTypeParser(pg.types.builtins.INT8, Number);
  return new pg.Pool({ connectionString: url, max: 10 });
}

export interface StoreSettings {
  /** postgres://…; without it the file is used. */
  databaseUrl?: string | undefined;
  file: string;
}

/** Throws when the database cannot be reached or brought up to date. */
export async function openStore({ databaseUrl, file }: StoreSettings): Promise<Store> {
  const kind = databaseUrl ? 'postgres' : 'sqlite';
  const dialect = databaseUrl
    ? new PostgresDialect({ pool: openPostgres(databaseUrl) })
    : new SqliteDialect({ database: openSqlite(file) });
  const db = new Kysely<Tables>({ dialect });
  const migrator = new Migrator({ db, provider: { getMigrations: async () => migrations(kind) } });
  const { error } = await migrator.migrateToLatest();
  if (error) {
    await db.destroy();
    throw error;
  }
  return { db, kind, close: () => db.destroy() };
}

/** Rows that this worker may take: on PostgreSQL, those that no other worker holds at this moment. */
export const claimable = <T extends keyof Tables, O>(
  store: Pick<Store, 'kind'>,
  query: SelectQueryBuilder<Tables, T, O>,
): SelectQueryBuilder<Tables, T, O> => (store.kind === 'postgres' ? query.forUpdate().skipLocked() : query);
