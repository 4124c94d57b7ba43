// The chain of indexes that leads to the live release: one that is whole, and after it what each release changed, so that
// neither sending nor following one costs more than what is new.
import { promisify } from 'node:util';
import { gunzip, gzip } from 'node:zlib';
import { textWith } from '#domain/release/built-manifest.ts';
import type { Bucket } from '../../outgoing/bucket.ts';
import { filesOfEntry, hashOf, objectKey, type StoredDelta, type StoredRelease } from './stored.ts';

export interface Link {
  release: string;
  /** In the bucket. */
  key: string;
  /**
   * Of the first, what a machine needs before it can serve. Of each other one, what is new in it: until the next link all
   * of that may lie in its packs alone.
   */
  packs: string[];
}

const keysOf = ({ key, packs }: Link): string[] => [key, ...packs];

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

/** The text of a link. */
export async function readIndex(bucket: Bucket, key: string): Promise<Buffer> {
  const bytes = await bucket.get(key);
  if (!bytes) throw new Error(`${key} is missing in the bucket of the fleet.`);
  return unpack(bytes);
}

export const readDelta = async (bucket: Bucket, { key }: Link): Promise<StoredDelta> =>
  JSON.parse((await readIndex(bucket, key)).toString()) as StoredDelta;

/** A release as it is known after whole index and deltas: which names it needs, and which are left over. */
export class KnownRelease {
  facts: Omit<StoredDelta, 'changed' | 'gone'>;
  entries: Map<string, StoredRelease['entries'][string]>;
  leftovers: string[][];
  /** How many of its files have a name. */
  #counts = new Map<string, number>();

  constructor({ entries, leftovers, ...facts }: StoredRelease) {
    this.facts = facts;
    this.entries = new Map(Object.entries(entries));
    this.leftovers = leftovers;
    for (const entry of this.entries.values()) for (const { name } of filesOfEntry(entry)) this.#add(name);
    for (const name of Object.values(facts.parts).flat()) this.#add(name);
  }

  has(name: string): boolean {
    return this.#counts.has(name);
  }

  apply({ changed, gone, ...facts }: StoredDelta): void {
    const paths = [...Object.keys(changed), ...gone];
    const old = paths.flatMap((path) => this.entries.get(path) ?? []);
    const replaced = old.flatMap((entry) => [...filesOfEntry(entry)].map(({ name }) => name));
    const dropped = [...replaced, ...Object.values(this.facts.parts).flat()];
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

  /** Everything that it has, and what machines that are late may still fetch. */
  *names(): Generator<string> {
    yield* this.#counts.keys();
    yield* this.leftovers.flat();
  }

  stored() {
    return { ...this.facts, entries: this.entries, leftovers: this.leftovers };
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

/** The whole chain. */
export async function readChain(bucket: Bucket, { chain: [first, ...rest] }: LivePointer): Promise<KnownRelease> {
  const [whole, ...deltas] = await Promise.all([
    readIndex(bucket, first.key).then((text) => JSON.parse(text.toString()) as StoredRelease),
    ...rest.map((link) => readDelta(bucket, link)),
  ]);
  const known = new KnownRelease(whole);
  for (const delta of deltas) {
    known.expire();
    known.apply(delta);
  }
  return known;
}

async function putIndex(bucket: Bucket, release: string, text: string, packs: string[]): Promise<Link> {
  const bytes = Buffer.from(text);
  const key = `releases/${release}-${hashOf(bytes)}.json.gz`;
  await bucket.put(key, await pack(bytes, { level: 1 }), {});
  return { release, key, packs };
}

/** Whether a delta may follow, or the whole is due. */
export const takesDelta = (pointer: LivePointer): boolean => pointer.chain.length <= mostDeltas;

/** Puts the next link, and gives the pointer to it. */
export async function putDelta(
  bucket: Bucket,
  pointer: LivePointer,
  delta: StoredDelta,
  packs: string[],
): Promise<LivePointer> {
  const link = await putIndex(bucket, delta.release, JSON.stringify(delta), packs);
  return { ...pointer, chain: [...pointer.chain, link] };
}

/** Begins a chain, and gives the pointer to it, with keys that nobody needs from then on. */
export async function putWhole(
  bucket: Bucket,
  pointer: LivePointer | undefined,
  known: KnownRelease,
  packs: string[],
): Promise<{ next: LivePointer; unneeded: string[] }> {
  const { entries, ...facts } = known.stored();
  const link = await putIndex(bucket, known.facts.release, textWith(facts, entries), packs);
  const needed = new Set(keysOf(link));
  const before = (pointer?.chain ?? []).flatMap(keysOf).filter((key) => !needed.has(key));
  const unneeded = (pointer?.before ?? []).filter((key) => !needed.has(key) && !before.includes(key));
  return { next: { chain: [link], before }, unneeded };
}

/** Every key that the pointer leads to. */
export async function keysOfChain(bucket: Bucket, pointer: LivePointer): Promise<string[]> {
  const known = await readChain(bucket, pointer);
  return [...pointer.chain.flatMap(keysOf), ...pointer.before, ...[...known.names()].map(objectKey)];
}
