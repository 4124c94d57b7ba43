// The embedded store: one file, which only its owner may read.
import { closeSync, mkdirSync, openSync } from 'node:fs';
import { dirname } from 'node:path';
import { DatabaseSync, type SQLInputValue, type StatementSync } from 'node:sqlite';
import type { SqliteDatabase } from 'kysely';
import { LRUCache } from 'lru-cache';
import { guardFile, asStoreLost, StoreLost } from './file-guard.ts';

/**
 * Creates the file with restricted permissions, since it contains secrets of webhooks. SQLite gives its other files the
 * same mode.
 */
function createFile(file: string): void {
  mkdirSync(dirname(file), { recursive: true, mode: 0o700 });
  closeSync(openSync(file, 'a', 0o600));
}

/** Size of the page cache. SQLite's default of 2 MB holds a small part of a large directory. */
const cacheKiB = 32 * 1024;

/**
 * Opens a database in which commits are durable (synchronous=FULL) and readers do not wait for the writer (WAL). Throws
 * if the file is not writable: SQLite would silently open it read-only.
 */
function openDatabase(file: string): DatabaseSync {
  createFile(file);
  const database = new DatabaseSync(file);
  try {
    database.exec(
      `PRAGMA busy_timeout=5000; PRAGMA journal_mode=WAL; PRAGMA synchronous=FULL; PRAGMA foreign_keys=ON;
       PRAGMA cache_size=-${cacheKiB};`,
    );
    database.exec('BEGIN IMMEDIATE; ROLLBACK;');
    // SQLite's `lower` handles only English letters. On PostgreSQL, a migration creates this function.
    database.function('lower_case', { deterministic: true }, (value) =>
      typeof value === 'string' ? value.toLowerCase() : value,
    );
    return database;
  } catch (error) {
    database.close();
    throw asStoreLost(file, error);
  }
}

const maxStatements = 200;

const emptyStatement = {
  reader: false,
  all: () => [],
  run: () => ({ changes: 0, lastInsertRowid: 0 }),
  iterate: () => [].values(),
};

/**
 * Makes transactions write transactions from the start: Kysely's deferred one could not write after another process has
 * written.
 */
const toWriteTransaction = (text: string): string => (text === 'begin' ? 'begin immediate' : text);

/** Caches prepared statements by their text: preparing one takes as long as running it. */
function statementCache(database: DatabaseSync): (text: string) => StatementSync {
  const statements = new LRUCache<string, StatementSync>({
    max: maxStatements,
    memoMethod: (text) => database.prepare(text),
  });
  return (text) => statements.memo(text);
}

/** Repeats the first report of damage for every later access. */
function createDamageGuard(file: string) {
  let firstDamage: StoreLost | undefined;
  return <T>(work: () => T): T => {
    if (firstDamage) throw firstDamage;
    try {
      return work();
    } catch (error) {
      const translated = asStoreLost(file, error);
      if (translated instanceof StoreLost && translated !== error) firstDamage = translated;
      throw translated;
    }
  };
}

export function openSqlite(file: string): SqliteDatabase {
  const database = openDatabase(file);
  const guard = guardFile(file);
  const prepare = statementCache(database);
  const guarded = createDamageGuard(file);
  const values = (parameters: readonly unknown[]) => parameters as SQLInputValue[];
  return {
    close: () => {
      database.close();
      guard.close();
    },
    prepare: (text) => {
      // A full disk may have ended the transaction already.
      if (text === 'rollback' && !database.isTransaction) return emptyStatement;
      // The file is checked where a transaction begins and ends.
      if (text === 'commit' || !database.isTransaction) guard.check();
      const statement = guarded(() => prepare(toWriteTransaction(text)));
      return {
        reader: statement.columns().length > 0,
        all: (parameters) => guarded(() => statement.all(...values(parameters))),
        run: (parameters) => guarded(() => statement.run(...values(parameters))),
        iterate: (parameters) => guarded(() => statement.iterate(...values(parameters))) as IterableIterator<unknown>,
      };
    },
  };
}
