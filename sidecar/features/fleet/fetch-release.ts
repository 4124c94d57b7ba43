// Brings the live release of the fleet onto a machine that does not build: only what is not there yet is fetched, each
// file is verified, and the switch is one step.
import { mkdir, readdir, readFile, readlink, rm, stat } from 'node:fs/promises';
import { basename, join } from 'node:path';
import type { Manifest, ReleasePage } from '#domain/release/page.ts';
import type { Bucket } from '../../outgoing/bucket.ts';
import { openManifest } from '../../release/entries.ts';
import { switchTo } from '../../release/switch.ts';
import type { Db } from '../../storage/store.ts';
import { keptBefore, liveOf, type LivePointer, readDelta, readIndex } from './chain.ts';
import { isCore } from './core.ts';
import { entriesWhere, factsOf } from './manifest-lines.ts';
import { eachOf, filesOf, Objects } from './objects.ts';
import { getPack } from './packs.ts';
import { readPointer } from './pointer.ts';
import { FolderMaker } from './release-folder.ts';
import type { StoredDelta, StoredFacts, StoredRelease } from './stored.ts';

const atOnce = 32;
const packsAtOnce = 4;
/** In the background; requests and releases come first. */
const filledAtOnce = 4;
const sweepMs = 3600_000;

interface Changes {
  changed: Manifest['entries'];
  gone: string[];
}

/** Several deltas as one. */
function joined(deltas: StoredDelta[]): Changes {
  const changed: Changes['changed'] = {};
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
  return { changed, gone: [...gone] };
}

function factsAfter(text: Buffer, deltas: StoredDelta[]): StoredFacts {
  const last = deltas.at(-1);
  if (!last) {
    const { leftovers: _, ...facts } = factsOf(text) as Omit<StoredRelease, 'entries'>;
    return facts;
  }
  const { changed: _, gone: __, ...facts } = last;
  return facts;
}

/** Entries of the text that stay, and those that changed. */
function* entriesAfter(
  text: Buffer,
  { changed, gone }: Changes,
  isWanted: (key: string, line: Buffer) => boolean,
): Generator<[string, ReleasePage]> {
  const left = new Set([...gone, ...Object.keys(changed)].map((path) => JSON.stringify(path)));
  yield* entriesWhere(text, (key, line) => !left.has(key) && isWanted(key, line));
  yield* Object.entries(changed);
}

const mayBeCore = (key: string, line: Buffer): boolean =>
  isCore(key.slice(1, -1), { frame: undefined }) || line.includes('"private":true') || line.includes('"frame":true');

export class ReleaseFetcher {
  #dist: string;
  #bucket: Bucket;
  #db: Db;
  #objects: Objects;
  #folders = new FolderMaker();
  /** The release that is live here, as far as this process knows. */
  #live: string | undefined;
  #following: Promise<void> | undefined;
  #filling: Promise<void> | undefined;
  /** Whether all files of the live release are there. */
  #isFilled = false;
  #sweptAt = 0;

  constructor(dist: string, bucket: Bucket, db: Db) {
    this.#dist = dist;
    this.#bucket = bucket;
    this.#db = db;
    this.#objects = new Objects(join(dist, 'objects'), bucket);
  }

