// Brings room.db on this machine to the release of the fleet: by what changed since its own release, or by a snapshot.
import { renameSync } from 'node:fs';
import { mkdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { DatabaseSync } from 'node:sqlite';
import type { ReleasePage } from '#domain/release/page.ts';
import type { Bucket } from '../../outgoing/bucket.ts';
import { applyChanges } from '../../release/changesets.ts';
import type { FetchObject } from '../../release/release.ts';
import {
  emptyLog,
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
import {
  type FleetRelease,
  forEachConcurrently,
  getChanges,
  getSnapshot,
  listPageObjects,
  type Snapshot,
} from './stored-release.ts';

const concurrency = 32;
/** In the background; requests and releases come first. */
const backgroundConcurrency = 4;
const sweepMs = 3600_000;

function* iteratePages(db: DatabaseSync): Generator<ReleasePage> {
  for (const [, page] of readPages(db).entries()) yield page;
}

/** Position of the release in the database among releases of the fleet; negative if it is none of them. */
const releasePosition = (numbers: number[], dist: string): number => numbers.indexOf(readLiveFacts(dist)?.number ?? -1);

const unusable = 'The release of the fleet does not fit this version of the program: upgrade all machines.';

export class ReleaseFetcher {
  #dist: string;
  /** A snapshot is completed here before it becomes the database of this machine. */
  #staging: string;
  #bucket: Bucket;
  #db: Db;
  #objects: FetchedObjects;
  #isDamaged = false;
  /** Number of a snapshot that this version of the program cannot use. */
  #unusable: number | undefined;
  #following: Promise<void> | undefined;
  #filling: Promise<void> | undefined;
  /** All objects of the live release are on this machine. */
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

  /** Replaces the database at the next look. */
  reload(): void {
    this.#isDamaged = true;
  }

  /** Goes to the release of the fleet. The first release of a machine goes live before all of its objects are there. */
  async look(): Promise<void> {
    await this.follow(readLiveFacts(this.#dist) !== undefined);
    this.#complete();
  }

  /** Goes to the release of the fleet, if there is one. If `isWhole`, all of its objects are on this machine when it goes live. */
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
   * Makes the changes of these releases in one transaction, which ends when the objects of changed pages are there. Calls
   * `onMisfit` if the changes are not those of this database.
   */
  async #applyChanges(dist: string, numbers: number[], onMisfit: () => void): Promise<void> {
    const all = await Promise.all(numbers.map((number) => getChanges(this.#bucket, number)));
    const db = openToChange(dist);
    try {
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
    } finally {
      db.close();
    }
  }

  async #load({ numbers, snapshot }: FleetRelease, isWhole: boolean): Promise<void> {
    // Otherwise a look that failed has left a snapshot.
    if (releasePosition(numbers, this.#staging) < 0) await this.#fetchSnapshot(snapshot);
    const later = numbers.slice(releasePosition(numbers, this.#staging) + 1);
    if (later.length > 0) await this.#applyChanges(this.#staging, later, () => this.#refuse(snapshot));
    const db = openToChange(this.#staging);
    try {
      const pages = iteratePages(db);
      await this.#fetchMissing(isWhole ? pages : pages.filter((page) => page.private || page.frame));
      emptyLog(db);
    } finally {
      db.close();
    }
    // Requests under way go on reading the database that is removed.
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

  /** Does not fetch it again. */
  #refuse(snapshot: Snapshot): void {
    this.#unusable = snapshot.number;
    removeRoomDb(this.#staging);
  }

  #fetchMissing(pages: Iterable<ReleasePage>): Promise<void> {
    return forEachConcurrently(listPageObjects(pages), concurrency, (object) => this.#objects.fetchMissing(object));
  }

  /** Fetches in the background what is missing, and removes now and then what is not needed. */
  #complete(): void {
    if (this.#filling) return;
    const task = this.#isComplete ? this.#sweep() : this.#fill();
    // The next look goes on with it.
    this.#filling = task.catch(() => undefined).finally(() => (this.#filling = undefined));
  }

  async #fill(): Promise<void> {
    const db = openToRead(this.#dist);
    try {
      await forEachConcurrently(listPageObjects(iteratePages(db)), backgroundConcurrency, async (object) => {
        await this.#following?.catch(() => undefined);
        await this.#objects.fetchMissing(object);
      });
    } finally {
      db.close();
    }
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
