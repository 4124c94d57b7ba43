// Sends releases of this machine to the bucket, and moves the pointer so that all machines serve them.
import { readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { backup, type DatabaseSync } from 'node:sqlite';
import { forEachConcurrently } from '#domain/arrays.ts';
import type { ListedBucket } from '../../outgoing/bucket.ts';
import { readChangesBetween, type ReleaseChanges, removeChanges } from '../../release/changesets.ts';
import { objectFile, openSnapshot, readFacts, readPages } from '../../release/room-db.ts';
import type { Db } from '../../storage/store.ts';
import { movePointer, type Pointer, readPointer } from './pointer.ts';
import {
  type FleetRelease,
  objectKey,
  listPageObjects,
  objectsPrefix,
  putChanges,
  putSnapshot,
  type Snapshot,
  type PageObject,
} from './stored-release.ts';

const concurrency = 32;
/** Number of releases after which another snapshot is sent, or earlier if the changes are larger than the snapshot. */
const changesBetweenSnapshots = 20;
/** Size of changes below which no new snapshot is sent. */
const smallBytes = 256 * 1024;

interface SenderDeps {
  dist: string;
  bucket: ListedBucket;
  db: Db;
  /** Receives changed addresses before the pointer moves. Is not called for the first release. */
  onMove: (changed: string[]) => Promise<void>;
}

type FleetPointer = Pointer<FleetRelease>;

interface SentRelease {
  next: FleetRelease;
  changed: string[];
}

const lastNumber = ({ numbers }: FleetRelease): number => numbers.at(-1)!;

const needsSnapshot = ({ numbers, snapshot, changesSize }: FleetRelease): boolean =>
  numbers.length - 1 - numbers.indexOf(snapshot.number) >= changesBetweenSnapshots ||
  changesSize > Math.max(snapshot.size, smallBytes);

/**
 * Returns a function that sends the release with a number if it is the newest. It returns false if another builder has
 * moved the pointer.
 */
export function createReleaseSender({ dist, bucket, db, onMove }: SenderDeps): (number: number) => Promise<boolean> {
  const putAll = (objects: PageObject[]): Promise<void> =>
    forEachConcurrently(objects, concurrency, async ({ encoding, ...page }) =>
      bucket.put(objectKey({ encoding, ...page }), await readFile(objectFile(dist, page, encoding)), {}),
    );

  async function sendSnapshot(room: DatabaseSync, number: number): Promise<Snapshot> {
    const copy = join(dist, 'room.db.copy');
    await rm(copy, { force: true });
    await backup(room, copy);
    const snapshot = await putSnapshot(bucket, number, copy);
    await rm(copy);
    return snapshot;
  }

  /** Sends a complete release, after a lookup of the objects that the bucket has. */
  async function sendWhole(room: DatabaseSync, number: number): Promise<SentRelease> {
    const pages = [...readPages(room).entries()];
    const { release } = readFacts(room)!;
    const sizes = new Map((await bucket.list(objectsPrefix)).map(({ key, size }) => [key, size]));
    const objects = listPageObjects(pages.map(([, page]) => page));
    await putAll([...objects.filter((object) => sizes.get(objectKey(object)) !== object.size)]);
    const snapshot = await sendSnapshot(room, number);
    return { next: { release, numbers: [number], snapshot, changesSize: 0 }, changed: pages.map(([path]) => path) };
  }

  async function sendChanges(room: DatabaseSync, before: FleetRelease, all: ReleaseChanges[]): Promise<SentRelease> {
    const pages = readPages(room);
    const { release } = readFacts(room)!;
    const changedPaths = [...new Set(all.flatMap(({ paths }) => paths))];
    await putAll([...listPageObjects(changedPaths.flatMap((path) => pages.get(path) ?? []))]);
    let { changesSize } = before;
    for (const changes of all) changesSize += await putChanges(bucket, changes);
    const numbers = [...before.numbers, ...all.map(({ to }) => to)];
    return { next: { ...before, release, numbers, changesSize }, changed: changedPaths };
  }

  /** Returns the new pointer, or undefined if another builder has moved it. */
  async function sendNext(
    room: DatabaseSync,
    number: number,
    pointer: FleetPointer | undefined,
  ): Promise<FleetPointer | undefined> {
    const changes = pointer && readChangesBetween(dist, lastNumber(pointer.value), number);
    const { next, changed } = await (changes ? sendChanges(room, pointer.value, changes) : sendWhole(room, number));
    if (pointer) await onMove(changed);
    const moved = await movePointer(db, 'release', pointer, next);
    if (moved) removeChanges(dist, number);
    return moved;
  }

  /** Returns the same as `sendNext`. Machines that have the release do nothing; others need fewer changes. */
  async function renewSnapshot(
    room: DatabaseSync,
    number: number,
    pointer: FleetPointer,
  ): Promise<FleetPointer | undefined> {
    const snapshot = await sendSnapshot(room, number);
    const numbers = pointer.value.numbers.slice(-changesBetweenSnapshots);
    return movePointer(db, 'release', pointer, { ...pointer.value, numbers, snapshot, changesSize: 0 });
  }

  return async (number) => {
    using room = openSnapshot(dist);
    // If the numbers differ, a later release is about to go live here.
    if (readFacts(room)!.number !== number) return true;
    let pointer = await readPointer<FleetRelease>(db, 'release');
    if (!pointer || lastNumber(pointer.value) !== number) pointer = await sendNext(room, number, pointer);
    if (pointer && needsSnapshot(pointer.value)) pointer = await renewSnapshot(room, number, pointer);
    return pointer !== undefined;
  };
}
