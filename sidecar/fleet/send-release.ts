// Puts a release into the bucket of the fleet and makes it the one that all machines serve.
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import PQueue from 'p-queue';
import {
  deltaBetween,
  deltaFile,
  type Encoding,
  encodingSuffix,
  type Manifest,
  type ManifestDelta,
  type ManifestEntry,
} from '#domain/release/manifest.ts';
import type { Bucket } from '../outgoing/bucket.ts';
import type { Db } from '../store/store.ts';
import { KnownRelease, liveOf, type LivePointer, putLink, readChain, storedEntries } from './chain.ts';
import { movePointer, readPointer } from './pointer.ts';
import { filesOfEntry, objectKey, partsOf, type StoredDelta } from './stored.ts';

const atOnce = 32;

const pathOf = (dir: string, { file, private: isPrivate }: ManifestEntry, encoding?: Encoding): string =>
  join(dir, isPrivate ? 'private' : 'public', file + (encoding ? encodingSuffix[encoding] : ''));

const readJson = async <T>(path: string): Promise<T> => JSON.parse(await readFile(path, 'utf8')) as T;

const emptyManifest: Manifest = {
  release: '',
  baseUrl: '',
  entries: {},
  content: { digest: '', changedAt: 0 },
  others: {},
};

/** What changed since the release that the fleet serves: mostly the build has said so already. */
async function changesOf(dir: string, known: KnownRelease | undefined): Promise<ManifestDelta> {
  const said = await readJson<ManifestDelta>(join(dir, deltaFile)).catch(() => undefined);
  if (known && said?.from === known.facts.release) return said;
  const manifest = await readJson<Manifest>(join(dir, 'manifest.json'));
  if (!known) return deltaBetween(emptyManifest, manifest);
  const before = { ...emptyManifest, release: known.facts.release, entries: Object.fromEntries(known.entries) };
  const { changed, ...delta } = deltaBetween(before, { ...manifest, entries: storedEntries(manifest.entries) });
  const paths = Object.keys(changed);
  return { ...delta, changed: Object.fromEntries(paths.map((path) => [path, manifest.entries[path]!])) };
}

/** Sends what the fleet does not have yet, and gives the delta as it lies in the bucket. */
async function sendFiles(
  bucket: Bucket,
  dir: string,
  { from: _, changed, others: all, ...facts }: ManifestDelta,
  known: KnownRelease | undefined,
): Promise<StoredDelta> {
  const queue = new PQueue({ concurrency: atOnce });
  const sent = new Set<string>();
  const send = (name: string, bytes: () => Promise<Buffer>) => {
    if (known?.has(name) || sent.has(name)) return undefined;
    sent.add(name);
    return queue.add(async () => bucket.put(objectKey(name), await bytes(), {}));
  };
  const sending = Object.values(changed).flatMap((entry) =>
    [...filesOfEntry(entry)].map(({ name, encoding }) => send(name, () => readFile(pathOf(dir, entry, encoding)))),
  );
  // The difference to the release before names files as they are called here.
  const others = Object.fromEntries(Object.entries(all).filter(([path]) => path !== deltaFile));
  const parts: StoredDelta['parts'] = {};
  for (const path of Object.keys(others)) {
    const cut = partsOf(path, await readFile(join(dir, path)));
    parts[path] = cut.map(([name]) => name);
    sending.push(...cut.map(([name, bytes]) => send(name, async () => bytes)));
  }
  await Promise.all(sending);
  return { ...facts, others, parts, changed: storedEntries(changed) };
}

function after(known: KnownRelease | undefined, delta: StoredDelta): KnownRelease {
  if (!known) {
    const { changed, gone: _, ...facts } = delta;
    return new KnownRelease({ ...facts, entries: changed, leftovers: [] });
  }
  known.apply(delta);
  return known;
}

/** `onMove` gets the addresses that changed, before machines hear of it; none of a first release, which nobody has seen. */
export function releaseSender(bucket: Bucket, db: Db, onMove: (changed: string[]) => Promise<void>) {
  /** As the pointer leads to it. */
  let known: KnownRelease | undefined;

  async function send(dir: string): Promise<boolean> {
    const pointer = await readPointer<LivePointer>(db, 'live');
    const live = pointer && liveOf(pointer.value);
    if (known?.facts.release !== live) known = pointer && (await readChain(bucket, pointer.value));
    const before = known;
    const changes = await changesOf(dir, before);
    if (changes.release === live) return true;
    const delta = await sendFiles(bucket, dir, changes, before);
    const next = after(before, delta);
    // Until the pointer has moved, it is not what is known.
    known = undefined;
    const link = await putLink(bucket, pointer?.value, next, before && delta);
    if (before) await onMove([...Object.keys(delta.changed), ...delta.gone]);
    if (!(await movePointer<LivePointer>(db, 'live', pointer, link.next))) return false;
    known = next;
    const queue = new PQueue({ concurrency: atOnce });
    const unneeded = [...link.unneeded, ...known.expire().map(objectKey)];
    await queue.addAll(unneeded.map((key) => () => bucket.remove(key)));
    return true;
  }

  /** False where another builder has moved the pointer meanwhile. */
  return send;
}
