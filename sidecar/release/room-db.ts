// Opens room.db in the dist folder, which contains everything that is published. A release is one transaction, and each
// reader sees one release.
import { rmSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { type Encoding, objectPath, type ReleaseFacts, type ReleasePage } from '#domain/release/page.ts';
import { textTables } from '#domain/search/text-index.ts';

export const roomFile = (dist: string): string => join(dist, 'room.db');

/** Returns the path of an object: the bytes of one or more pages, named by their hash. */
export const objectFile = (dist: string, { etag }: Pick<ReleasePage, 'etag'>, encoding?: Encoding): string =>
  join(dist, 'objects', objectPath(etag, encoding));

/** Version of the tables. A file with another version is built again. */
const schemaVersion = 1;

/** Tables that a release consists of, without those that are derived from others. */
export const releaseTables = [
  'release',
  'page',
  'item',
  'entry',
  'fact',
  'freeTexts',
  'freeForms',
  'pricedTexts',
  'pricedForms',
] as const;

const schema = `
  create table release (
    id integer primary key check (id = 1), number integer not null, name text not null, baseUrl text not null,
    contentDigest text not null, contentChangedAt integer not null
  );
  create table page (
    path text primary key, file text not null, type text not null, etag text not null, lastModified text not null,
    size integer not null, br integer, gzip integer, tokens integer, private integer not null, markdown integer not null,
    frame integer not null, retired integer not null, inputs text
  ) without rowid;
  create index pageEtag on page (etag);
  create table item (
    id text primary key, position integer not null, inputs text not null, indexed text not null, json text not null
  );
  create index itemPosition on item (position);
  create table entry (
    list text not null, id text not null, position integer not null, inputs text not null, json text not null,
    primary key (list, id)
  );
  create index entryPosition on entry (list, position);
  create table fact (name text primary key, value text not null) without rowid;
  create table unusedObject (etag text primary key, since integer not null) without rowid;
  ${textTables}
  pragma user_version = ${schemaVersion};`;

/** Creates the tables of a release in an empty database. */
export const createTables = (db: DatabaseSync): void => db.exec(`begin; ${schema} commit`);

const isCurrent = (db: DatabaseSync): boolean =>
  (db.prepare('pragma user_version').get() as { user_version: number }).user_version === schemaVersion;

/** Removes the database. */
export function removeRoomDb(dist: string): void {
  for (const suffix of ['', '-wal', '-shm']) rmSync(roomFile(dist) + suffix, { force: true });
}

/** Folders and files of releases that an earlier version has left. */
const oldNames = ['current', 'current.next', 'releases', 'spare', 'spare.making'];

export function removeOldReleases(dist: string): void {
  for (const name of oldNames) rmSync(join(dist, name), { recursive: true, force: true });
}

/** Describes damage of the database for people. */
export const findDatabaseProblem = (db: DatabaseSync): string | undefined => {
  try {
    const { quick_check: result } = db.prepare('pragma quick_check(1)').get() as { quick_check: string };
    return result === 'ok' ? undefined : result;
  } catch (error) {
    return (error as Error).message;
  }
};

function open(dist: string): DatabaseSync {
  const db = new DatabaseSync(roomFile(dist), { timeout: 10_000 });
  // Deleted text must not remain in free pages of the file.
  db.exec(
    'pragma journal_mode = wal; pragma synchronous = normal; pragma secure_delete = on; pragma journal_size_limit = 16777216',
  );
  return db;
}

/**
 * Opens the database for a build. If another version made it or a check finds damage, it is replaced by an empty one.
 * The check reads the whole file.
 */
export function openToBuild(dist: string, isChecked: boolean): DatabaseSync {
  try {
    const db = open(dist);
    if (isCurrent(db) && !(isChecked && findDatabaseProblem(db))) return db;
    db.close();
  } catch (error) {
    if (!(error as { errcode?: number }).errcode) throw error;
  }
  removeRoomDb(dist);
  const db = open(dist);
  createTables(db);
  return db;
}

/**
 * Opens the database for reading. Throws ENOENT if it does not exist or has no tables yet, and another error if another
 * version made it.
 */
export function openToRead(dist: string): DatabaseSync {
  statSync(roomFile(dist));
  const db = new DatabaseSync(roomFile(dist), { readOnly: true, timeout: 10_000 });
  try {
    if (isCurrent(db)) return db;
    if (!db.prepare('select 1 from sqlite_schema').get())
      throw Object.assign(new Error('room.db is empty'), { code: 'ENOENT' });
    throw new Error('room.db was made by another version of the program');
  } catch (error) {
    db.close();
    throw error;
  }
}

/** Opens the database to apply changes of another machine. Throws if it does not exist or another version made it. */
export function openToChange(dist: string): DatabaseSync {
  openToRead(dist).close();
  return open(dist);
}

/**
 * Opens the database in a transaction, so that all reads are of the release that is live now. Throws if there is none.
 */
export function openSnapshot(dist: string): DatabaseSync {
  const db = openToRead(dist);
  db.exec('begin');
  if (readFacts(db)) return db;
  db.close();
  throw new Error('room.db contains no release');
}

/**
 * Copies the whole write-ahead log into the database, so that the file can be moved. Throws if another connection is
 * open.
 */
export function clearLog(db: DatabaseSync): void {
  const { busy } = db.prepare('pragma wal_checkpoint(truncate)').get() as { busy: number };
  if (busy) throw new Error('room.db is in use.');
}

/** Copies the write-ahead log into the database, so that the next release can start a new log. */
export function allowLogReuse(dist: string): void {
  const db = open(dist);
  db.exec('pragma wal_checkpoint(passive)');
  db.close();
}

interface FactsRow {
  number: number;
  name: string;
  baseUrl: string;
  contentDigest: string;
  contentChangedAt: number;
}

/** Facts of a release and its number, which is higher than that of the previous release. */
export type NumberedFacts = ReleaseFacts & { number: number };

/** Returns the facts of the release; undefined before the first one. */
export function readFacts(db: DatabaseSync): NumberedFacts | undefined {
  const row = db.prepare('select * from release').get() as unknown as FactsRow | undefined;
  if (!row) return undefined;
  const { number, name, baseUrl, contentDigest, contentChangedAt } = row;
  return { number, release: name, baseUrl, content: { digest: contentDigest, changedAt: contentChangedAt } };
}

/** Returns the facts of the live release; undefined if there is none or it cannot be read. */
export function readLiveFacts(dist: string): NumberedFacts | undefined {
  try {
    const db = openSnapshot(dist);
    const facts = readFacts(db);
    db.close();
    return facts;
  } catch {
    return undefined;
  }
}

interface PageRow {
  path: string;
  file: string;
  type: string;
  etag: string;
  lastModified: string;
  size: number;
  br: number | null;
  gzip: number | null;
  tokens: number | null;
  private: number;
  markdown: number;
  frame: number;
  retired: number;
  inputs: string | null;
}

/** Properties that are true or absent, in the order of their columns. */
const pageFlags = ['private', 'markdown', 'frame', 'retired'] as const;

function pageOf(row: PageRow): ReleasePage {
  const { file, type, etag, lastModified, size, br, gzip, tokens, inputs } = row;
  const page: ReleasePage = { file, type, etag, lastModified, size };
  if (br !== null || gzip !== null) page.encodings = { ...(br !== null && { br }), ...(gzip !== null && { gzip }) };
  if (tokens !== null) page.tokens = tokens;
  for (const flag of pageFlags) if (row[flag]) page[flag] = true;
  if (inputs !== null) page.inputs = inputs;
  return page;
}

/** Pages of a release by path. */
export interface ReleasePages {
  /** Yields the pages sorted by path. */
  entries: () => Generator<[path: string, page: ReleasePage]>;
  get: (path: string) => ReleasePage | undefined;
  has: (path: string) => boolean;
}

export function readPages(db: DatabaseSync): ReleasePages {
  const one = db.prepare('select * from page where path = ?');
  const exists = db.prepare('select 1 from page where path = ?');
  const next = db.prepare('select * from page where path > ? order by path limit 500');
  return {
    get: (path) => {
      const row = one.get(path) as unknown as PageRow | undefined;
      return row && pageOf(row);
    },
    has: (path) => exists.get(path) !== undefined,
    *entries() {
      // Rows are read in steps, since an open cursor would keep the transaction open.
      for (let rows, last = ''; (rows = next.all(last) as unknown as PageRow[]).length > 0; last = rows.at(-1)!.path)
        for (const row of rows) yield [row.path, pageOf(row)];
    },
  };
}

/** Returns a function that inserts or replaces a page. */
export function createPageWriter(db: DatabaseSync): (path: string, page: ReleasePage) => void {
  const put = db.prepare(`insert or replace into page values (${Array(14).fill('?').join(', ')})`);
  return (path, page) => {
    const { file, type, etag, lastModified, size, encodings = {}, tokens = null, inputs = null } = page;
    const flags = pageFlags.map((flag) => (page[flag] ? 1 : 0));
    const sizes = [encodings.br ?? null, encodings.gzip ?? null];
    put.run(path, file, type, etag, lastModified, size, ...sizes, tokens, ...flags, inputs);
  };
}

/** Returns a fact. Throws if it does not exist. */
export function readFact<T>(db: DatabaseSync, name: string): T {
  const { value } = db.prepare('select value from fact where name = ?').get(name) as { value: string };
  return JSON.parse(value) as T;
}
