// Remembers the room's store in content/.build. If it is missing at a start, a new, empty store is created, and the
// creator must be told.
import { mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { StartError } from '../settings/exit-codes.ts';
import { temporaryPath } from './leftovers.ts';
import { sql } from 'kysely';
import { type Db, checkConnection, type Store } from './store.ts';
import { classifyStoreError } from './store-errors.ts';

interface StoreRecord {
  /** Time at which the room's store was created. */
  since: string;
  /** Time at which a younger store replaced it; undefined once the old one is restored. */
  replacedAt?: string;
}

const recordPath = (contentDir: string): string => join(contentDir, '.build', 'store.json');

function readRecord(contentDir: string): StoreRecord | undefined {
  try {
    return JSON.parse(readFileSync(recordPath(contentDir), 'utf8')) as StoreRecord;
  } catch {
    return undefined;
  }
}

function writeRecord(contentDir: string, known: StoreRecord): void {
  const file = recordPath(contentDir);
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(temporaryPath(file), JSON.stringify(known));
  renameSync(temporaryPath(file), file);
}

/** Returns the creation time of the store, which is the time of its first migration. */
async function readCreationTime(db: Db): Promise<string> {
  const { rows } = await sql<{ at: string }>`select min(timestamp) as at from kysely_migration`.execute(db);
  return rows[0]!.at;
}

/** Records the store at each start. A restored copy has the creation time of the original. */
async function recordStore(db: Db, contentDir: string): Promise<void> {
  const record = readRecord(contentDir);
  const since = await readCreationTime(db);
  const isYounger = record !== undefined && since > record.since;
  const next = isYounger ? { since: record.since, replacedAt: since } : { since };
  if (JSON.stringify(next) !== JSON.stringify(record)) writeRecord(contentDir, next);
}

/** Describes the replacement of the room's store; undefined if it was not replaced. */
export function describeReplacedStore(contentDir: string): string | undefined {
  const { since, replacedAt } = readRecord(contentDir) ?? {};
  if (!replacedAt) return undefined;
  return (
    `The store was missing, and an empty one took its place at ${replacedAt}. What came since ${since} is not in it: ` +
    'bookings, subscriptions, payments, sign-ins. Stop the room, put a copy back with npm run restore -- COPY, and start ' +
    'it again. If that was meant, delete .build/store.json in the content folder.'
  );
}

async function openAndRecord(store: Store, contentDir: string, warn: (line: string) => void): Promise<void> {
  await checkConnection(store);
  await recordStore(store.db, contentDir).catch((error: Error) => warn(`The store was not noted: ${error.message}`));
  const replaced = describeReplacedStore(contentDir);
  if (replaced) warn(replaced);
}

/**
 * Opens the store and warns if it replaced an older one. A lost or unavailable store does not prevent the room from
 * serving pages. `contentDir` is undefined on a machine that does not write to it.
 */
export async function openRoomStore(
  store: Store,
  contentDir: string | undefined,
  warn: (line: string) => void,
): Promise<void> {
  try {
    await (contentDir === undefined ? checkConnection(store) : openAndRecord(store, contentDir, warn));
  } catch (error) {
    const { message } = error as Error;
    const trouble = classifyStoreError(error as Error);
    if (!trouble) throw new StartError(`The store cannot be opened: ${message}`);
    if (trouble === 'lost') warn(`${message} Until then pages are served, and nothing is accepted.`);
  }
}

/** Returns true if the room ever had a store. */
export const hadStore = (contentDir: string): boolean => readRecord(contentDir) !== undefined;
