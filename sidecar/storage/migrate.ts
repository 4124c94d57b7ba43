// Applies the migrations that a store lacks.
import { existsSync } from 'node:fs';
import { type Dialect, Kysely, PostgresDialect, sql, SqliteDialect } from 'kysely';
import { Migrator } from 'kysely/migration';
import program from '#package.json' with { type: 'json' };
import { describeIncompatibleStore, isCompatible, findUnknownMigrations } from './compatibility.ts';
import { migrations } from './migrations.ts';
import type { Dialect as DialectName } from './migrations.ts';
import { openForMigration } from './postgres.ts';
import { openSqlite } from './sqlite.ts';
import { readState, writeState } from './state.ts';
import type { Tables } from './tables.ts';

async function readAppliedMigrations(db: Kysely<Tables>): Promise<string[]> {
  const tables = await db.introspection.getTables({ withInternalKyselyTables: true });
  if (!tables.some(({ name }) => name === 'kysely_migration')) return [];
  const { rows } = await sql<{ name: string }>`select name from kysely_migration`.execute(db);
  return rows.map(({ name }) => name);
}

async function findIncompatibility(
  db: Kysely<Tables>,
  applied: string[],
  dialect: DialectName,
): Promise<string | undefined> {
  if (isCompatible(applied, dialect)) return undefined;
  return describeIncompatibleStore((await readState(db, 'storeVersion'))?.version);
}

/** Runs the work in one transaction. Kysely begins none for schema changes in SQLite, although SQLite supports it. */
async function runInTransaction<T>(db: Kysely<Tables>, work: () => Promise<T>): Promise<T> {
  await sql`begin immediate`.execute(db);
  try {
    const result = await work();
    await sql`commit`.execute(db);
    return result;
  } catch (error) {
    await sql`rollback`.execute(db).catch(() => undefined);
    throw error;
  }
}

/** Applies missing migrations. Throws an Error that says what to do if the store is too new. */
export async function migrateStore(dialect: Dialect, kind: DialectName): Promise<void> {
  const db = new Kysely<Tables>({ dialect });
  const applied = await readAppliedMigrations(db);
  const problem = await findIncompatibility(db, applied, kind);
  if (problem) throw new Error(problem);
  // Kysely must know every applied migration; those of a newer version are never run here.
  const unknown = findUnknownMigrations(applied, kind).map((name) => [name, { up: async () => {} }] as const);
  const provider = { getMigrations: async () => ({ ...migrations(kind), ...Object.fromEntries(unknown) }) };
  const migrator = new Migrator({ db, provider, allowUnorderedMigrations: true });
  const migrate = async (): Promise<void> => {
    const { error, results = [] } = await migrator.migrateToLatest();
    if (error) throw error;
    if (results.length > 0) await writeState(db, 'storeVersion', { version: program.version });
  };
  await (kind === 'sqlite' ? runInTransaction(db, migrate) : migrate());
}

/** Explains why this version cannot use the store, without changing it. Opening the store reports unreadable ones. */
export async function describeNewerStore(place: {
  databaseUrl?: string | undefined;
  file: string;
}): Promise<string | undefined> {
  const { databaseUrl, file } = place;
  if (!databaseUrl && !existsSync(file)) return undefined;
  const dialect = databaseUrl
    ? new PostgresDialect({ pool: openForMigration(databaseUrl, () => undefined) })
    : new SqliteDialect({ database: async () => openSqlite(file) });
  const db = new Kysely<Tables>({ dialect });
  try {
    return await findIncompatibility(db, await readAppliedMigrations(db), databaseUrl ? 'postgres' : 'sqlite');
  } catch {
    return undefined;
  } finally {
    await db.destroy();
  }
}
