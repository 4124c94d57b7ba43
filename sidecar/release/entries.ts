// The entries of a release, which stay in its manifest on disk: in memory is where each of them begins, a dozen bytes apiece.
import { closeSync, openSync, readFileSync, readSync } from 'node:fs';
import { dirname, join } from 'node:path';
import process from 'node:process';
import {
  baseFile,
  type Manifest,
  type ManifestDelta,
  type ManifestEntry,
  type ManifestFacts,
  manifestHead,
} from '#domain/release/manifest.ts';
import { cache } from '../cache.ts';

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
/** Entries that were read, by address. */
const mostKept = 2000;
const mostChanges = 5000;

const [lineFeed, quote] = [0x0a, 0x22];

/** 32 bits of an address (FNV-1a). */
function hashOf(path: string): number {
  let hash = 0x811c9dc5;
  for (let i = 0; i < path.length; i++) hash = Math.imul(hash ^ path.charCodeAt(i), 0x01000193);
  return hash >>> 0;
}

type Named = [path: string, entry: ManifestEntry];

/** A line is `"path":{…}`, with a comma where another one follows; what only builds need is left out. */
function parsed(line: Buffer): Named {
  const [[path, { key: _, ...entry }]] = Object.entries(JSON.parse(`{${line.toString().replace(/,$/, '')}}`)) as [
    Named,
  ];
  return [path, entry];
}

/** The address alone, which hardly ever needs the parser. */
function pathOf(line: Buffer): string {
  const path = line.toString('utf8', 1, line.indexOf('":{'));
  return path.includes('\\') ? parsed(line)[0] : path;
}

/** Every line that ends, with its place. */
function* linesOf(file: number): Generator<[line: Buffer, at: number]> {
  let rest = Buffer.alloc(0);
  for (let at = 0; ;) {
    const chunk = Buffer.allocUnsafe(chunkBytes);
    const length = readSync(file, chunk, 0, chunkBytes, at + rest.length);
    if (length === 0) return;
    const bytes = Buffer.concat([rest, chunk.subarray(0, length)]);
    let from = 0;
    for (let end; (end = bytes.indexOf(lineFeed, from)) >= 0; from = end + 1)
      yield [bytes.subarray(from, end), at + from];
    rest = bytes.subarray(from);
    at += from;
  }
}

function* entryLines(file: number): Generator<[line: Buffer, at: number]> {
  for (const found of linesOf(file)) if (found[0][0] === quote) yield found;
}

/** The line at a place. */
function lineAt(file: number, at: number, most = lineBytes): Buffer {
  const line = Buffer.allocUnsafe(most);
  const length = readSync(file, line, 0, most, at);
  const end = line.subarray(0, length).indexOf(lineFeed);
  return end < 0 && length === most ? lineAt(file, at, 4 * most) : line.subarray(0, end);
}

/** Where each address begins, found by its hash. */
class Places {
  readonly #hashes: Uint32Array;
  /** 0 where there is none: that is where the first line begins, which holds no entry. */
  readonly #places: Float64Array;

  constructor(all: [hash: number, at: number][]) {
    const size = 2 ** Math.ceil(Math.log2(2 * all.length + 1));
    this.#hashes = new Uint32Array(size);
    this.#places = new Float64Array(size);
    for (const [hash, at] of all) {
      let slot = hash & (size - 1);
      while (this.#places[slot]! > 0) slot = (slot + 1) & (size - 1);
      this.#hashes[slot] = hash;
      this.#places[slot] = at;
    }
  }

  *of(hash: number): Generator<number> {
    const last = this.#places.length - 1;
    for (let slot = hash & last; this.#places[slot]! > 0; slot = (slot + 1) & last)
      if (this.#hashes[slot] === hash) yield this.#places[slot]!;
  }
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
  readonly #kept = cache<string, ManifestEntry>({ most: mostKept });
  #users = 0;

  constructor(file: number) {
    this.#file = file;
    const places: [number, number][] = [];
    for (const [line, at] of entryLines(file)) places.push([hashOf(pathOf(line)), at]);
    this.#places = new Places(places);
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
    for (const [line] of entryLines(this.#file)) yield parsed(line);
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
  return manifestHead(first?.[0].toString() ?? '');
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
  for (const [line] of entryLines(file)) changes.set(...parsed(line));
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
