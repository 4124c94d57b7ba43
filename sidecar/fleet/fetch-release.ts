// Brings the live release of the fleet onto a machine that does not build: only what is not there yet is fetched, each
// file is verified, and the switch is one step.
import { mkdir, readdir, readlink, rename, rm, stat, writeFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { pid } from 'node:process';
import PQueue from 'p-queue';
import { shardPath } from '#domain/documents/content-index.ts';
import type { ManifestEntry } from '#domain/release/manifest.ts';
import type { Bucket } from '../outgoing/bucket.ts';
import { switchTo } from '../release/switch.ts';
import type { Db } from '../store/store.ts';
import { deltasAfter, keptBefore, KnownRelease, liveOf, type LivePointer, readChain } from './chain.ts';
import { readPointer } from './pointer.ts';
import { makeFolder, readFolder } from './release-folder.ts';
import { filesOfEntry, hashOf, isWhole, objectKey, type StoredDelta, type StoredFile } from './stored.ts';

const atOnce = 32;

const firstShard = shardPath(1);
const isShard = (path: string): boolean => path.replace(/\d+(?!.*\d)/, '1') === firstShard;

/** What a machine reads when it takes a release over, or cannot fetch on request. */
const isCore = ([path, entry]: [string, ManifestEntry]): boolean =>
  entry.private === true || entry.frame === true || isShard(path);

const filesOf = (entries: Iterable<[string, ManifestEntry]>): StoredFile[] =>
  [...entries].flatMap(([, entry]) => [...filesOfEntry(entry)]);

/** Several deltas as one. */
function joined(from: string, deltas: StoredDelta[]) {
  const changed: StoredDelta['changed'] = {};
  const gone = new Set<string>();
  for (const delta of deltas) {
    for (const path of delta.gone) {
      delete changed[path];
      gone.add(path);
    }
    for (const [path, entry] of Object.entries(delta.changed)) {
      changed[path] = entry;
      gone.delete(path);
    }
  }
  return { from, changed, gone: [...gone] };
}

export class ReleaseFetcher {
  #dist: string;
  #bucket: Bucket;
  #db: Db;
  #objects: string;
  /** The release that is live here, and whether all its files are, or are on their way. */
  #known: KnownRelease | undefined;
  #isLive = false;
  #filling: Promise<void> | undefined;
  #underWay = new Map<string, Promise<void>>();

  constructor(dist: string, bucket: Bucket, db: Db) {
    this.#dist = dist;
    this.#bucket = bucket;
    this.#db = db;
    this.#objects = join(dist, 'objects');
  }

  /** Looks where the pointer is, and follows it. */
  async look(): Promise<void> {
    const pointer = await readPointer<LivePointer>(this.#db, 'live');
    if (!pointer) return;
    if (this.#isLive && liveOf(pointer.value) === this.#known?.facts.release) return;
    await mkdir(this.#objects, { recursive: true });
    try {
      await this.#follow(pointer.value);
      this.#isLive = true;
    } catch (error) {
      // What is known may be half of the next release: what lies on the disk counts.
      this.#known = undefined;
      this.#isLive = false;
      throw error;
    }
    this.#fill(liveOf(pointer.value));
  }

  /** Fetches one file that a request needs before its turn; `path` is where it will lie. */
  async provide(path: string): Promise<void> {
    const file = this.#known?.file(basename(path));
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

  async #haveAll(files: StoredFile[]): Promise<void> {
    await new PQueue({ concurrency: atOnce }).addAll(files.map((file) => () => this.#have(file)));
  }

  /** Folder of the release that dist/current names. */
  async #currentDir(): Promise<string | undefined> {
    const link = await readlink(join(this.#dist, 'current')).catch(() => undefined);
    return link && join(this.#dist, link);
  }

  async #follow(pointer: LivePointer): Promise<void> {
    const before = await this.#currentDir();
    if (!this.#known) {
      const stored = before && (await readFolder(before));
      this.#known = stored ? new KnownRelease(stored) : undefined;
    }
    const from = this.#known?.facts.release;
    if (from === liveOf(pointer)) return;
    const deltas = await deltasAfter(this.#bucket, pointer, from);
    const delta = from !== undefined && deltas ? joined(from, deltas) : undefined;
    if (deltas) for (const one of deltas) this.#known!.apply(one);
    else this.#known = await readChain(this.#bucket, pointer);
    const { facts, entries } = this.#known!;
    await this.#haveAll(delta ? filesOf(Object.entries(delta.changed)) : this.#first(before === undefined));
    const queue = new PQueue({ concurrency: atOnce });
    const fetchPart = (name: string) => queue.add(() => this.#part(name));
    const dir = join(this.#dist, 'releases', facts.release);
    await makeFolder({ dir, before, facts, entries, delta, fetchPart });
    await switchTo(this.#dist, facts.release);
  }

  /** The first release is served as soon as it can be: a file that is not there yet is fetched when it is asked for. */
  #first(isFirst: boolean): StoredFile[] {
    const { entries } = this.#known!;
    return isFirst ? filesOf([...entries].filter(isCore)) : filesOf(entries);
  }

  async #part(name: string): Promise<Buffer> {
    const bytes = await this.#bucket.get(objectKey(name));
    if (!bytes || hashOf(bytes) !== name) throw new Error(`${name} is missing or damaged in the bucket of the fleet.`);
    return bytes;
  }

  /** After the first release: what is missing, and what a process before this one has left. Then what the last one dropped. */
  #fill(live: string): void {
    if (this.#filling) return void this.#tidy(live).catch(() => undefined);
    const known = this.#known!;
    const all = this.#haveAll([...known.files()]).then(async () => {
      const others = (await readdir(this.#objects)).filter((name) => !known.has(name));
      known.leftovers.unshift(others);
    });
    this.#filling = all.catch(() => {
      this.#filling = undefined;
      this.#isLive = false;
    });
  }

  /** Removes the oldest releases, and the objects that no other one has. */
  async #tidy(live: string): Promise<void> {
    const folder = join(this.#dist, 'releases');
    const madeAt = async (name: string) => ({ name, at: (await stat(join(folder, name))).mtimeMs });
    const others = await Promise.all((await readdir(folder)).filter((name) => name !== live).map(madeAt));
    const old = others.sort((a, b) => b.at - a.at).slice(keptBefore);
    for (const { name } of old) await rm(join(folder, name), { recursive: true, force: true });
    for (const name of this.#known?.expire() ?? []) await rm(join(this.#objects, name), { force: true });
  }
}
