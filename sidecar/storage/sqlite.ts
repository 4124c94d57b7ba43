// The embedded store: one file, which only its owner may read.
import { closeSync, mkdirSync, openSync } from 'node:fs';
import { dirname } from 'node:path';
import { DatabaseSync, type SQLInputValue, type StatementSync } from 'node:sqlite';
import type { SqliteDatabase } from 'kysely';
import { LRUCache } from 'lru-cache';
import { guardFile, asStoreLost, StoreLost } from './file-guard.ts';

/** It holds secrets of webhooks. SQLite gives its other files the same mode. */
function makeFile(file: string): void {
  mkdirSync(dirname(file), { recursive: true, mode: 0o700 });
  closeSync(openSync(file, 'a', 0o600));
}

/** What is read often stays in the process: SQLite's own 2 MB hold a small part of a large directory. */
const cacheKiB = 32 * 1024;

/**
 * Durable: a commit that was answered is on disk (synchronous=FULL), and readers never wait for the writer (WAL).
 * Throws where the file cannot be written: SQLite would open it for reading alone, for good.
 */
function openDatabase(file: string): DatabaseSync {
  makeFile(file);
  const database = new DatabaseSync(file);
  try {
    database.exec(
      `PRAGMA busy_timeout=5000; PRAGMA journal_mode=WAL; PRAGMA synchronous=FULL; PRAGMA foreign_keys=ON;
       PRAGMA cache_size=-${cacheKiB};`,
    );
    database.exec('BEGIN IMMEDIATE; ROLLBACK;');
    // SQLite's own `lower` knows only the letters of English. On PostgreSQL, a migration makes this function.
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

const nothing = {
  reader: false,
  all: () => [],
  run: () => ({ changes: 0, lastInsertRowid: 0 }),
  iterate: () => [].values(),
};

/** Kysely's own begin is deferred: a transaction that reads first could not write once another process has written. */
const transactionsThatWrite = (text: string): string => (text === 'begin' ? 'begin immediate' : text);

/** Caches statements by their text: preparing one takes as long as running it. */
function statementCache(database: DatabaseSync): (text: string) => StatementSync {
  const statements = new LRUCache<string, StatementSync>({
    max: maxStatements,
    memoMethod: (text) => database.prepare(text),
  });
  return (text) => statements.memo(text);
}

/** What SQLite found damaged once stays so, whichever pages the next statement would read. */
function damageKeeper(file: string) {
  let lost: StoreLost | undefined;
  return <T>(work: () => T): T => {
    if (lost) throw lost;
    try {
      return work();
    } catch (error) {
      const meant = asStoreLost(file, error);
      if (meant instanceof StoreLost && meant !== error) lost = meant;
      throw meant;
    }
  };
}

export function openSqlite(file: string): SqliteDatabase {
  const database = openDatabase(file);
  const guard = guardFile(file);
  const prepare = statementCache(database);
  const kept = damageKeeper(file);
  const values = (parameters: readonly unknown[]) => parameters as SQLInputValue[];
  return {
    close: () => {
      database.close();
      guard.close();
    },
    prepare: (text) => {
      // A full disk may have ended the transaction already; then there is nothing to undo.
      if (text === 'rollback' && !database.isTransaction) return nothing;
      // Looked at where a transaction begins and where it ends.
      if (text === 'commit' || !database.isTransaction) guard.check();
      const statement = kept(() => prepare(transactionsThatWrite(text)));
      return {
        reader: statement.columns().length > 0,
        all: (parameters) => kept(() => statement.all(...values(parameters))),
        run: (parameters) => kept(() => statement.run(...values(parameters))),
        iterate: (parameters) => kept(() => statement.iterate(...values(parameters))) as IterableIterator<unknown>,
      };
    },
  };
}
