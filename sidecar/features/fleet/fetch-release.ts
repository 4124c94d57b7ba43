// Updates room.db on this machine to the release of the fleet, by changes since its own release or by a snapshot.
import { renameSync } from 'node:fs';
import { mkdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { DatabaseSync } from 'node:sqlite';
import { forEachConcurrently } from '#domain/arrays.ts';
import type { ReleasePage } from '#domain/release/page.ts';
import type { Bucket } from '../../outgoing/bucket.ts';
import { applyChanges } from '../../release/changesets.ts';
import type { FetchObject } from '../../release/release.ts';
import {
  clearLog,
  readLiveFacts,
  openToChange,
  openToRead,
  readPages,
  removeOldReleases,
  removeRoomDb,
  roomFile,
} from '../../release/room-db.ts';
import type { Db } from '../../storage/store.ts';
import { FetchedObjects } from './objects.ts';
import { readPointer } from './pointer.ts';
import { type FleetRelease, getChanges, getSnapshot, listPageObjects, type Snapshot } from './stored-release.ts';

const concurrency = 32;
/** Limit for background transfers, since requests and releases come first. */
const backgroundConcurrency = 4;
const sweepMs = 3600_000;

function* iteratePages(db: DatabaseSync): Generator<ReleasePage> {
  for (const [, page] of readPages(db).entries()) yield page;
}

/** Returns the position of the local release among releases of the fleet, or -1 if it is none of them. */
const releasePosition = (numbers: number[], dist: string): number => numbers.indexOf(readLiveFacts(dist)?.number ?? -1);

const unusable = 'The release of the fleet does not match this version of the program. Upgrade all machines.';

export class ReleaseFetcher {
  #dist: string;
  /** Folder in which a snapshot is completed before it becomes the database of this machine. */
  #staging: string;
  #bucket: Bucket;
  #db: Db;
  #objects: FetchedObjects;
  #isDamaged = false;
  /** Number of a snapshot that this version of the program cannot use. */
  #unusable: number | undefined;
  #following: Promise<void> | undefined;
  #filling: Promise<void> | undefined;
  /** True if all objects of the live release are on this machine. */
  #isComplete = false;
  #sweptAt = 0;

  constructor(dist: string, bucket: Bucket, db: Db) {
    this.#dist = dist;
    this.#staging = join(dist, 'snapshot');
    this.#bucket = bucket;
    this.#db = db;
    this.#objects = new FetchedObjects(dist, bucket);
  }

  fetchObject: FetchObject = ({ etag }, encoding) => this.#objects.fetch({ etag, encoding });

  /** Replaces the database at the next `update`. */
  reload(): void {
    this.#isDamaged = true;
  }

  /**
   * Updates to the release of the fleet. The first release of a machine goes live before all of its objects are
   * fetched.
   */
  async update(): Promise<void> {
    await this.follow(readLiveFacts(this.#dist) !== undefined);
    this.#complete();
  }

  /**
   * Updates to the release of the fleet, if there is one. If `isWhole`, all objects are fetched before it goes live.
   */
  async follow(isWhole: boolean): Promise<void> {
    const pointer = await readPointer<FleetRelease>(this.#db, 'release');
    if (!pointer) return;
    const { numbers } = pointer.value;
    const at = this.#isDamaged ? -1 : releasePosition(numbers, this.#dist);
    if (at === numbers.length - 1) return;
    const update = () => this.#applyChanges(this.#dist, numbers.slice(at + 1), () => this.reload());
    this.#following = at < 0 ? this.#load(pointer.value, isWhole) : update();
    await this.#following.finally(() => (this.#following = undefined));
  }

  /**
   * Applies the changes of these releases in one transaction, which ends after the objects of changed pages are
   * fetched. Calls `onMisfit` if the changes do not match this database.
   */
  async #applyChanges(dist: string, numbers: number[], onMisfit: () => void): Promise<void> {
    const all = await Promise.all(numbers.map((number) => getChanges(this.#bucket, number)));
    using db = openToChange(dist);
    db.exec('begin immediate');
    try {
      for (const changes of all) applyChanges(db, changes);
    } catch (error) {
      onMisfit();
      throw error;
    }
    const pages = readPages(db);
    const paths = new Set(all.flatMap((changes) => changes.paths));
    await this.#fetchMissing([...paths].flatMap((path) => pages.get(path) ?? []));
    db.exec('commit');
  }

  async #load({ numbers, snapshot }: FleetRelease, isWhole: boolean): Promise<void> {
    // A call that failed may have left a usable snapshot.
    if (releasePosition(numbers, this.#staging) < 0) await this.#fetchSnapshot(snapshot);
    const newer = numbers.slice(releasePosition(numbers, this.#staging) + 1);
    if (newer.length > 0) await this.#applyChanges(this.#staging, newer, () => this.#refuse(snapshot));
    using db = openToChange(this.#staging);
    const pages = iteratePages(db);
    await this.#fetchMissing(isWhole ? pages : pages.filter((page) => page.private || page.frame));
    clearLog(db);
    // Running requests continue to read the removed database.
    removeRoomDb(this.#dist);
    renameSync(roomFile(this.#staging), roomFile(this.#dist));
    this.#isDamaged = false;
    this.#isComplete = isWhole;
  }

  async #fetchSnapshot(snapshot: Snapshot): Promise<void> {
    if (snapshot.number === this.#unusable) throw new Error(unusable);
    await rm(this.#staging, { recursive: true, force: true });
    await mkdir(this.#staging, { recursive: true });
    await getSnapshot(this.#bucket, snapshot, roomFile(this.#staging));
    if (readLiveFacts(this.#staging)) return;
    this.#refuse(snapshot);
    throw new Error(unusable);
  }

  /** Marks a snapshot as unusable, so that it is not fetched again. */
  #refuse(snapshot: Snapshot): void {
    this.#unusable = snapshot.number;
    removeRoomDb(this.#staging);
  }

  #fetchMissing(pages: Iterable<ReleasePage>): Promise<void> {
    return forEachConcurrently(listPageObjects(pages), concurrency, (object) => this.#objects.fetchMissing(object));
  }

  /** Fetches missing objects in the background, and removes unneeded ones from time to time. */
  #complete(): void {
    if (this.#filling) return;
    const task = this.#isComplete ? this.#sweep() : this.#fill();
    // The next call continues.
    this.#filling = task.catch(() => undefined).finally(() => (this.#filling = undefined));
  }

  async #fill(): Promise<void> {
    using db = openToRead(this.#dist);
    await forEachConcurrently(listPageObjects(iteratePages(db)), backgroundConcurrency, async (object) => {
      await this.#following?.catch(() => undefined);
      await this.#objects.fetchMissing(object);
    });
    this.#isComplete = true;
  }

  async #sweep(): Promise<void> {
    const now = Date.now();
    if (now - this.#sweptAt < sweepMs) return;
    this.#sweptAt = now;
    removeOldReleases(this.#dist);
    await this.#objects.removeUnused(now);
  }
}
