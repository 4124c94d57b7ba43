// Copies of room.db that take over the changes of each release.
import assert from 'node:assert/strict';
import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { test } from 'node:test';
import fc from 'fast-check';
import { clearIndex, type TextSource, type IndexName, updateIndex } from '#domain/search/text-index.ts';
import { applyChanges, readChangesBetween, recordChanges, removeChanges, saveChanges } from './changesets.ts';
import { createTables, createPageWriter, releaseTables } from './room-db.ts';

const words = ['tide', 'harbour', 'letter', 'Mädchen', '潮汐', 'table'];

interface Step {
  /** Words of each text by the name of its item. */
  texts: Record<string, number[]>;
  pages: Record<string, number>;
  items: string[];
  isCleared: boolean;
}

const name = fc.constantFrom('a', 'b', 'c', 'd', 'e');
const step: fc.Arbitrary<Step> = fc.record({
  texts: fc.dictionary(name, fc.array(fc.nat(words.length - 1), { maxLength: 4 })),
  pages: fc.dictionary(name, fc.nat(3)),
  items: fc.uniqueArray(name),
  isCleared: fc.boolean(),
});

const stem = (word: string): string => word.slice(0, 3);

const freshText = ([id, numbers]: [string, number[]]): TextSource => {
  const body = numbers.map((n) => words[n]).join(' ');
  const text = { title: id, themes: '', people: '', summary: '', body, transcript: [], hasPage: true };
  return { id, key: body, text: () => ({ id, key: body, ...text, origin: { voices: {} as never } }) };
};

/** Writes as a build does. */
function writeRelease(db: DatabaseSync, number: number, { texts, pages, items, isCleared }: Step): void {
  db.prepare('insert or replace into release values (1, ?, ?, ?, ?, ?)').run(number, `r${number}`, '', '', number);
  const writePage = createPageWriter(db);
  const known = db.prepare('select path from page').all() as { path: string }[];
  for (const { path } of known) if (!(path in pages)) db.prepare('delete from page where path = ?').run(path);
  const page = { file: '', type: '', lastModified: '', size: 1 };
  for (const [path, etag] of Object.entries(pages)) writePage(path, { ...page, etag: String(etag) });
  db.exec('delete from item; delete from entry');
  for (const [at, id] of items.entries()) {
    db.prepare('insert or replace into item values (?, ?, ?, ?, ?)').run(id, at, '', '', id);
    db.prepare('insert or replace into entry values (?, ?, ?, ?, ?)').run('articles', id, at, '', id);
  }
  db.prepare('insert or replace into fact values (?, ?)').run('room', `${number % 3}`);
  for (const index of ['free', 'priced'] as const) {
    if (isCleared) clearIndex(db, index);
    updateIndex(db, index, Object.entries(texts).map(freshText), stem);
  }
}

const emptyDb = (): DatabaseSync => {
  const db = new DatabaseSync(':memory:');
  createTables(db);
  return db;
};

const rowsOf = (db: DatabaseSync) =>
  releaseTables.map((table) => db.prepare(`select * from ${table} order by 1, 2`).all());

function searchResults(db: DatabaseSync, index: IndexName) {
  db.exec(`insert into ${index}Index (${index}Index, rank) values ('integrity-check', 1)`);
  const find = db.prepare(
    `select rowid, bm25(${index}Index) as rank from ${index}Index where ${index}Index match ? order by 1`,
  );
  return [words.map((word) => find.all(`"${word}"`)), db.prepare(`select * from ${index}Words order by term`).all()];
}

test('a copy that takes over the changes of every release has the same rows and finds the same', () => {
  fc.assert(
    fc.property(fc.array(step, { minLength: 1, maxLength: 6 }), (steps) => {
      const db = emptyDb();
      const copy = emptyDb();
      for (const [at, one] of steps.entries()) {
        db.exec('begin immediate');
        const recorded = recordChanges(db);
        writeRelease(db, at + 1, one);
        const changes = { from: at, to: at + 1, paths: [], changeset: recorded.finish() };
        db.exec('commit');
        applyChanges(copy, changes);
        assert.deepEqual(rowsOf(copy), rowsOf(db));
        for (const index of ['free', 'priced'] as const)
          assert.deepEqual(searchResults(copy, index), searchResults(db, index));
      }
      db.close();
      copy.close();
    }),
  );
});

test('changes of another database are refused, and leave everything as it was', () => {
  const db = emptyDb();
  const step: Step = { texts: { a: [0] }, pages: { a: 1 }, items: ['a'], isCleared: false };
  writeRelease(db, 1, step);
  const recorded = recordChanges(db);
  writeRelease(db, 2, { ...step, pages: { a: 2 } });
  const changes = { from: 1, to: 2, paths: ['a'], changeset: recorded.finish() };
  const other = emptyDb();
  writeRelease(other, 3, step);
  const before = rowsOf(other);
  assert.throws(() => applyChanges(other, changes), /do not fit/);
  assert.deepEqual(rowsOf(other), before);
});

test('saved changes are found from release to release, and not across a gap', (t) => {
  const dist = mkdtempSync(join(tmpdir(), 'greenroom-changes-'));
  t.after(() => rmSync(dist, { recursive: true }));
  const numbers = [10, 13, 20, 21];
  const all = numbers
    .slice(1)
    .map((to, at) => ({ from: numbers[at]!, to, paths: [`/${to}`], changeset: Buffer.from(`\n${to}`) }));
  for (const changes of all) saveChanges(dist, changes);
  assert.deepEqual(readChangesBetween(dist, 10, 21), all);
  assert.deepEqual(readChangesBetween(dist, 13, 20), [all[1]]);
  assert.deepEqual(readChangesBetween(dist, 21, 21), []);
  for (const [from, to] of [
    [9, 21],
    [12, 21],
    [10, 22],
  ])
    assert.equal(readChangesBetween(dist, from!, to!), undefined);
  removeChanges(dist, 20);
  assert.equal(readChangesBetween(dist, 13, 21), undefined);
  assert.deepEqual(readdirSync(join(dist, 'changes')), ['21.changeset']);
});
