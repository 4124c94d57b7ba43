// The entries of a release, which stay in its manifest on disk: in memory is where each of them begins, a dozen bytes apiece.
import { closeSync, fstatSync, openSync, readFileSync, readSync } from 'node:fs';
import { dirname, join } from 'node:path';
import process from 'node:process';
import { LRUCache } from 'lru-cache';
import {
  baseFile,
  type Manifest,
  type ManifestDelta,
  type ManifestEntry,
  type ManifestFacts,
  manifestHead,
  mostChanges,
} from '#domain/release/manifest.ts';

export interface Entries {
  get: (path: string) => ManifestEntry | undefined;
  has: (path: string) => boolean;
  values: () => Iterable<ManifestEntry>;
}

/** Entries of a manifest that stays open, whoever removes the file; each release that has them closes its own. */
export interface OpenEntries extends Entries {
  /** Those of the next release; undefined where so much changed that its own manifest is better read. */
  changed: (delta: Pick<ManifestDelta, 'changed' | 'gone'>) => OpenEntries | undefined;
  close: () => void;
}

const chunkBytes = 1024 * 1024;
/** Longer than most lines. */
const lineBytes = 1024;
/** A line takes about 350 bytes, so that a new table is about half full when a manifest has been read. */
const bytesPerSlot = 200;
const mostFilled = 2 / 3;
/** Entries that were read, by address. */
const mostKept = 2000;

const [lineFeed, quote, backslash] = [0x0a, 0x22, 0x5c];

const fnvStart = 0x811c9dc5 | 0;
const fnvStep = (hash: number, character: number): number => Math.imul(hash ^ character, 0x01000193);

/** 32 bits of an address (FNV-1a over its characters), signed: V8 stores larger numbers as floating-point ones. */
function hashOf(path: string): number {
  let hash = fnvStart;
  for (let i = 0; i < path.length; i++) hash = fnvStep(hash, path.charCodeAt(i));
  return hash;
}

type Named = [path: string, entry: ManifestEntry];

/** A line is `"path":{…}`, with a comma where another one follows; what only builds need is left out. */
function parsed(line: Buffer): Named {
  const [[path, { key: _, ...entry }]] = Object.entries(JSON.parse(`{${line.toString().replace(/,$/, '')}}`)) as [
    Named,
  ];
  return [path, entry];
}

/** Blocks of whole lines, with their places; a block is overwritten by the next, so that reading a large file takes little memory. */
function* blocksOf(file: number): Generator<[block: Buffer, at: number]> {
  let bytes = Buffer.allocUnsafe(chunkBytes);
  for (let [at, rest] = [0, 0]; ;) {
    if (rest === bytes.length) bytes = Buffer.concat([bytes], 2 * rest);
    const length = readSync(file, bytes, rest, bytes.length - rest, at + rest);
    if (length === 0) return;
    const filled = rest + length;
    const end = bytes.lastIndexOf(lineFeed, filled - 1) + 1;
    if (end > 0) yield [bytes.subarray(0, end), at];
    bytes.copyWithin(0, end, filled);
    rest = filled - end;
    at += end;
  }
}

/** Every line that ends. */
function* linesOf(file: number): Generator<Buffer> {
  for (const [block] of blocksOf(file))
    for (let from = 0, end; from < block.length; from = end + 1)
      yield block.subarray(from, (end = block.indexOf(lineFeed, from)));
}

function* entryLines(file: number): Generator<Buffer> {
  for (const line of linesOf(file)) if (line[0] === quote) yield line;
}

/** The hash of the address in the line that begins at `from`; only an address with other characters needs the parser. */
function hashIn(block: Buffer, from: number, end: number): number {
  let hash = fnvStart;
  for (let i = from + 1; i < end; i++) {
    const byte = block[i]!;
    if (byte === quote) return hash;
    if (byte === backslash || byte > 0x7f) break;
    hash = fnvStep(hash, byte);
  }
  return hashOf(parsed(block.subarray(from, end))[0]);
}

/** The line at a place. */
function lineAt(file: number, at: number, most = lineBytes): Buffer {
  const line = Buffer.allocUnsafe(most);
  const length = readSync(file, line, 0, most, at);
  const end = line.subarray(0, length).indexOf(lineFeed);
  return end < 0 && length === most ? lineAt(file, at, 4 * most) : line.subarray(0, end);
}

/** A hash table with open addressing: from the hash of an address to where its line begins. */
class Places {
  #hashes: Int32Array;
  /** 0 where there is none: that is where the first line begins, which holds no entry. */
  #places: Uint32Array | Float64Array;
  #count = 0;

  /** `fileBytes` is the size of the manifest: below 4 GiB, four bytes hold a place. */
  constructor(fileBytes: number) {
    const size = 2 ** Math.ceil(Math.log2(fileBytes / bytesPerSlot + 1));
    this.#hashes = new Int32Array(size);
    this.#places = fileBytes < 2 ** 32 ? new Uint32Array(size) : new Float64Array(size);
  }

