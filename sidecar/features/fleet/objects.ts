// Objects on a machine that follows the fleet: fetches missing ones, and verifies them.
import { readdir, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { Bucket } from '../../outgoing/bucket.ts';
import { objectFile, openSnapshot } from '../../release/room-db.ts';
import { writeAtomically } from '../../storage/leftovers.ts';
import { isIntact, objectKey, type PageObject } from './stored-release.ts';

/** Minimum age of removed objects: younger ones may belong to a release that is about to go live. */
const removedAfterMs = 10 * 60_000;

export class FetchedObjects {
  #dist: string;
  #bucket: Bucket;
  #pending = new Map<string, Promise<void>>();

  constructor(dist: string, bucket: Bucket) {
    this.#dist = dist;
    this.#bucket = bucket;
  }

  /** Fetches an object even if there is a file of it. */
  fetch(object: PageObject): Promise<void> {
    const key = objectKey(object);
    const fetching = this.#pending.get(key) ?? this.#download(key, object).finally(() => this.#pending.delete(key));
    this.#pending.set(key, fetching);
    return fetching;
  }

  /** Fetches an object unless there is a file of its size. */
  async fetchMissing(object: PageObject): Promise<void> {
    const { size } = await stat(this.#objectFile(object)).catch(() => ({ size: -1 }));
    if (size !== object.size) await this.fetch(object);
  }

  /** Deletes objects that the live release does not contain. `now` in milliseconds since the epoch. */
  async removeUnused(now: number): Promise<void> {
    using db = openSnapshot(this.#dist);
    const isUsed = db.prepare('select 1 from page where etag = ?');
    const folder = join(this.#dist, 'objects');
    for (const entry of await readdir(folder, { recursive: true, withFileTypes: true })) {
      const [etag = '', ...suffixes] = entry.name.split('.');
      if (entry.isDirectory() || (isUsed.get(etag) && !suffixes.includes('tmp'))) continue;
      const file = join(entry.parentPath, entry.name);
      if (now - (await stat(file)).mtimeMs > removedAfterMs) await rm(file, { force: true });
    }
  }

  #objectFile({ encoding, ...page }: PageObject): string {
    return objectFile(this.#dist, page, encoding);
  }

  async #download(key: string, object: PageObject): Promise<void> {
    const bytes = await this.#bucket.get(key);
    if (!bytes || !isIntact(bytes, object)) throw new Error(`${key} is missing or damaged in the bucket of the fleet.`);
    await writeAtomically(this.#objectFile(object), bytes);
  }
}
