// Decides whether this version can work on a store that another version may have written.
import program from '#package.json' with { type: 'json' };
import { isContracting, migrations } from './migrations.ts';
import type { Dialect } from './migrations.ts';

/** Returns the applied migrations that only a newer version knows. */
export function findUnknownMigrations(applied: string[], dialect: Dialect): string[] {
  const ownMigrations = migrations(dialect);
  return applied.filter((name) => !Object.hasOwn(ownMigrations, name));
}

/** Unknown migrations are harmless as long as they only add. */
export const isCompatible = (applied: string[], dialect: Dialect): boolean =>
  !findUnknownMigrations(applied, dialect).some(isContracting);

/** Explains to the operator that a store is too new for this version. */
export function describeIncompatibleStore(writer: unknown): string {
  const version = typeof writer === 'string' && writer !== program.version ? writer : 'of a newer version';
  return `The store was written by Greenroom ${version}, and this is ${program.version}: go back to it, or restore a backup of before (npm run restore -- FOLDER).`;
}
