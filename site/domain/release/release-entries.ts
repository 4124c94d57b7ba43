// The entries of a release, with those of one item together: whoever compares two releases passes by items that did not change.
import type { ManifestEntry } from './manifest.ts';

/** By address. */
export type Entries = ReadonlyMap<string, ManifestEntry>;

/** An address of an item holds its id (`commonFields.id`), alone or before an extension, between slashes. */
const idInPath = /\/([a-z0-9-]+-[0-9a-f]{8})(?=[/.]|$)/;

export class ReleaseEntries implements Entries {
  readonly ofRoom: Entries;
  /** By the id of the item. The same object in each release until one of the item's files changes. */
  readonly ofItems: ReadonlyMap<string, Entries>;

  constructor(ofRoom: Entries, ofItems: ReadonlyMap<string, Entries>) {
    this.ofRoom = ofRoom;
    this.ofItems = ofItems;
  }

  get size(): number {
    let size = this.ofRoom.size;
    for (const entries of this.ofItems.values()) size += entries.size;
    return size;
  }

  get(path: string): ManifestEntry | undefined {
    const known = this.ofRoom.get(path);
    if (known) return known;
    const id = idInPath.exec(path)?.[1];
    return id === undefined ? undefined : this.ofItems.get(id)?.get(path);
  }

  has(path: string): boolean {
    return this.get(path) !== undefined;
  }

  *entries(): MapIterator<[string, ManifestEntry]> {
    yield* this.ofRoom;
    for (const entries of this.ofItems.values()) yield* entries;
  }

  *keys(): MapIterator<string> {
    for (const [path] of this) yield path;
  }

  *values(): MapIterator<ManifestEntry> {
    for (const [, entry] of this) yield entry;
  }

  [Symbol.iterator](): MapIterator<[string, ManifestEntry]> {
    return this.entries();
  }

  forEach(run: (entry: ManifestEntry, path: string, all: Entries) => void): void {
    for (const [path, entry] of this) run(entry, path, this);
  }
}

const isSame = (one: ManifestEntry, other: ManifestEntry | undefined): boolean =>
  one === other || JSON.stringify(one) === JSON.stringify(other);

/** The entries in `known` where they say the same, so that comparing the two takes a look at the object alone. */
export function asKnown(entries: Entries, known: Entries | undefined): Entries {
  if (!known || entries === known) return entries;
  const made = new Map([...entries].map(([path, entry]) => [path, isSame(entry, known.get(path)) ? known.get(path)! : entry])); // prettier-ignore
  return made.size === known.size && [...made].every(([path, entry]) => known.get(path) === entry) ? known : made;
}

/** The same for all entries of a release. */
export function asKnownIn(known: ReleaseEntries, { ofRoom, ofItems }: ReleaseEntries): ReleaseEntries {
  const items = Array.from(ofItems, ([id, own]): [string, Entries] => [id, asKnown(own, known.ofItems.get(id))]);
  return new ReleaseEntries(asKnown(ofRoom, known.ofRoom), new Map(items));
}

export function groupEntries(entries: Iterable<readonly [string, ManifestEntry]>): ReleaseEntries {
  const ofRoom = new Map<string, ManifestEntry>();
  const ofItems = new Map<string, Map<string, ManifestEntry>>();
  for (const [path, entry] of entries) {
    const id = idInPath.exec(path)?.[1];
    let there = id === undefined ? ofRoom : ofItems.get(id);
    if (!there) ofItems.set(id!, (there = new Map()));
    there.set(path, entry);
  }
  return new ReleaseEntries(ofRoom, ofItems);
}

/** `before` after a change of some of its entries. */
export function withChanges(
  before: ReleaseEntries,
  changed: Iterable<readonly [string, ManifestEntry]>,
  gone: Iterable<string>,
): ReleaseEntries {
  const ofRoom = new Map(before.ofRoom);
  const ofItems = new Map(before.ofItems);
  const own = new Map<string, Map<string, ManifestEntry>>();
  const at = (path: string) => {
    const id = idInPath.exec(path)?.[1];
    if (id === undefined || ofRoom.has(path)) return ofRoom;
    const there = own.get(id) ?? new Map(before.ofItems.get(id));
    own.set(id, there);
    return there;
  };
  for (const path of gone) at(path).delete(path);
  for (const [path, entry] of changed) at(path).set(path, entry);
  for (const [id, entries] of own) if (entries.size > 0) ofItems.set(id, entries); else ofItems.delete(id); // prettier-ignore
  return new ReleaseEntries(ofRoom, ofItems);
}

export interface Difference {
  path: string;
  was?: ManifestEntry;
  is?: ManifestEntry;
}

/** The parts of `one` that are not those of `other`. */
function apartFrom(other: ReleaseEntries, one: ReleaseEntries): Entries[] {
  const parts = one.ofRoom === other.ofRoom ? [] : [one.ofRoom];
  for (const [id, entries] of one.ofItems) if (other.ofItems.get(id) !== entries) parts.push(entries);
  return parts;
}

const compared = new WeakMap<ReleaseEntries, WeakMap<ReleaseEntries, Difference[]>>();

/** Each address whose entry is not the same object in both. */
export function differences(before: ReleaseEntries, after: ReleaseEntries): Difference[] {
  const known = compared.get(after) ?? new WeakMap<ReleaseEntries, Difference[]>();
  compared.set(after, known);
  const found = known.get(before) ?? compare(before, after);
  known.set(before, found);
  return found;
}

function compare(before: ReleaseEntries, after: ReleaseEntries): Difference[] {
  const found = new Map<string, Difference>();
  for (const entries of apartFrom(after, before)) for (const [path, was] of entries) found.set(path, { path, was });
  for (const entries of apartFrom(before, after))
    for (const [path, is] of entries) {
      const was = found.get(path)?.was;
      if (was === is) found.delete(path);
      else found.set(path, { path, ...(was && { was }), is });
    }
  return [...found.values()];
}

export const noEntries = new ReleaseEntries(new Map(), new Map());
