// Puts a release into the bucket of the fleet and makes it the one that all machines serve.
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import PQueue from 'p-queue';
import { type BuiltManifest, deltaBetween } from '#domain/release/built-manifest.ts';
import {
  baseFile,
  deltaFile,
  type Encoding,
  encodingSuffix,
  type ManifestDelta,
  type ReleasePage,
} from '#domain/release/page.ts';
import type { Bucket } from '../../outgoing/bucket.ts';
import type { Db } from '../../storage/store.ts';
import { KnownRelease, liveOf, type LivePointer, putDelta, putWhole, readChain, takesDelta } from './chain.ts';
import { isCore } from './core.ts';
import { getPack, type Piece, putPacks } from './packs.ts';
import { noEntries, ReleaseEntries } from '#domain/release/release-entries.ts';
import { readManifest } from '../../release/read-manifest.ts';
import { movePointer, readPointer } from './pointer.ts';
import { filesOfEntry, objectKey, partsOf, type StoredDelta, storedEntries } from './stored.ts';

const atOnce = 32;
/** What is new in most releases: as packs it is sent in a few requests, and file by file after machines know of it. */
const mostPacked = 32 * 1024 ** 2;

const pathOf = (dir: string, { file, private: isPrivate }: ReleasePage, encoding?: Encoding): string =>
  join(dir, isPrivate ? 'private' : 'public', file + (encoding ? encodingSuffix[encoding] : ''));

const readJson = async <T>(path: string): Promise<T> => JSON.parse(await readFile(path, 'utf8')) as T;

const emptyManifest: BuiltManifest = {
  release: '',
  baseUrl: '',
  entries: noEntries,
  content: { digest: '', changedAt: 0 },
  others: {},
};

/** What changed since the release that the fleet serves: mostly the build has said so already. */
async function changesOf(dir: string, known: KnownRelease | undefined): Promise<ManifestDelta> {
  const said = await readJson<ManifestDelta>(join(dir, deltaFile)).catch(() => undefined);
  if (known && said?.from === known.facts.release) return said;
  const manifest = await readManifest(dir);
  if (!known) return deltaBetween(emptyManifest, manifest);
  const before = { ...emptyManifest, release: known.facts.release, entries: new ReleaseEntries(known.entries) };
  const { changed, ...delta } = deltaBetween(before, {
    ...manifest,
    entries: new ReleaseEntries(storedEntries(manifest.entries)),
  });
  const paths = Object.keys(changed);
  return { ...delta, changed: Object.fromEntries(paths.map((path) => [path, manifest.entries.get(path)!])) };
}

const once = <T>(read: () => Promise<T>): (() => Promise<T>) => {
  let reading: Promise<T> | undefined;
  return () => (reading ??= read());
};

/** Each is read once: the folder may change while they are sent. */
function* piecesOf(dir: string, entries: Iterable<ReleasePage>): Generator<Piece> {
  for (const entry of entries) {
    for (const { name, size = 0, encoding } of filesOfEntry(entry))
      yield { name, isPart: false, size, read: once(() => readFile(pathOf(dir, entry, encoding))) };
  }
}

interface Changes {
  /** As it lies in the bucket. */
  delta: StoredDelta;
  /** Every part of the files at no address. */
  parts: Piece[];
  /** What the fleet does not have yet. */
  pieces: Map<string, Piece>;
}

async function readChanges(
  dir: string,
  { from: _, changed, others: all, ...facts }: ManifestDelta,
  known: KnownRelease | undefined,
): Promise<Changes> {
  // The difference to the release before names files as they are called here.
  const others = Object.fromEntries(Object.entries(all).filter(([path]) => path !== deltaFile && path !== baseFile));
  const names: StoredDelta['parts'] = {};
  const parts: Piece[] = [];
  for (const path of Object.keys(others)) {
    const cut = partsOf(path, await readFile(join(dir, path)));
    names[path] = cut.map(([name]) => name);
    parts.push(...cut.map(([name, bytes]) => ({ name, isPart: true, size: bytes.length, read: async () => bytes })));
  }
  const pieces = new Map<string, Piece>();
  for (const piece of [...piecesOf(dir, Object.values(changed)), ...parts])
    if (!known?.has(piece.name)) pieces.set(piece.name, piece);
  return {
    delta: { ...facts, others, parts: names, changed: Object.fromEntries(storedEntries(Object.entries(changed))) },
    parts,
    pieces,
  };
}

