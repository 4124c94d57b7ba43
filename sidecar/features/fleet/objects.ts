// The files of releases on a machine that does not build, under the names that their content gives them.
import { readdir, rename, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { temporaryOf } from '../../storage/leftovers.ts';
import type { ReleasePage } from '#domain/release/page.ts';
import type { Bucket } from '../../outgoing/bucket.ts';
import { openManifest } from '../../release/entries.ts';
import { fileNamed, filesOfEntry, hashOf, isWhole, objectKey, type StoredFile } from './stored.ts';

/** What is younger may be on its way into a release. */
const sweptAfterMs = 10 * 60_000;

const missing = (name: string) => new Error(`${name} is missing or damaged in the bucket of the fleet.`);

/** Several at a time, in the order of the list. */
export async function eachOf<T>(all: Iterable<T>, atOnce: number, task: (one: T) => Promise<unknown>): Promise<void> {
  const iterator = all[Symbol.iterator]();
  const work = async () => {
    for (let next = iterator.next(); !next.done; next = iterator.next()) await task(next.value);
  };
  await Promise.all(Array.from({ length: atOnce }, work));
}

export function* filesOf(entries: Iterable<ReleasePage>): Generator<StoredFile> {
  for (const entry of entries) yield* filesOfEntry(entry);
}

export class Objects {
  #folder: string;
  #bucket: Bucket;
  #underWay = new Map<string, Promise<void>>();

  constructor(folder: string, bucket: Bucket) {
    this.#folder = folder;
    this.#bucket = bucket;
  }

  async save(name: string, bytes: Buffer): Promise<void> {
    const place = join(this.#folder, name);
    await writeFile(temporaryOf(place), bytes);
    await rename(temporaryOf(place), place);
  }

  /** Fetches it unless it is there. */
  async have(file: StoredFile): Promise<void> {
    const { size } = await stat(join(this.#folder, file.name)).catch(() => ({ size: -1 }));
    if (size === file.size) return;
    const task = this.#underWay.get(file.name) ?? this.#download(file).finally(() => this.#underWay.delete(file.name));
    this.#underWay.set(file.name, task);
    await task;
  }

  /** By its name alone. */
  provide = (name: string): Promise<void> => this.have(fileNamed(name));

  async part(name: string): Promise<Buffer> {
    const bytes = await this.#bucket.get(objectKey(name));
    if (!bytes || hashOf(bytes) !== name) throw missing(name);
    return bytes;
  }

  /** Removes what is in none of these releases. */
  async sweep(manifests: string[], now: number): Promise<void> {
    const needed = new Set<string>();
    for (const path of manifests) {
      const { entries } = openManifest(path);
      for (const { name } of filesOf(entries.values())) needed.add(name);
      entries.close();
    }
    const left = (await readdir(this.#folder)).filter((name) => !needed.has(name));
    await eachOf(left, 4, async (name) => {
      const place = join(this.#folder, name);
      const { mtimeMs } = await stat(place);
      if (now - mtimeMs > sweptAfterMs) await rm(place, { force: true });
    });
  }

  async #download(file: StoredFile): Promise<void> {
    const bytes = await this.#bucket.get(objectKey(file.name));
    if (!bytes || !isWhole(bytes, file)) throw missing(file.name);
    await this.save(file.name, bytes);
  }
}
