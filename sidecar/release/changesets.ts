// Stores the changes that one release makes to room.db as a file, with which a copy of the database on another machine
// is updated.
import { mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { DatabaseSync } from 'node:sqlite';
import { temporaryPath } from '../storage/leftovers.ts';
import { releaseTables } from './room-db.ts';

export interface ReleaseChanges {
  /** Number of the previous release. */
  from: number;
  /** Number of the release. */
  to: number;
  /** Paths of pages that were added, changed or removed. */
  paths: string[];
  /** Changed rows, as SQLite's session extension writes them. */
  changeset: Uint8Array;
}

/** Records changes of a release's tables until `finish` is called. */
export function recordChanges(db: DatabaseSync): { finish: () => Uint8Array } {
  const sessions = releaseTables.map((table) => db.createSession({ table }));
  return {
    finish: () => {
      // A changeset is a sequence of tables, so those of different tables can be joined.
      const changeset = Buffer.concat(sessions.map((session) => session.changeset()));
      for (const session of sessions) session.close();
      return changeset;
    },
  };
}

/**
 * Applies the changes in the transaction of the caller. Throws if the database is not a copy of the one in which they
 * were recorded.
 */
export function applyChanges(db: DatabaseSync, { from, changeset }: ReleaseChanges): void {
  if (!db.applyChangeset(changeset)) throw new Error(`The changes do not fit release number ${from} in room.db.`);
}

const lineFeed = 10;

/** The file begins with a line of JSON, and the changeset follows. */
export const encodeChanges = ({ changeset, ...head }: ReleaseChanges): Buffer =>
  Buffer.concat([Buffer.from(`${JSON.stringify(head)}\n`), changeset]);

export function decodeChanges(bytes: Buffer): ReleaseChanges {
  const end = bytes.indexOf(lineFeed);
  const head = JSON.parse(bytes.toString('utf8', 0, end)) as Omit<ReleaseChanges, 'changeset'>;
  return { ...head, changeset: bytes.subarray(end + 1) };
}

const folderIn = (dist: string): string => join(dist, 'changes');
const fileOf = (dist: string, number: number): string => join(folderIn(dist), `${number}.changeset`);

/** Stores the changes of a release until they are sent to other machines. */
export function saveChanges(dist: string, changes: ReleaseChanges): void {
  const file = fileOf(dist, changes.to);
  mkdirSync(folderIn(dist), { recursive: true });
  writeFileSync(temporaryPath(file), encodeChanges(changes));
  renameSync(temporaryPath(file), file);
}

/** Returns the changes that lead from one release to a later one, oldest first; undefined if some are missing. */
export function readChangesBetween(dist: string, from: number, to: number): ReleaseChanges[] | undefined {
  const changes: ReleaseChanges[] = [];
  for (let number = to; number > from; number = changes[0]!.from) {
    try {
      changes.unshift(decodeChanges(readFileSync(fileOf(dist, number))));
    } catch {
      return undefined;
    }
  }
  return (changes[0]?.from ?? to) === from ? changes : undefined;
}

/** Deletes the changes of releases up to this one. */
export function removeChanges(dist: string, upTo: number): void {
  mkdirSync(folderIn(dist), { recursive: true });
  for (const name of readdirSync(folderIn(dist)))
    if (Number.parseInt(name, 10) <= upTo) rmSync(join(folderIn(dist), name), { force: true });
}
