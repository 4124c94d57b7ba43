// Copies the embedded store while it is in use, and restores such a copy.
import { chmodSync, chownSync, closeSync, constants, copyFileSync, existsSync, fsyncSync, mkdirSync } from 'node:fs';
import { openSync, renameSync, rmSync, statSync } from 'node:fs';
import { dirname } from 'node:path';
import process from 'node:process';
import { DatabaseSync } from 'node:sqlite';
import { describeIncompatibleStore, isCompatible } from './compatibility.ts';

const ownerOnly = 0o600;
const waitMs = 5000;

function flushFile(path: string): void {
  const file = openSync(path, 'r');
  fsyncSync(file);
  closeSync(file);
}

function findProblem(database: DatabaseSync, file: string): string | undefined {
  const damage = database.prepare('PRAGMA integrity_check(1)').get()!.integrity_check;
  if (damage !== 'ok') return `${file} is damaged: ${damage}.`;
  if (database.prepare('PRAGMA foreign_key_check').get())
    return `${file} is damaged: a row belongs to one that is missing.`;
  const hasMigrations = database.prepare("select 1 from sqlite_master where name = 'kysely_migration'").get();
  const rows = hasMigrations ? database.prepare('select name from kysely_migration').all() : [];
  if (rows.length === 0) return `${file} is not a Greenroom database.`;
  const applied = rows.map(({ name }) => String(name));
  if (isCompatible(applied, 'sqlite')) return undefined;
  return describeIncompatibleStore(database.prepare('select version from "storeVersion"').get()?.version);
}

/** Throws if the file is not an intact store that this version can migrate. */
export function verifyStore(file: string): void {
  const database = new DatabaseSync(file, { readOnly: true, timeout: waitMs });
  try {
    const problem = findProblem(database, file);
    if (problem) throw new Error(problem);
  } catch (error) {
    const { errcode } = error as { errcode?: number };
    throw errcode === undefined
      ? error
      : new Error(`${file} is not a Greenroom database, or is damaged.`, { cause: error });
  } finally {
    database.close();
  }
}

/**
 * Copies the store in one consistent read while others continue to write. Throws if the target exists; deletes an
 * incomplete copy.
 */
export function backUpStore(store: string, copy: string): void {
  if (!existsSync(store)) throw new Error(`There is no database at ${store}.`);
  mkdirSync(dirname(copy), { recursive: true, mode: 0o700 });
  // SQLite writes into an existing empty file, so its permissions apply from the first byte.
  closeSync(openSync(copy, 'wx', ownerOnly));
  try {
    const database = new DatabaseSync(store, { readOnly: true, timeout: waitMs });
    try {
      database.prepare('VACUUM INTO ?').run(copy);
    } finally {
      database.close();
    }
    verifyStore(copy);
    flushFile(copy);
    flushFile(dirname(copy));
  } catch (error) {
    rmSync(copy, { force: true });
    throw error;
  }
}

/** Primary result codes of SQLite, https://www.sqlite.org/rescode.html. */
const SQLITE_BUSY = 5;
const SQLITE_CORRUPT = 11;
const SQLITE_NOTADB = 26;

/** Merges the write-ahead log into the database file. Throws while another process has the store open. */
function mergeLog(store: string): void {
  const database = new DatabaseSync(store);
  try {
    database.exec('PRAGMA journal_mode=DELETE');
  } catch (error) {
    const code = (error as { errcode?: number }).errcode! & 0xff;
    if (code === SQLITE_BUSY)
      throw new Error('The sidecar is running. Stop it, restore, and start it again.', { cause: error });
    // A damaged store is no reason not to restore.
    if (code !== SQLITE_CORRUPT && code !== SQLITE_NOTADB) throw error;
  } finally {
    database.close();
  }
}

/** Moves the store and its log away. SQLite would apply a leftover log to the restored copy. */
function moveStore(store: string, aside: string): void {
  if (existsSync(store)) mergeLog(store);
  for (const suffix of ['', '-wal', '-shm']) if (existsSync(store + suffix)) renameSync(store + suffix, aside + suffix);
}

/** Replaces the store with the copy and keeps the old store as `aside`. The copy stays unchanged. */
export function restoreStore(copy: string, store: string, aside: string): void {
  if (!existsSync(copy)) throw new Error(`There is no file ${copy}.`);
  verifyStore(copy);
  const folder = dirname(store);
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  const part = `${store}.part`;
  rmSync(part, { force: true });
  copyFileSync(copy, part, constants.COPYFILE_EXCL);
  chmodSync(part, ownerOnly);
  const { uid, gid } = statSync(folder);
  if (process.getuid?.() === 0) chownSync(part, uid, gid);
  flushFile(part);
  moveStore(store, aside);
  renameSync(part, store);
  flushFile(folder);
}
