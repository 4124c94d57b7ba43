// Brings the live release of the fleet onto a machine that does not build: only what is not there yet is fetched, each
// file is verified, and the switch is one step.
import { existsSync } from 'node:fs';
import { link, mkdir, readdir, readFile, readlink, rename, rm, stat, symlink, writeFile } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { pid } from 'node:process';
import PQueue from 'p-queue';
import { shardPath } from '#domain/documents/content-index.ts';
import { manifestText } from '#domain/release/manifest.ts';
import type { Bucket } from '../outgoing/bucket.ts';
import { switchTo } from '../release/switch.ts';
import type { Db } from '../store/store.ts';
import { readPointer } from './pointer.ts';
import type { LivePointer } from './send-release.ts';
import {
  filesOfEntry,
  filesOfOthers,
  indexKey,
  isWhole,
  objectKey,
  type StoredFile,
  type StoredRelease,
} from './stored.ts';

const atOnce = 32;
const keptBefore = 2;

const firstShard = shardPath(1);
const isShard = (path: string): boolean => path.replace(/\d+(?!.*\d)/, '1') === firstShard;

/** Everything that is read when a release is taken over, or that may not wait when it is asked for. */
const core = (stored: StoredRelease): StoredFile[] => [
  ...filesOfOthers(stored),
  ...Object.entries(stored.entries)
    .filter(([path, entry]) => entry.private || entry.frame || isShard(path))
    .flatMap(([, entry]) => [...filesOfEntry(entry)]),
];

export class ReleaseFetcher {
  #dist: string;
  #bucket: Bucket;
  #db: Db;
  #objects: string;
  #live: string | undefined;
  #filling: Promise<void> | undefined;
  /** By name: the files of the release that is live here, and of the one before. */
  #expected = new Map<string, StoredFile>();
  #before = new Map<string, StoredFile>();
  #underWay = new Map<string, Promise<void>>();

  constructor(dist: string, bucket: Bucket, db: Db) {
    this.#dist = dist;
    this.#bucket = bucket;
    this.#db = db;
    this.#objects = join(dist, 'objects');
  }

  /** Looks where the pointer is, and follows it. */
  async look(): Promise<void> {
    const pointer = await readPointer<LivePointer>(this.#db, 'release');
    if (pointer && pointer.value.release !== this.#live) await this.#follow(pointer.value.release);
  }

  /** Fetches one file that a request needs before its turn; `path` is where it will lie. */
  async provide(path: string): Promise<void> {
    const name = basename(path);
    const file = this.#expected.get(name) ?? this.#before.get(name);
    if (!file) throw new Error(`${path} is no file of the live release.`);
    await this.#have(file);
  }

  async #download(file: StoredFile): Promise<void> {
    const bytes = await this.#bucket.get(objectKey(file.name));
    if (!bytes || !isWhole(bytes, file))
      throw new Error(`${file.name} is missing or damaged in the bucket of the fleet.`);
    const place = join(this.#objects, file.name);
    await writeFile(`${place}.${pid}.tmp`, bytes);
    await rename(`${place}.${pid}.tmp`, place);
  }

  async #have(file: StoredFile): Promise<void> {
    const { size } = await stat(join(this.#objects, file.name)).catch(() => ({ size: -1 }));
    if (size === file.size) return;
    const task = this.#underWay.get(file.name) ?? this.#download(file).finally(() => this.#underWay.delete(file.name));
    this.#underWay.set(file.name, task);
    await task;
  }

  async #haveAll(files: Iterable<StoredFile>): Promise<void> {
    await new PQueue({ concurrency: atOnce }).addAll([...files].map((file) => () => this.#have(file)));
  }

  #expect(entries: StoredRelease['entries']): void {
    this.#before = this.#expected;
    const files = Object.values(entries).flatMap((entry) => [...filesOfEntry(entry)]);
    this.#expected = new Map(files.map((file) => [file.name, file]));
  }

  /** A folder with the few files that a release needs beside its objects. */
  async #makeFolder(stored: StoredRelease): Promise<void> {
    const dir = join(this.#dist, 'releases', stored.release);
    const making = `${dir}.${pid}.fetching`;
    await rm(making, { recursive: true, force: true });
    for (const folder of ['public', 'private']) {
      await mkdir(join(making, folder), { recursive: true });
      await symlink(join('..', '..', '..', 'objects'), join(making, folder, 'objects'));
    }
    for (const [path, hash] of Object.entries(stored.hashes)) {
      await mkdir(dirname(join(making, path)), { recursive: true });
      await link(join(this.#objects, hash), join(making, path));
    }
    const entries = Object.fromEntries(
      Object.entries(stored.entries).map(([path, entry]) => [path, { ...entry, file: `objects/${entry.file}` }]),
    );
    const { hashes: _, ...manifest } = stored;
    await writeFile(join(making, 'manifest.json'), manifestText({ ...manifest, entries, isFetched: true }));
    await rm(dir, { recursive: true, force: true });
    await rename(making, dir);
  }

  async #take(release: string): Promise<void> {
    const bytes = await this.#bucket.get(indexKey(release));
    if (!bytes) throw new Error(`The release ${release} is not in the bucket of the fleet.`);
    const stored = JSON.parse(bytes.toString()) as StoredRelease;
    await mkdir(this.#objects, { recursive: true });
    const isFirst = !existsSync(join(this.#dist, 'current'));
    this.#expect(stored.entries);
    await this.#haveAll(core(stored));
    // The first release is served as soon as it can be: a file that is not there yet is fetched when it is asked for.
    if (!isFirst && !this.#filling) await this.#haveAll(this.#expected.values());
    await this.#makeFolder(stored);
    await switchTo(this.#dist, release);
  }

  /** What a process before this one has taken is served without the bucket. */
  async #isTaken(release: string): Promise<boolean> {
    const current = join(this.#dist, 'current');
    if (basename(await readlink(current).catch(() => '')) !== release) return false;
    const text = await readFile(join(current, 'manifest.json'), 'utf8').catch(() => undefined);
    if (text === undefined) return false;
    this.#expect((JSON.parse(text) as StoredRelease).entries);
    return true;
  }

  async #follow(release: string): Promise<void> {
    if (!(await this.#isTaken(release))) await this.#take(release);
    this.#live = release;
    this.#filling ??= this.#haveAll(this.#expected.values())
      .then(() => this.#tidy(release))
      .catch(() => void (this.#live = undefined))
      .finally(() => (this.#filling = undefined));
  }

  /** Removes the oldest releases, and the objects that no other one has. */
  async #tidy(live: string): Promise<void> {
    const folder = join(this.#dist, 'releases');
    const madeAt = async (name: string) => ({ name, at: (await stat(join(folder, name))).mtimeMs });
    const others = await Promise.all((await readdir(folder)).filter((name) => name !== live).map(madeAt));
    const names = others.sort((a, b) => b.at - a.at).map(({ name }) => name);
    const old = names.slice(keptBefore);
    if (old.length === 0) return;
    for (const name of old) await rm(join(folder, name), { recursive: true, force: true });
    const needed = new Set([...this.#expected.keys(), ...this.#before.keys()]);
    for (const name of names.slice(0, keptBefore)) {
      const text = await readFile(join(folder, name, 'manifest.json'), 'utf8').catch(() => '{}');
      const { entries = {} } = JSON.parse(text) as Partial<StoredRelease>;
      for (const entry of Object.values(entries)) for (const file of filesOfEntry(entry)) needed.add(file.name);
    }
    for (const name of await readdir(this.#objects))
      if (!needed.has(name)) await rm(join(this.#objects, name), { force: true });
  }
}
