// Stores of other versions: newer ones, and older ones with all that was in them.
import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { DatabaseSync } from 'node:sqlite';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test, type TestContext } from 'node:test';
import { type Dialect, Kysely, sql, SqliteDialect } from 'kysely';
import { isContracting, migrations } from './migrations.ts';
import { openSqlite } from './sqlite.ts';
import { readState } from './state.ts';
import { openStore } from './store.ts';
import { describeNewerStore } from './migrate.ts';

function storeFile(t: TestContext): string {
  const folder = mkdtempSync(join(tmpdir(), 'newer-'));
  t.after(() => rmSync(folder, { recursive: true }));
  return join(folder, 'greenroom.db');
}

/** Leaves a store as version 99.4.0 does. */
async function newer(t: TestContext, steps: Record<string, string>): Promise<string> {
  const file = storeFile(t);
  assert.equal(await describeNewerStore({ file }), undefined);
  await (await openStore({ file })).close();
  assert.equal(await describeNewerStore({ file }), undefined);
  const database = new DatabaseSync(file);
  for (const [name, text] of Object.entries(steps))
    database.exec(`${text}; INSERT INTO kysely_migration VALUES ('${name}', '2030-01-01T00:00:00Z')`);
  database.exec(`UPDATE "storeVersion" SET version = '99.4.0'`);
  database.close();
  return file;
}

test('a store from which a newer version has taken something away is refused in plain words, which name that version', async (t) => {
  const file = await newer(t, { '999-contract-agents': 'ALTER TABLE bookings DROP COLUMN agent' });
  const told =
    /^The store was written by Greenroom 99\.4\.0, and this is \d+\.\d+\.\d+: go back to it, or restore a backup/;
  assert.match((await describeNewerStore({ file }))!, told);
  await assert.rejects(openStore({ file }), { message: told });
});

test('a store to which a newer version has only added is worked on, and keeps what was added', async (t) => {
  const file = await newer(t, { '999-moods': 'ALTER TABLE secrets ADD COLUMN mood TEXT' });
  assert.equal(await describeNewerStore({ file }), undefined);
  const store = await openStore({ file });
  await store.db.insertInto('secrets').values({ name: 'of the old version', value: '1' }).execute();
  const { rows } = await sql<{ mood: null }>`select mood from secrets where value = '1'`.execute(store.db);
  assert.deepEqual(
    rows.map((row) => ({ ...row })),
    [{ mood: null }],
  );
  assert.equal((await readState(store.db, 'storeVersion'))?.version, '99.4.0');
  await store.close();
});

interface Column {
  name: string;
  type: string;
  notnull: number;
  dflt_value: string | null;
}

/** Tables with their columns, and what must be unique in them. */
function schemaOf(database: DatabaseSync) {
  const names = database.prepare("select name from sqlite_master where type = 'table' and name not like 'sqlite_%'");
  const describe = (name: string) => ({
    columns: database
      .prepare(`select name, type, "notnull", dflt_value from pragma_table_info(?)`)
      .all(name) as unknown as Column[],
    unique: (
      database.prepare('select name from pragma_index_list(?) where "unique"').all(name) as { name: string }[]
    ).map(({ name }) => name),
  });
  return new Map(names.all().map(({ name }) => [name as string, describe(name as string)]));
}

type Schema = ReturnType<typeof schemaOf>;
type Table = NonNullable<ReturnType<Schema['get']>>;

/** Lists changes that a program with the schema `before` cannot handle. */
function* hindrances(before: Schema, after: Schema): Generator<string> {
  for (const [table, known] of before) {
    const now = after.get(table);
    if (now) yield* tableHindrances(table, known, now);
    else yield `${table} is gone`;
  }
}