  /** Looks where the pointer is, and follows it. */
  async look(): Promise<void> {
    const pointer = await readPointer<LivePointer>(this.#db, 'current');
    if (!pointer) return;
    const live = liveOf(pointer.value);
    if (this.#live !== live) {
      this.#following = this.#follow(pointer.value);
      await this.#following;
      this.#live = live;
      this.#following = undefined;
      if (this.#isFilled) void this.#tidy(live).catch(() => undefined);
    }
    this.#fill(live);
  }

  /** Fetches one file that a request needs before its turn; `path` is where it will lie. */
  provide(path: string): Promise<void> {
    return this.#objects.provide(basename(path));
  }

  /** The folder of the release that dist/current names, and its manifest, where it was fetched. */
  async #current(): Promise<{ dir: string; text: Buffer } | undefined> {
    const link = await readlink(join(this.#dist, 'current')).catch(() => undefined);
    if (link === undefined) return undefined;
    const dir = join(this.#dist, link);
    const text = await readFile(join(dir, 'manifest.json'));
    return factsOf(text).isFetched ? { dir, text } : undefined;
  }

  async #follow({ chain }: LivePointer): Promise<void> {
    const [first, ...rest] = chain;
    await mkdir(join(this.#dist, 'objects'), { recursive: true });
    const current = await this.#current().catch(() => undefined);
    const at = current ? chain.findLastIndex(({ release }) => release === basename(current.dir)) : -1;
    const before = at < 0 ? undefined : current;
    const links = before ? chain.slice(at + 1) : rest;
    if (before && links.length === 0) return;
    const packs = before ? links.flatMap((link) => link.packs) : [...first.packs, ...(rest.at(-1)?.packs ?? [])];
    const [text, deltas, parts] = await Promise.all([
      before ? before.text : readIndex(this.#bucket, first.key),
      Promise.all(links.map((link) => readDelta(this.#bucket, link))),
      this.#takePacks(packs),
    ]);
    const changes = joined(deltas);
    const facts = factsAfter(text, deltas);
    await this.#haveFirst(before ? Object.values(changes.changed) : this.#first(text, changes, current !== undefined));
    const dir = join(this.#dist, 'releases', facts.release);
    const fetchPart = async (name: string) => parts.get(name) ?? this.#objects.part(name);
    const from = before && basename(before.dir);
    await this.#folders.make({ dir, before: current?.dir, facts, text, changes, from, fetchPart });
    await switchTo(this.#dist, facts.release);
  }

  async #takePacks(keys: string[]): Promise<Map<string, Buffer>> {
    const parts = new Map<string, Buffer>();
    await eachOf(keys, packsAtOnce, async (key) => {
      const pieces = await getPack(this.#bucket, key);
      for (const { name, isPart, bytes } of pieces) if (isPart) parts.set(name, bytes);
      const files = pieces.filter(({ isPart }) => !isPart);
      await eachOf(files, atOnce, ({ name, bytes }) => this.#objects.save(name, bytes));
    });
    return parts;
  }

  /** The first release is served as soon as it can be: a file that is not there yet is fetched when it is asked for. */
  *#first(text: Buffer, changes: Changes, hasOther: boolean): Generator<ReleasePage> {
    for (const [path, entry] of entriesAfter(text, changes, hasOther ? () => true : mayBeCore))
      if (hasOther || isCore(path, entry)) yield entry;
  }

  async #haveFirst(entries: Iterable<ReleasePage>): Promise<void> {
    await eachOf(filesOf(entries), atOnce, (file) => this.#objects.have(file));
  }

  /** After the first release: what is missing, while no other release is fetched. */
  #fill(live: string): void {
    if (this.#isFilled || this.#filling) return;
    const fillAll = async () => {
      const { entries } = openManifest(this.#manifestOf(live));
      try {
        await eachOf(filesOf(entries.values()), filledAtOnce, async (file) => {
          await this.#following?.catch(() => undefined);
          await this.#objects.have(file);
        });
      } finally {
        entries.close();
      }
      this.#isFilled = true;
    };
    // The next look goes on with it.
    this.#filling = fillAll()
      .catch(() => undefined)
      .finally(() => (this.#filling = undefined));
  }

  #manifestOf(release: string): string {
    return join(this.#dist, 'releases', release, 'manifest.json');
  }

  /** Removes the oldest releases, and now and then the files that no other one has. */
  async #tidy(live: string): Promise<void> {
    const folder = join(this.#dist, 'releases');
    const madeAt = async (name: string) => ({ name, at: (await stat(join(folder, name))).mtimeMs });
    const others = await Promise.all((await readdir(folder)).filter((name) => name !== live).map(madeAt));
    const sorted = others.sort((a, b) => b.at - a.at).map(({ name }) => name);
    for (const name of sorted.slice(keptBefore)) await rm(join(folder, name), { recursive: true, force: true });
    if (Date.now() - this.#sweptAt < sweepMs) return;
    this.#sweptAt = Date.now();
    const kept = [live, ...sorted.slice(0, keptBefore)];
    await this.#objects.sweep(kept.map((name) => this.#manifestOf(name)), this.#sweptAt); // prettier-ignore
  }
}
