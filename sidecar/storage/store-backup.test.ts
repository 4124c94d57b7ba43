import assert from 'node:assert/strict';
import { copyFileSync, existsSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { test, type TestContext } from 'node:test';
import { backUpStore, restoreStore } from './store-backup.ts';
import { openStore } from './store.ts';

function folderOf(t: TestContext) {
  const folder = mkdtempSync(join(tmpdir(), 'greenroom-backup-'));
  t.after(() => rmSync(folder, { recursive: true, force: true }));
  return {
    folder,
    store: join(folder, 'greenroom.db'),
    copy: join(folder, 'copy.db'),
    aside: join(folder, 'aside.db'),
  };
}

async function withSecret(file: string, name: string) {
  const store = await openStore({ file });
  await store.db.insertInto('secrets').values({ name, value: '' }).execute();
  return store;
}

function secretsIn(file: string): unknown[] {
  const database = new DatabaseSync(file, { readOnly: true });
  const names = database
    .prepare('select name from secrets order by name')
    .all()
    .map(({ name }) => name);
  database.close();
  return names;
}

test('a copy of a store in use is whole, for its owner alone, and no file is overwritten', async (t) => {
  const { folder, store, copy } = folderOf(t);
  const { close } = await withSecret(store, 'kept');
  backUpStore(store, copy);
  assert.deepEqual(secretsIn(copy), ['kept']);
  assert.equal(statSync(copy).mode & 0o777, 0o600);
  assert.throws(() => backUpStore(store, copy), { code: 'EEXIST' });
  assert.deepEqual(secretsIn(copy), ['kept']);
  assert.throws(() => backUpStore(join(folder, 'nothing.db'), join(folder, 'other.db')), /no database at/);
  assert.ok(!existsSync(join(folder, 'other.db')));
  await close();
});

test('a restored store is the copy, and what was there is kept', async (t) => {
  const { store, copy, aside } = folderOf(t);
  const first = await withSecret(store, 'first');
  backUpStore(store, copy);
  await first.db.insertInto('secrets').values({ name: 'second', value: '' }).execute();
  await first.close();
  restoreStore(copy, store, aside);
  assert.deepEqual([secretsIn(store), secretsIn(aside), secretsIn(copy)], [['first'], ['first', 'second'], ['first']]);
  assert.equal(statSync(store).mode & 0o777, 0o600);
  await (await withSecret(store, 'third')).close();
});

test('the database is not replaced while a sidecar has it open', async (t) => {
  const { store, copy, aside } = folderOf(t);
  const { close } = await withSecret(store, 'kept');
  backUpStore(store, copy);
  assert.throws(() => restoreStore(copy, store, aside), /sidecar is running/);
  assert.ok(!existsSync(aside));
  await close();
  assert.deepEqual(secretsIn(store), ['kept']);
});

test('a backup that is damaged, newer or not a database is refused, and the current database stays', async (t) => {
  const { folder, store, copy, aside } = folderOf(t);
  const { db, close } = await withSecret(store, 'kept');
  for (let n = 0; n < 200; n++)
    await db
      .insertInto('secrets')
      .values({ name: `${n}`, value: 'x'.repeat(500) })
      .execute();
  backUpStore(store, copy);
  await close();
  const text = join(folder, 'text');
  writeFileSync(text, 'no database at all, but long enough to be taken for one by its size alone');
  const other = join(folder, 'other.db');
  new DatabaseSync(other).exec('create table x (y)');
  const newer = join(folder, 'newer.db');
  copyFileSync(copy, newer);
  new DatabaseSync(newer).exec(`insert into kysely_migration values ('999-contract-later', '')`);
  const damaged = join(folder, 'damaged.db');
  writeFileSync(damaged, readFileSync(copy).fill(7, 40_000, 60_000));
  const short = join(folder, 'short.db');
  writeFileSync(short, readFileSync(copy).subarray(0, 40_000));
  for (const [file, why] of [
    [text, /not a Greenroom database/],
    [other, /not a Greenroom database/],
    [newer, /newer version/],
    [damaged, /damaged/],
    [short, /damaged/],
    [join(folder, 'nothing'), /no file/],
  ] as const)
    assert.throws(() => restoreStore(file, store, aside), why, file);
  assert.ok(!existsSync(aside));
  assert.equal(secretsIn(store).length, 201);
});

test('a store to which a newer version has only added is backed up and restored', async (t) => {
  const { store, copy, aside } = folderOf(t);
  await (await withSecret(store, 'kept')).close();
  const database = new DatabaseSync(store);
  database.exec(`alter table secrets add column mood text; insert into kysely_migration values ('999-moods', '')`);
  database.close();
  backUpStore(store, copy);
  restoreStore(copy, store, aside);
  assert.deepEqual(secretsIn(store), ['kept']);
});

test('a store that cannot be read is replaced and kept', async (t) => {
  const { store, copy, aside } = folderOf(t);
  await (await withSecret(store, 'kept')).close();
  backUpStore(store, copy);
  writeFileSync(store, 'garbage where the store was');
  restoreStore(copy, store, aside);
  assert.deepEqual(secretsIn(store), ['kept']);
  assert.equal(readFileSync(aside, 'utf8'), 'garbage where the store was');
});

test('the log of a store that was deleted is not played into the copy', async (t) => {
  const { store, copy, aside } = folderOf(t);
  const { db, close } = await withSecret(store, 'kept');
  backUpStore(store, copy);
  await db.insertInto('secrets').values({ name: 'later', value: '' }).execute();
  const log = readFileSync(`${store}-wal`);
  await close();
  rmSync(store);
  writeFileSync(`${store}-wal`, log);
  restoreStore(copy, store, aside);
  assert.deepEqual(secretsIn(store), ['kept']);
  assert.ok(existsSync(`${aside}-wal`));
});
