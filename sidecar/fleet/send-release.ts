// Puts a release into the bucket of the fleet and makes it the one that all machines serve.
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import PQueue from 'p-queue';
import {
  deltaFile,
  type Encoding,
  encodingSuffix,
  type Manifest,
  type ManifestEntry,
} from '#domain/release/manifest.ts';
import type { Bucket } from '../outgoing/bucket.ts';
import type { Db } from '../store/store.ts';
import { movePointer, readPointer } from './pointer.ts';
import { filesOfEntry, filesOfOthers, hashOf, indexKey, nameOf, objectKey, type StoredRelease } from './stored.ts';

export interface LivePointer {
  release: string;
  /** Those before it that still lie in the bucket, newest first. */
  before: string[];
}

const atOnce = 32;
/** A machine may still be on its way to them. */
const keptBefore = 2;

const readStored = async (bucket: Bucket, release: string): Promise<StoredRelease | undefined> => {
  const bytes = await bucket.get(indexKey(release));
  return bytes && (JSON.parse(bytes.toString()) as StoredRelease);
};

function namesIn(stored: StoredRelease | undefined): Set<string> {
  const names = new Set<string>();
  if (!stored) return names;
  for (const entry of Object.values(stored.entries)) for (const { name } of filesOfEntry(entry)) names.add(name);
  for (const { name } of filesOfOthers(stored)) names.add(name);
  return names;
}

const pathOf = (dir: string, { file, private: isPrivate }: ManifestEntry, encoding?: Encoding): string =>
  join(dir, isPrivate ? 'private' : 'public', file + (encoding ? encodingSuffix[encoding] : ''));

/** Where each file of the release lies here, by its name in the bucket. */
function sourcesOf(dir: string, manifest: Manifest, hashes: Record<string, string>): Map<string, string> {
  const sources = new Map<string, string>();
  for (const entry of Object.values(manifest.entries))
    for (const { name, encoding } of filesOfEntry(entry)) sources.set(name, pathOf(dir, entry, encoding));
  for (const [path, hash] of Object.entries(hashes)) sources.set(hash, join(dir, path));
  return sources;
}

/** What lies beside the files at addresses; the difference to the release before names files as they are called here. */
async function hashOthers(dir: string, { others }: Manifest) {
  const hashes: Record<string, string> = {};
  const wanted = Object.entries(others).filter(([path]) => path !== deltaFile);
  for (const [path] of wanted) hashes[path] = hashOf(await readFile(join(dir, path)));
  return { hashes, others: Object.fromEntries(wanted) };
}

/** Removes what only releases had that no machine needs any more. */
async function forget(bucket: Bucket, old: string[], kept: string[]): Promise<void> {
  if (old.length === 0) return;
  const needed = new Set<string>();
  for (const release of kept) for (const name of namesIn(await readStored(bucket, release))) needed.add(name);
  const queue = new PQueue({ concurrency: atOnce });
  for (const release of old) {
    const names = [...namesIn(await readStored(bucket, release))].filter((name) => !needed.has(name));
    await queue.addAll(names.map((name) => () => bucket.remove(objectKey(name))));
    await bucket.remove(indexKey(release));
  }
}

export function releaseSender(bucket: Bucket, db: Db) {
  /** What this process sent last. */
  let last: StoredRelease | undefined;

  async function send(dir: string, manifest: Manifest, known: Set<string>): Promise<StoredRelease> {
    const { hashes, others } = await hashOthers(dir, manifest);
    const wanted = [...sourcesOf(dir, manifest, hashes)].filter(([name]) => !known.has(name));
    const queue = new PQueue({ concurrency: atOnce });
    const put = async ([name, path]: [string, string]) => bucket.put(objectKey(name), await readFile(path), {});
    await queue.addAll(wanted.map((one) => () => put(one)));
    const entries = Object.fromEntries(
      Object.entries(manifest.entries).map(([path, { key: _, ...entry }]) => [path, { ...entry, file: nameOf(entry) }]),
    );
    const stored: StoredRelease = { ...manifest, entries, others, hashes };
    await bucket.put(indexKey(manifest.release), Buffer.from(JSON.stringify(stored)), {});
    return stored;
  }

  /** False where another builder has moved the pointer meanwhile. */
  return async (dir: string): Promise<boolean> => {
    const manifest = JSON.parse(await readFile(join(dir, 'manifest.json'), 'utf8')) as Manifest;
    const pointer = await readPointer<LivePointer>(db, 'release');
    if (pointer?.value.release === manifest.release) return true;
    const { release: live, before = [] } = pointer?.value ?? {};
    const newest = live === undefined ? undefined : last?.release === live ? last : await readStored(bucket, live);
    const stored = await send(dir, manifest, namesIn(newest));
    const all = [...(live === undefined ? [] : [live]), ...before].filter((id) => id !== manifest.release);
    const kept = all.slice(0, keptBefore);
    if (!(await movePointer<LivePointer>(db, 'release', pointer, { release: manifest.release, before: kept })))
      return false;
    last = stored;
    await forget(bucket, all.slice(keptBefore), [manifest.release, ...kept]);
    return true;
  };
}
