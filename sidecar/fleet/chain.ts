// The chain of indexes that leads to the live release: one that is whole, and after it what each release changed, so that
// neither sending nor following one costs more than what is new.
import { promisify } from 'node:util';
import { gunzip, gzip } from 'node:zlib';
import type { Bucket } from '../outgoing/bucket.ts';
import { filesOfEntry, hashOf, nameOf, type StoredDelta, type StoredFile, type StoredRelease } from './stored.ts';

interface Link {
  release: string;
  /** In the bucket. */
  key: string;
}

export interface LivePointer {
  /** The first is whole; the last is the live release. */
  chain: [Link, ...Link[]];
  /** Keys of the chain before this one: a machine may still be on its way through it. */
  before: string[];
}

export const liveOf = ({ chain }: LivePointer): string => chain.at(-1)!.release;

/** Files of former releases are kept for machines that are still fetching them. */
export const keptBefore = 2;
const mostDeltas = 40;

const [pack, unpack] = [promisify(gzip), promisify(gunzip)];

async function readIndex<T>(bucket: Bucket, key: string): Promise<T> {
  const bytes = await bucket.get(key);
  if (!bytes) throw new Error(`${key} is missing in the bucket of the fleet.`);
  return JSON.parse((await unpack(bytes)).toString()) as T;
}

/** A release as it is known after whole index and deltas: which names it needs, and which are left over. */
export class KnownRelease {
  facts: Omit<StoredDelta, 'changed' | 'gone'>;
  entries: Map<string, StoredRelease['entries'][string]>;
  leftovers: string[][];
  /** How many of its files have a name. */
  #counts = new Map<string, number>();
  /** Files of entries that the last delta replaced. */
  #replaced: StoredFile[] = [];

  constructor({ entries, leftovers, ...facts }: StoredRelease) {
    this.facts = facts;
    this.entries = new Map(Object.entries(entries));
    this.leftovers = leftovers;
    for (const { name } of this.files()) this.#add(name);
    for (const name of Object.values(facts.parts).flat()) this.#add(name);
  }

  has(name: string): boolean {
    return this.#counts.has(name);
  }

  *files(): Generator<StoredFile> {
    for (const entry of this.entries.values()) yield* filesOfEntry(entry);
  }

  file(name: string): StoredFile | undefined {
    for (const file of this.files()) if (file.name === name) return file;
    return this.#replaced.find((file) => file.name === name);
  }

  apply({ changed, gone, ...facts }: StoredDelta): void {
    const paths = [...Object.keys(changed), ...gone];
    const old = paths.flatMap((path) => this.entries.get(path) ?? []);
    this.#replaced = old.flatMap((entry) => [...filesOfEntry(entry)]);
    const dropped = [...this.#replaced.map(({ name }) => name), ...Object.values(this.facts.parts).flat()];
    for (const entry of Object.values(changed)) for (const { name } of filesOfEntry(entry)) this.#add(name);
    for (const name of Object.values(facts.parts).flat()) this.#add(name);
    for (const path of gone) this.entries.delete(path);
    for (const [path, entry] of Object.entries(changed)) this.entries.set(path, entry);
    this.facts = facts;
    this.leftovers.push(dropped.filter((name) => this.#drop(name)));
  }

  /** Names that no machine can still be fetching. */
  expire(): string[] {
    const old = this.leftovers.splice(0, Math.max(0, this.leftovers.length - keptBefore)).flat();
    const later = new Set(this.leftovers.flat());
    return old.filter((name) => !this.has(name) && !later.has(name));
  }

  stored(): StoredRelease {
    return { ...this.facts, entries: Object.fromEntries(this.entries), leftovers: this.leftovers };
  }

  #add(name: string): void {
    this.#counts.set(name, (this.#counts.get(name) ?? 0) + 1);
  }

  /** True if nothing has the name any more. */
  #drop(name: string): boolean {
    const count = this.#counts.get(name)! - 1;
    if (count > 0) this.#counts.set(name, count);
    else this.#counts.delete(name);
    return count === 0;
  }
}

/** Entries as they lie in the bucket, without what only builds need. */
export const storedEntries = (entries: StoredRelease['entries']): StoredRelease['entries'] =>
  Object.fromEntries(
    Object.entries(entries).map(([path, { key: _, ...entry }]) => [path, { ...entry, file: nameOf(entry) }]),
  );

/** Where the known release is in the chain, only the deltas after it are fetched; undefined where it is not. */
export async function deltasAfter(
  bucket: Bucket,
  { chain }: LivePointer,
  release: string | undefined,
): Promise<StoredDelta[] | undefined> {
  const at = chain.findLastIndex((link) => link.release === release);
  if (at < 0) return undefined;
  return Promise.all(chain.slice(at + 1).map(({ key }) => readIndex<StoredDelta>(bucket, key)));
}

/** The whole chain. */
export async function readChain(bucket: Bucket, pointer: LivePointer): Promise<KnownRelease> {
  const [first, ...rest] = pointer.chain;
  const [whole, ...deltas] = await Promise.all([
    readIndex<StoredRelease>(bucket, first.key),
    ...rest.map(({ key }) => readIndex<StoredDelta>(bucket, key)),
  ]);
  const known = new KnownRelease(whole);
  for (const delta of deltas) {
    known.expire();
    known.apply(delta);
  }
  return known;
}

async function putIndex(bucket: Bucket, release: string, index: StoredRelease | StoredDelta): Promise<Link> {
  const bytes = Buffer.from(JSON.stringify(index));
  const key = `releases/${release}-${hashOf(bytes)}.json.gz`;
  await bucket.put(key, await pack(bytes, { level: 1 }), {});
  return { release, key };
}

/** Puts the next link: a delta, or now and then the whole. Gives the pointer to it, and keys that nobody needs from then on. */
export async function putLink(
  bucket: Bucket,
  pointer: LivePointer | undefined,
  known: KnownRelease,
  delta: StoredDelta | undefined,
): Promise<{ next: LivePointer; unneeded: string[] }> {
  const { release } = known.facts;
  if (pointer && delta && pointer.chain.length <= mostDeltas) {
    const link = await putIndex(bucket, release, delta);
    return { next: { ...pointer, chain: [...pointer.chain, link] }, unneeded: [] };
  }
  const link = await putIndex(bucket, release, known.stored());
  const before = (pointer?.chain ?? []).map(({ key }) => key).filter((key) => key !== link.key);
  const unneeded = (pointer?.before ?? []).filter((key) => key !== link.key && !before.includes(key));
  return { next: { chain: [link], before }, unneeded };
}