function* tableHindrances(table: string, before: Table, after: Table): Generator<string> {
  for (const { name, type, notnull } of before.columns) {
    const same = after.columns.find((column) => column.name === name);
    if (same?.type !== type || same.notnull !== notnull) yield `${table}.${name} is gone or another`;
  }
  const added = after.columns.filter(({ name }) => !before.columns.some((column) => column.name === name));
  for (const { name, notnull, dflt_value: given } of added)
    if (notnull && given === null) yield `${table}.${name} is required`;
  for (const name of after.unique) if (!before.unique.includes(name)) yield `${name} makes rows of ${table} unique`;
}

/** Creates the store of an older version by the number of its migrations. */
const past: Record<number, string> = {
  18: '3df36bd0981a',
  21: 'fb8d1262f0f7',
  24: '756fa8ed15b2',
  29: '972a59d4bf29',
  32: '73f298b59295',
  38: '4ac9d790556f',
};

/** Returns a statement without quotes and layout, which make no other schema. */
const withoutLayout = (statement: string): string => statement.replace(/[\s"]+/g, ' ').replace(/ ?([(),]) ?/g, '$1');

function digestOf(database: DatabaseSync): string {
  const entries = database
    .prepare(
      `select type || ' ' || name || ' ' || sql as entry from sqlite_master
      where name not like 'sqlite_%' and name not like 'kysely_%' order by type, name`,
    )
    .all();
  const hash = createHash('sha256').update(entries.map(({ entry }) => withoutLayout(entry as string)).join('\n'));
  return hash.digest('hex').slice(0, 12);
}

test('every step but those called contract only adds, and those of released versions are as they were', async (t) => {
  const file = storeFile(t);
  const database = openSqlite(file);
  const db = new Kysely<unknown>({ dialect: new SqliteDialect({ database }) as Dialect });
  t.after(() => db.destroy());
  const look = new DatabaseSync(file);
  t.after(() => look.close());
  for (const [index, [name, { up }]] of Object.entries(migrations('sqlite')).entries()) {
    const before = schemaOf(look);
    await up(db);
    if (!isContracting(name)) assert.deepEqual([...hindrances(before, schemaOf(look))], [], name);
    const made = past[index + 1];
    if (made) assert.equal(digestOf(look), made, `the first ${index + 1} steps`);
  }
});

test('data of an earlier version is available after the upgrade', async (t) => {
  const file = storeFile(t);
  const database = openSqlite(file);
  const db = new Kysely<unknown>({ dialect: new SqliteDialect({ database }) as Dialect });
  await sql`create table kysely_migration (name text primary key, timestamp text not null)`.execute(db);
  for (const [name, { up }] of Object.entries(migrations('sqlite')).slice(0, 18)) {
    await up(db);
    await sql`insert into kysely_migration values (${name}, '2026')`.execute(db);
  }
  const written = {
    sessions: { tokenHash: 'session', createdAt: 1, seenAt: 2, agent: 'Firefox', method: 'link' },
    agentTiers: { id: 'agent', tokenHash: 'token', name: 'Scout', createdAt: 3, network: '192.0.2.0' },
    announced: { itemId: 'item', announcedAt: 4 },
    grants: {
      tokenId: 'grant',
      paymentHash: 'hash',
      source: 'payment',
      resourceId: 'article',
      amountSats: 21,
      mintedAt: 5,
      createdAt: 5,
      expiresAt: 6,
    },
    bookings: {
      id: 'booking',
      status: 'new',
      showName: 'The Long Pier',
      source: 'rest',
      tokenHash: 'of booking',
      createdAt: 7,
      updatedAt: 8,
    },
  };
  for (const [table, row] of Object.entries(written)) {
    const values = sql.join(Object.values(row));
    await sql`insert into ${sql.table(table)} (${sql.join(Object.keys(row).map((name) => sql.ref(name)))}) values (${values})`.execute(
      db,
    );
  }
  await db.destroy();

  const store = await openStore({ file });
  t.after(store.close);
  for (const [table, row] of Object.entries(written)) {
    const { rows } = await sql<object>`select * from ${sql.table(table)}`.execute(store.db);
    assert.equal(rows.length, 1);
    assert.partialDeepStrictEqual(rows[0], row);
  }
});
