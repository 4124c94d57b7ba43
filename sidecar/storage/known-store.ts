// Which store the room had, in content/.build: one that is gone at the start is made anew and empty, which has to be said.
import { mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { StartError } from '../settings/exit-codes.ts';
import { temporaryPath } from './leftovers.ts';
import { sql } from 'kysely';
import { type Db, checkConnection, type Store } from './store.ts';
import { classifyStoreError } from './store-errors.ts';

interface KnownStore {
  /** When the store that the room had was made. */
  since: string;
  /** When a younger one took its place, until the old one is back. */
  replacedAt?: string;
}

const fileOf = (contentDir: string): string => join(contentDir, '.build', 'store.json');

function read(contentDir: string): KnownStore | undefined {
  try {
    return JSON.parse(readFileSync(fileOf(contentDir), 'utf8')) as KnownStore;
  } catch {
    return undefined;
  }
}

function write(contentDir: string, known: KnownStore): void {
  const file = fileOf(contentDir);
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(temporaryPath(file), JSON.stringify(known));
  renameSync(temporaryPath(file), file);
}

/** The first step of the schema was taken when the store was made. */
async function madeAt(db: Db): Promise<string> {
  const { rows } = await sql<{ at: string }>`select min(timestamp) as at from kysely_migration`.execute(db);
  return rows[0]!.at;
}

/** At each start, with the store open; a copy that is put back is as old as the store was. */
async function noteStore(db: Db, contentDir: string): Promise<void> {
  const known = read(contentDir);
  const since = await madeAt(db);
  const isYounger = known !== undefined && since > known.since;
  const next = isYounger ? { since: known.since, replacedAt: since } : { since };
  if (JSON.stringify(next) !== JSON.stringify(known)) write(contentDir, next);
}

/** What became of the store that the room had; undefined while it has it. */
export function describeReplacedStore(contentDir: string): string | undefined {
  const { since, replacedAt } = read(contentDir) ?? {};
  if (!replacedAt) return undefined;
  return (
    `The store was missing, and an empty one took its place at ${replacedAt}. What came since ${since} is not in it: ` +
    'bookings, subscriptions, payments, sign-ins. Stop the room, put a copy back with npm run restore -- COPY, and start ' +
    'it again. If that was meant, delete .build/store.json in the content folder.'
  );
}

async function openNoted(store: Store, contentDir: string, warn: (line: string) => void): Promise<void> {
  await checkConnection(store);
  await noteStore(store.db, contentDir).catch((error: Error) => warn(`The store was not noted: ${error.message}`));
  const replaced = describeReplacedStore(contentDir);
  if (replaced) warn(replaced);
}

/**
 * Opens the store, and reports one that is not the store that the room had. One that is lost or away for now does not keep the
 * room from serving pages. `contentDir` is undefined on a machine that does not write there.
 */
export async function openRoomStore(
  store: Store,
  contentDir: string | undefined,
  warn: (line: string) => void,
): Promise<void> {
  try {
    await (contentDir === undefined ? checkConnection(store) : openNoted(store, contentDir, warn));
  } catch (error) {
    const { message } = error as Error;
    const trouble = classifyStoreError(error as Error);
    if (!trouble) throw new StartError(`The store cannot be opened: ${message}`);
    if (trouble === 'lost') warn(`${message} Until then pages are served, and nothing is accepted.`);
  }
}

/** Whether the room had a store at all. */
export const hadStore = (contentDir: string): boolean => read(contentDir) !== undefined;
