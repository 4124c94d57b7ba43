// Writes a build to room.db in one transaction. Whatever the database contains afterwards is published.
import { rmSync } from 'node:fs';
import type { DatabaseSync } from 'node:sqlite';
import { isDeepStrictEqual } from 'node:util';
import { encodings, type ReleaseFacts, type ReleasePage } from '#domain/release/page.ts';
import type { BuiltRoom, ItemRow, ListRow } from '#domain/release/site-entry.ts';
import { stemmerFor } from '#domain/search/stems.ts';
import { clearIndex, type TextSource, type IndexName, updateIndex } from '#domain/search/text-index.ts';
import { recordChanges, type ReleaseChanges } from '../../sidecar/release/changesets.ts';
import { objectFile, createPageWriter, readFacts } from '../../sidecar/release/room-db.ts';

export interface PageChange {
  path: string;
  before?: ReleasePage | undefined;
  after?: ReleasePage | undefined;
}

type Pages = ReadonlyMap<string, ReleasePage>;

function diffPages(live: Pages, pages: Pages): PageChange[] {
  const changes: PageChange[] = [];
  for (const [path, after] of pages) {
    const before = live.get(path);
    if (before !== after && !isDeepStrictEqual(before, after)) changes.push({ path, before, after });
  }
  for (const [path, before] of live) if (!pages.has(path)) changes.push({ path, before });
  return changes;
}

/** Writes the changed pages, and records objects that became unused: the previous release may still be served. */
function writePages(db: DatabaseSync, changes: PageChange[], now: number): void {
  const write = createPageWriter(db);
  const remove = db.prepare('delete from page where path = ?');
  const noteUnused = db.prepare('insert or ignore into unusedObject values (?, ?)');
  for (const { path, before, after } of changes) {
    if (after) write(path, after);
    else remove.run(path);
    if (before && before.etag !== after?.etag) noteUnused.run(before.etag, now);
  }
}

interface Row {
  id: string;
  position: number;
  inputs: string;
}

/** Writes rows with positions that count from the oldest, so that a new item does not change the others. */
function writeRows<R extends ListRow>(
  present: Row[],
  rows: R[],
  write: {
    put: (row: R, position: number) => void;
    move: (id: string, position: number) => void;
    remove: (id: string) => void;
  },
): void {
  const before = new Map(present.map((row) => [row.id, row]));
  for (const [at, row] of rows.entries()) {
    const position = rows.length - 1 - at;
    const was = before.get(row.id);
    if (was?.inputs !== row.inputs) write.put(row, position);
    else if (was.position !== position) write.move(row.id, position);
    before.delete(row.id);
  }
  for (const id of before.keys()) write.remove(id);
}

function writeItems(db: DatabaseSync, rows: ItemRow[]): void {
  const put = db.prepare('insert or replace into item values (?, ?, ?, ?, ?)');
  const move = db.prepare('update item set position = ? where id = ?');
  const remove = db.prepare('delete from item where id = ?');
  writeRows(db.prepare('select id, position, inputs from item').all() as unknown as Row[], rows, {
    put: ({ id, inputs, indexed, json }, position) => put.run(id, position, inputs, JSON.stringify(indexed()), json()),
    move: (id, position) => move.run(position, id),
    remove: (id) => remove.run(id),
  });
}

function writeList(db: DatabaseSync, list: string, rows: ListRow[]): void {
  const rowsOfList = db.prepare('select id, position, inputs from entry where list = ?');
  const put = db.prepare('insert or replace into entry values (?, ?, ?, ?, ?)');
  const move = db.prepare('update entry set position = ? where list = ? and id = ?');
  const remove = db.prepare('delete from entry where list = ? and id = ?');
  writeRows(rowsOfList.all(list) as unknown as Row[], rows, {
    put: ({ id, inputs, json }, position) => put.run(list, id, position, inputs, json()),
    move: (id, position) => move.run(position, list, id),
    remove: (id) => remove.run(list, id),
  });
}

/** Returns a function that writes a fact if it changed. */
function factWriter(db: DatabaseSync) {
  const read = db.prepare('select value from fact where name = ?');
  const write = db.prepare('insert or replace into fact values (?, ?)');
  return (name: string, value: string): boolean => {
    if ((read.get(name) as { value: string } | undefined)?.value === value) return false;
    write.run(name, value);
    return true;
  };
}

function writeTexts(db: DatabaseSync, { language, salt, free, priced = [] }: BuiltRoom['texts']): void {
  const indexes: [IndexName, TextSource[]][] = [
    ['free', free],
    ['priced', priced],
  ];
  const isOther = factWriter(db)('texts', JSON.stringify(salt));
  for (const [name, texts] of indexes) {
    if (isOther) clearIndex(db, name);
    updateIndex(db, name, texts, stemmerFor(language));
  }
}

/** Above this number of changed pages, other machines copy the database faster than they apply the changes. */
const maxSavedPages = 5000;

export interface CommitOptions {
  /** Milliseconds since the epoch. */
  now: number;
  /**
   * Receives the changes just before the commit, except for the first release and when copying the database is faster.
   */
  saveChanges?: ((changes: ReleaseChanges) => void) | undefined;
}

/** Commits a build and returns the changed pages. `live` are the pages of the previous release. */
export function commitRelease(
  db: DatabaseSync,
  { release, baseUrl, content }: ReleaseFacts,
  built: BuiltRoom,
  live: Pages,
  { now, saveChanges }: CommitOptions,
): PageChange[] {
  const changes = diffPages(live, built.pages);
  const before = readFacts(db)?.number;
  // Two builders of a fleet must never give the same number to different releases.
  const number = Math.max((before ?? 0) + 1, now);
  db.exec('begin immediate');
  try {
    const isSaved = before !== undefined && changes.length <= maxSavedPages;
    const recorded = isSaved && saveChanges && recordChanges(db);
    writePages(db, changes, now);
    writeItems(db, built.items);
    for (const [list, rows] of Object.entries(built.lists)) writeList(db, list, rows);
    const writeFact = factWriter(db);
    writeFact('room', built.facts);
    writeFact('hidden', JSON.stringify(built.hidden));
    writeTexts(db, built.texts);
    db.prepare('insert or replace into release values (1, ?, ?, ?, ?, ?)').run(
      number,
      release,
      baseUrl,
      content.digest,
      content.changedAt,
    );
    const paths = changes.map(({ path }) => path);
    if (recorded) saveChanges({ from: before, to: number, paths, changeset: recorded.finish() });
    db.exec('commit');
  } catch (error) {
    db.exec('rollback');
    throw error;
  }
  return changes;
}

/** Deletes objects that only releases replaced before `before` used, in milliseconds since the epoch. */
export function removeUnusedObjects(db: DatabaseSync, dist: string, before: number): void {
  const unused = db.prepare('select etag from unusedObject where since < ?').all(before) as { etag: string }[];
  const isUsed = db.prepare('select 1 from page where etag = ?');
  const forget = db.prepare('delete from unusedObject where etag = ?');
  for (const { etag } of unused) {
    if (!isUsed.get(etag))
      for (const encoding of [undefined, ...encodings]) rmSync(objectFile(dist, { etag }, encoding), { force: true });
    forget.run(etag);
  }
}