  add(hash: number, place: number): void {
    if (++this.#count > mostFilled * this.#hashes.length) this.#grow();
    this.#put(hash, place);
  }

  #put(hash: number, place: number): void {
    const last = this.#hashes.length - 1;
    let slot = hash & last;
    while (this.#places[slot]! > 0) slot = (slot + 1) & last;
    this.#hashes[slot] = hash;
    this.#places[slot] = place;
  }

  #grow(): void {
    const [hashes, places] = [this.#hashes, this.#places];
    this.#hashes = new Int32Array(2 * hashes.length);
    this.#places =
      places instanceof Uint32Array ? new Uint32Array(2 * places.length) : new Float64Array(2 * places.length);
    places.forEach((place, slot) => place > 0 && this.#put(hashes[slot]!, place));
  }

  *of(hash: number): Generator<number> {
    const last = this.#places.length - 1;
    for (let slot = hash & last; this.#places[slot]! > 0; slot = (slot + 1) & last)
      if (this.#hashes[slot] === hash) yield this.#places[slot]!;
  }
}

function placesIn(file: number): Places {
  const places = new Places(fstatSync(file).size);
  for (const [block, at] of blocksOf(file))
    for (let from = 0, end; from < block.length; from = end + 1) {
      end = block.indexOf(lineFeed, from);
      if (block[from] === quote) places.add(hashIn(block, from, end), at + from);
    }
  return places;
}

interface Base {
  get: (path: string) => ManifestEntry | undefined;
  all: () => Iterable<Named>;
  /** Counts who reads it. */
  opened: () => Base;
  close: () => void;
}

class ManifestOnDisk implements Base {
  readonly #file: number;
  readonly #places: Places;
  readonly #kept = new LRUCache<string, ManifestEntry>({ max: mostKept });
  #users = 0;

  constructor(file: number) {
    this.#file = file;
    this.#places = placesIn(file);
  }

  opened(): Base {
    this.#users++;
    return this;
  }

  close(): void {
    if (--this.#users === 0) closeSync(this.#file);
  }

  get(path: string): ManifestEntry | undefined {
    const kept = this.#kept.get(path);
    if (kept) return kept;
    for (const at of this.#places.of(hashOf(path))) {
      const [found, entry] = this.#read(at) ?? [];
      if (!entry || found !== path) continue;
      this.#kept.set(path, entry);
      return entry;
    }
    return undefined;
  }

  /** Nothing where somebody cut the file: the release is damaged then, and built again. */
  #read(at: number): Named | undefined {
    try {
      return parsed(lineAt(this.#file, at));
    } catch {
      return undefined;
    }
  }

  *all(): Generator<Named> {
    for (const line of entryLines(this.#file)) yield parsed(line);
  }
}

/** What changed since the manifest that is read: undefined where an entry is gone. */
type Changes = Map<string, ManifestEntry | undefined>;

function entriesOf(base: Base, changes: Changes = new Map()): OpenEntries {
  const get = (path: string) => (changes.has(path) ? changes.get(path) : base.get(path));
  const manifest = base.opened();
  return {
    get,
    has: (path) => get(path) !== undefined,
    *values() {
      for (const entry of changes.values()) if (entry) yield entry;
      for (const [path, entry] of base.all()) if (!changes.has(path)) yield entry;
    },
    changed: ({ changed, gone }) => {
      // There an open file keeps the folder of its release where it is.
      if (process.platform === 'win32') return undefined;
      const all: Changes = new Map(changes);
      for (const path of gone) all.set(path, undefined);
      for (const [path, { key: _, ...entry }] of Object.entries(changed)) all.set(path, entry);
      return all.size > mostChanges ? undefined : entriesOf(base, all);
    },
    close: () => manifest.close(),
  };
}

type Facts = Omit<ManifestFacts, 'base'>;

/** One that an older version wrote is read whole; it may not say how old it is, and then counts as older than any other. */
function olderManifest(path: string): Facts & { entries: OpenEntries } {
  const {
    entries,
    content = { digest: '', changedAt: 0 },
    ...facts
  } = JSON.parse(readFileSync(path, 'utf8')) as Manifest;
  const known = new Map(Object.entries(entries));
  const base: Base = { get: (one) => known.get(one), all: () => known, opened: () => base, close: () => {} };
  return { ...facts, content, entries: entriesOf(base) };
}

/** What the first line says; undefined where an older version wrote the file. */
function headOf(file: number): ManifestFacts | undefined {
  const [first] = linesOf(file);
  return manifestHead(first?.toString() ?? '');
}

/** Gives what is read of a file, which stays open if that says so. */
function withFile<T>(path: string, read: (file: number, keep: <K>(kept: K) => K) => T): T {
  const file = openSync(path, 'r');
  let isKept = false;
  try {
    return read(file, (kept) => {
      isKept = true;
      return kept;
    });
  } finally {
    if (!isKept) closeSync(file);
  }
}

/** The entries of a manifest that changes another one, which lies beside it. */
function openOnBase(file: number, path: string, gone: string[]): OpenEntries {
  const changes: Changes = new Map(gone.map((one) => [one, undefined]));
  for (const line of entryLines(file)) changes.set(...parsed(line));
  return withFile(join(dirname(path), baseFile), (base, keep) => entriesOf(keep(new ManifestOnDisk(base)), changes));
}

/** The manifest of a release: its facts, and its entries, which are read when they are asked for. */
export function openManifest(path: string): Facts & { entries: OpenEntries } {
  return withFile(path, (file, keep) => {
    const head = headOf(file);
    if (!head) return olderManifest(path);
    const { base, ...facts } = head;
    if (base) return { ...facts, entries: openOnBase(file, path, base.gone) };
    return { ...facts, entries: entriesOf(keep(new ManifestOnDisk(file))) };
  });
}
