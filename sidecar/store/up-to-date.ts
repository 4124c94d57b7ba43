// Takes the steps of the schema that a store lacks. Steps of a newer version are no hindrance while they only add.
import { existsSync } from 'node:fs';
import { type Dialect, Kysely, PostgresDialect, sql, SqliteDialect } from 'kysely';
import { Migrator } from 'kysely/migration';
import program from '#package.json' with { type: 'json' };
import { isContracting, migrations } from './migrations.ts';
import { openPatiently } from './postgres.ts';
import { openSqlite } from './sqlite.ts';
import type { Tables } from './tables.ts';

type Kind = 'sqlite' | 'postgres';

/** The fact that names the version whose steps were taken last. */
const fact = 'program';

async function takenSteps(db: Kysely<Tables>): Promise<string[]> {
  const tables = await db.introspection.getTables({ withInternalKyselyTables: true });
  if (!tables.some(({ name }) => name === 'kysely_migration')) return [];
  const { rows } = await sql<{ name: string }>`select name from kysely_migration`.execute(db);
  return rows.map(({ name }) => name);
}

/** Steps of a newer version. */
async function unknownSteps(db: Kysely<Tables>, kind: Kind): Promise<string[]> {
  const known = migrations(kind);
  return (await takenSteps(db)).filter((name) => !Object.hasOwn(known, name));
}

/** Why this program cannot use the store; undefined if it can. */
async function tooNew(db: Kysely<Tables>, kind: Kind): Promise<string | undefined> {
  if (!(await unknownSteps(db, kind)).some(isContracting)) return undefined;
  const writer = await db.selectFrom('facts').select('value').where('name', '=', fact).executeTakeFirst();
  const version = writer && writer.value !== program.version ? writer.value : 'of a newer version';
  return `The store was written by Greenroom ${version}, and this is ${program.version}: go back to it, or restore a backup of before (npm run restore -- FOLDER).`;
}

/** Throws an Error that says what to do. */
export async function bringUpToDate(dialect: Dialect, kind: Kind): Promise<void> {
  const db = new Kysely<Tables>({ dialect });
  const newer = await tooNew(db, kind);
  if (newer) throw new Error(newer);
  // Kysely wants to know every step that was taken; those of a newer version are never taken here.
  const taken = (await unknownSteps(db, kind)).map((name) => [name, { up: async () => {} }] as const);
  const provider = { getMigrations: async () => ({ ...migrations(kind), ...Object.fromEntries(taken) }) };
  const migrator = new Migrator({ db, provider, allowUnorderedMigrations: true });
  const { error, results = [] } = await migrator.migrateToLatest();
  if (error) throw error;
  if (results.length === 0) return;
  const value = program.version;
  await db
    .insertInto('facts')
    .values({ name: fact, value })
    .onConflict((conflict) => conflict.column('name').doUpdateSet({ value }))
    .execute();
}

/** Looks at a store without changing it. One that cannot be read is told by whoever opens it. */
export async function newerStore(place: {
  databaseUrl?: string | undefined;
  file: string;
}): Promise<string | undefined> {
  const { databaseUrl, file } = place;
  if (!databaseUrl && !existsSync(file)) return undefined;
  const dialect = databaseUrl
    ? new PostgresDialect({ pool: openPatiently(databaseUrl, () => undefined) })
    : new SqliteDialect({ database: async () => openSqlite(file) });
  const db = new Kysely<Tables>({ dialect });
  try {
    return await tooNew(db, databaseUrl ? 'postgres' : 'sqlite');
  } catch {
    return undefined;
  } finally {
    await db.destroy();
  }
}
