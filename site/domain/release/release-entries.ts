// The entries of a release by address, divided into parts. Releases share the parts that did not change, so comparing two releases
// costs only what differs.
import { bundleOf } from '../links.ts';
import type { ManifestEntry } from './manifest.ts';

type Named = readonly [path: string, entry: ManifestEntry];
type Part = ReadonlyMap<string, ManifestEntry>;

/** At 100,000 items a part holds a few dozen entries. */
const partCount = 8192;

/** By FNV-1a. The files of a search bundle, which come and go together, are in one part. */
function partOf(path: string): number {
  const name = bundleOf(path) ?? path;
  let hash = 0x811c9dc5;
  for (let i = 0; i < name.length; i++) hash = Math.imul(hash ^ name.charCodeAt(i), 0x01000193);
  return (hash >>> 0) % partCount;
}

const isSame = (one: ManifestEntry, other: ManifestEntry | undefined): boolean =>
  one === other || JSON.stringify(one) === JSON.stringify(other);

/** Immutable. Each release has its own instance, even if nothing differs from the release before. */
export class ReleaseEntries implements ReadonlyMap<string, ManifestEntry> {
  readonly size: number;
  readonly parts: readonly Part[];

  constructor(entries: Iterable<Named> = [], parts: readonly Part[] = inParts(entries)) {
    this.parts = parts;
    this.size = parts.reduce((sum, { size }) => sum + size, 0);
  }

  get(path: string): ManifestEntry | undefined {
    return this.parts[partOf(path)]!.get(path);
  }

  has(path: string): boolean {
    return this.get(path) !== undefined;
  }

  /** A copy with some entries replaced or removed. An entry that is equal to the present one keeps its object. */
  with(changed: Iterable<Named>, gone: Iterable<string> = []): ReleaseEntries {
    const own = new Map<number, Map<string, ManifestEntry>>();
    const at = (number: number): Map<string, ManifestEntry> => {
      const part = own.get(number) ?? new Map(this.parts[number]);
      own.set(number, part);
      return part;
    };
    for (const path of gone) if (this.has(path)) at(partOf(path)).delete(path);
    for (const [path, entry] of changed) {
      const number = partOf(path);
      const there = own.get(number) ?? this.parts[number]!;
      if (!isSame(entry, there.get(path))) at(number).set(path, entry);
    }
    return new ReleaseEntries([], this.parts.map((part, number) => own.get(number) ?? part)); // prettier-ignore
  }

  /** The same entries, with the objects of `known` wherever they are equal. */
  asKnown(known: ReleaseEntries): ReleaseEntries {
    return known.with(this, known.keys().filter((path) => !this.has(path))); // prettier-ignore
  }

  /** Every address whose entry is another object in `after`. */
  *differences(after: ReleaseEntries): Generator<Difference> {
    for (const [number, part] of this.parts.entries()) {
      const other = after.parts[number]!;
      if (part === other) continue;
      for (const [path, was] of part) {
        const is = other.get(path);
        if (was !== is) yield { path, was, ...(is && { is }) };
      }
      for (const [path, is] of other) if (!part.has(path)) yield { path, is };
    }
  }

  *entries(): MapIterator<[string, ManifestEntry]> {
    for (const part of this.parts) yield* part;
  }

  *keys(): MapIterator<string> {
    for (const part of this.parts) yield* part.keys();
  }

  *values(): MapIterator<ManifestEntry> {
    for (const part of this.parts) yield* part.values();
  }

  [Symbol.iterator](): MapIterator<[string, ManifestEntry]> {
    return this.entries();
  }

  forEach(run: (entry: ManifestEntry, path: string, all: ReleaseEntries) => void): void {
    for (const [path, entry] of this) run(entry, path, this);
  }
}

const empty: Part = new Map();

function inParts(entries: Iterable<Named>): Part[] {
  const parts: Map<string, ManifestEntry>[] = [];
  for (const [path, entry] of entries) (parts[partOf(path)] ??= new Map()).set(path, entry);
  return Array.from({ length: partCount }, (_, number) => parts[number] ?? empty);
}

export interface Difference {
  path: string;
  was?: ManifestEntry;
  is?: ManifestEntry;
}

const compared = new WeakMap<ReleaseEntries, WeakMap<ReleaseEntries, Difference[]>>();

/** Undefined unless it is known how `between` differs from `before`. */
function byWayOf(before: ReleaseEntries, between: ReleaseEntries, after: ReleaseEntries): Difference[] | undefined {
  const first = compared.get(between)?.get(before);
  if (!first) return undefined;
  const found = new Map(first.map((one) => [one.path, one]));
  for (const one of differences(between, after)) {
    const { path, is } = one;
    const earlier = found.get(path);
    const was = earlier ? earlier.was : one.was;
    if (was === is) found.delete(path);
    else found.set(path, { path, ...(was && { was }), ...(is && { is }) });
  }
  return [...found.values()];
}

/**
 * Every address whose entry is not the same object in both. Stored, since several steps of a build compare the same two. With a
 * release `between` them whose differences are stored, only what came after it is compared.
 */
export function differences(before: ReleaseEntries, after: ReleaseEntries, between?: ReleaseEntries): Difference[] {
  const known = compared.get(after) ?? new WeakMap<ReleaseEntries, Difference[]>();
  compared.set(after, known);
  const found = known.get(before) ?? (between && byWayOf(before, between, after)) ?? [...before.differences(after)];
  known.set(before, found);
  return found;
}

export const noEntries = new ReleaseEntries();
