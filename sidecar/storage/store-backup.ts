// A copy of the embedded store while it is in use, and putting one in its place.
import { chmodSync, chownSync, closeSync, constants, copyFileSync, existsSync, fsyncSync, mkdirSync } from 'node:fs';
import { openSync, renameSync, rmSync, statSync } from 'node:fs';
import { dirname } from 'node:path';
import process from 'node:process';
import { DatabaseSync } from 'node:sqlite';
import { describeIncompatibleStore, isCompatible } from './compatibility.ts';

const ownerOnly = 0o600;
const waitMs = 5000;

function flush(path: string): void {
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
  if (rows.length === 0) return `${file} is no store of Greenroom.`;
  const applied = rows.map(({ name }) => String(name));
  if (isCompatible(applied, 'sqlite')) return undefined;
  return describeIncompatibleStore(database.prepare('select version from "storeVersion"').get()?.version);
}

/** Throws where the file is not a whole store that this version can bring up to date. */
export function verifyStore(file: string): void {
  const database = new DatabaseSync(file, { readOnly: true, timeout: waitMs });
  try {
    const problem = findProblem(database, file);
    if (problem) throw new Error(problem);
  } catch (error) {
    const { errcode } = error as { errcode?: number };
    throw errcode === undefined
      ? error
      : new Error(`${file} is no store of Greenroom, or is damaged.`, { cause: error });
  } finally {
    database.close();
  }
}

/**
 * Copies the store as it stands at this moment: one read of SQLite, during which others write on. Throws where there is
 * a file already; leaves none when it fails.
 */
export function backUpStore(store: string, copy: string): void {
  if (!existsSync(store)) throw new Error(`There is no store at ${store}.`);
  mkdirSync(dirname(copy), { recursive: true, mode: 0o700 });
  // SQLite writes into an empty file; made here, it is nobody else's from the first byte on.
  closeSync(openSync(copy, 'wx', ownerOnly));
  try {
    const database = new DatabaseSync(store, { readOnly: true, timeout: waitMs });
    try {
      database.prepare('VACUUM INTO ?').run(copy);
    } finally {
      database.close();
    }
    verifyStore(copy);
    flush(copy);
    flush(dirname(copy));
  } catch (error) {
    rmSync(copy, { force: true });
    throw error;
  }
}

const [busy, damaged, noDatabase] = [5, 11, 26];

/** Gathers the store in its one file. Throws while another process has it open. */
function gather(store: string): void {
  const database = new DatabaseSync(store);
  try {
    database.exec('PRAGMA journal_mode=DELETE');
  } catch (error) {
    const code = (error as { errcode?: number }).errcode! & 0xff;
    if (code === busy)
      throw new Error('The sidecar is running. Stop it, restore, and start it again.', { cause: error });
    // A store that cannot be read is all the more a reason to restore.
    if (code !== damaged && code !== noDatabase) throw error;
  } finally {
    database.close();
  }
}

/** Its log, too, where the store itself was deleted: SQLite would play it into the copy. */
function setAside(store: string, aside: string): void {
  if (existsSync(store)) gather(store);
  for (const suffix of ['', '-wal', '-shm']) if (existsSync(store + suffix)) renameSync(store + suffix, aside + suffix);
}

/** Puts the copy in the place of the store, which is kept as `aside`. The copy stays as it is. */
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
  flush(part);
  setAside(store, aside);
  renameSync(part, store);
  flush(folder);
}