function after(known: KnownRelease | undefined, delta: StoredDelta): KnownRelease {
  if (!known) {
    const { changed, gone: _, ...facts } = delta;
    return new KnownRelease({ ...facts, entries: changed, leftovers: [] });
  }
  known.apply(delta);
  return known;
}

/** What a machine needs before it can serve anything. */
async function putCore(bucket: Bucket, dir: string, parts: Piece[]): Promise<string[]> {
  const { entries } = await readManifest(dir);
  const core = [...entries].filter(([path, entry]) => isCore(path, entry));
  const files = piecesOf(dir, core.map(([, entry]) => entry)); // prettier-ignore
  return putPacks(bucket, new Map([...files, ...parts].map((piece) => [piece.name, piece])).values());
}

async function putAll(bucket: Bucket, pieces: Map<string, Piece>): Promise<void> {
  const put = async ({ name, read }: Piece) => {
    await bucket.put(objectKey(name), await read(), {});
    pieces.delete(name);
  };
  await new PQueue({ concurrency: atOnce }).addAll([...pieces.values()].map((piece) => () => put(piece)));
}

/** What may lie in packs alone: a builder before this one may have ended between them and the files. */
async function packedIn(bucket: Bucket, { chain }: LivePointer): Promise<Piece[]> {
  const { packs } = chain.at(-1)!;
  const found = chain.length > 1 ? await Promise.all(packs.map((key) => getPack(bucket, key))) : [];
  return found.flat().map(({ bytes, ...piece }) => ({ ...piece, size: bytes.length, read: async () => bytes }));
}

/** Takes what it sends file by file out of `pieces`. */
async function putLink(
  bucket: Bucket,
  dir: string,
  pointer: LivePointer | undefined,
  before: KnownRelease | undefined,
  { delta, parts, pieces }: Changes,
) {
  const size = [...pieces.values()].reduce((sum, piece) => sum + piece.size, 0);
  const isDelta = pointer !== undefined && takesDelta(pointer);
  const packs = isDelta && size <= mostPacked ? await putPacks(bucket, pieces.values()) : [];
  if (packs.length === 0) await putAll(bucket, pieces);
  const known = after(before, delta);
  if (isDelta) return { known, next: await putDelta(bucket, pointer, delta, packs), unneeded: [] };
  return { known, ...(await putWhole(bucket, pointer, known, await putCore(bucket, dir, parts))) };
}

/** `onMove` gets the addresses that changed, before machines hear of it; none of a first release, which nobody has seen. */
export function releaseSender(bucket: Bucket, db: Db, onMove: (changed: string[]) => Promise<void>) {
  /** As the pointer leads to it. */
  let known: KnownRelease | undefined;
  const packed = new Map<string, Piece>();

  async function send(dir: string): Promise<boolean> {
    const pointer = await readPointer<LivePointer>(db, 'current');
    const live = pointer && liveOf(pointer.value);
    if (known?.facts.release !== live) {
      known = pointer && (await readChain(bucket, pointer.value));
      if (pointer) for (const piece of await packedIn(bucket, pointer.value)) packed.set(piece.name, piece);
    }
    await putAll(bucket, packed);
    const delta = await changesOf(dir, known);
    if (delta.release === live) return true;
    const changes = await readChanges(dir, delta, known);
    const before = known;
    // Until the pointer has moved, what is sent is not what is known.
    known = undefined;
    const link = await putLink(bucket, dir, pointer?.value, before, changes);
    if (pointer) await onMove([...Object.keys(delta.changed), ...delta.gone]);
    if (!(await movePointer<LivePointer>(db, 'current', pointer, link.next))) return false;
    ({ known } = link);
    for (const [name, piece] of changes.pieces) packed.set(name, piece);
    await putAll(bucket, packed);
    const queue = new PQueue({ concurrency: atOnce });
    const unneeded = [...link.unneeded, ...link.known.expire().map(objectKey)];
    await queue.addAll(unneeded.map((key) => () => bucket.remove(key)));
    return true;
  }

  /** False where another builder has moved the pointer meanwhile. */
  return send;
}
