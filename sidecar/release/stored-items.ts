// The items of the content index as they lie in its shards: JSON in memory, outside of the heap, parsed item by item on
// request. The id and type of an item, and what queries filter by, are known without parsing it.
import { itemTypes } from '#contract/content-types.ts';
import { shardSize } from '#contract/limits.ts';
import type { ContentItem } from '#contract/schemas/content.ts';
import { type ShardIndex, shardIndex } from '#domain/documents/content-index.ts';
import { type IndexPart, indexPart } from '#domain/lists/index-parts.ts';
import type { Naming } from '#domain/lists/topics.ts';

/** Items that follow one another, newest first. */
export interface Shard {
  ids: string[];
  json: Buffer;
  /** For each item, where its JSON begins; then where another one would. */
  begins: Uint32Array;
  part: IndexPart;
}

const [openingBracket, closingBracket] = [0x5b, 0x5d];

/** Of a document whose first array has the items. Throws where the index is that of another document. */
export function shardOf(json: Buffer, { ids, bytes, ...facts }: ShardIndex, themes: Naming['themes']): Shard {
  const begins = new Uint32Array(ids.length + 1);
  begins[0] = json.indexOf(openingBracket) + 1;
  for (let at = 0; at < ids.length; at++) begins[at + 1] = begins[at]! + bytes[at]! + 1;
  const end = ids.length > 0 ? begins[ids.length]! - 1 : begins[0];
  if (json[end] !== closingBracket) throw new Error('the index of a shard is that of another one');
  return { ids, json, begins, part: indexPart(facts, themes) };
}

export type ItemHead = Pick<ContentItem, 'id' | 'type'>;

export class StoredItems implements Iterable<ContentItem> {
  readonly length: number;
  /** Newest first. Every shard but the first has `shardSize` items. */
  readonly #shards: Shard[];
  readonly #newest: number;
  #positions: Map<string, number> | undefined;

  constructor(shards: Shard[]) {
    this.#shards = shards;
    this.#newest = shards[0]?.ids.length ?? 0;
    this.length = shards.reduce((sum, { ids }) => sum + ids.length, 0);
  }

  /** The shard of a position, and the place in it. */
  #place(position: number): [shard: Shard, at: number] {
    const older = position - this.#newest;
    if (older < 0) return [this.#shards[0]!, position];
    return [this.#shards[1 + Math.floor(older / shardSize)]!, older % shardSize];
  }

  /** The document of an item, and where in it its JSON begins and ends. */
  #bytes(position: number): [json: Buffer, from: number, to: number] {
    const [{ json, begins }, at] = this.#place(position);
    return [json, begins[at]!, begins[at + 1]! - 1];
  }

  json(position: number): string {
    const [json, from, to] = this.#bytes(position);
    return json.toString('utf8', from, to);
  }

  at(position: number): ContentItem {
    return JSON.parse(this.json(position)) as ContentItem;
  }

  head(position: number): ItemHead {
    const [{ ids, part }, at] = this.#place(position);
    return { id: ids[at]!, type: itemTypes[part.types[at]!]! };
  }

  slice(from: number, to = Infinity): ContentItem[] {
    const length = Math.max(0, Math.min(to, this.length) - from);
    return Array.from({ length }, (_, i) => this.at(from + i));
  }

  /** The newest that are wanted. */
  where(isWanted: (head: ItemHead) => boolean, most: number): ContentItem[] {
    const found: ContentItem[] = [];
    for (let position = 0; position < this.length && found.length < most; position++)
      if (isWanted(this.head(position))) found.push(this.at(position));
    return found;
  }

  /** Reads one after the other, so that who has enough can stop. */
  *[Symbol.iterator](): Generator<ContentItem> {
    for (let position = 0; position < this.length; position++) yield this.at(position);
  }

  /** Of the newest, or of all. */
  ids(newest = Infinity): string[] {
    return this.#shards.flatMap(({ ids }) => ids).slice(0, newest);
  }

  positionOf(id: string): number | undefined {
    this.#positions ??= new Map(this.ids().map((one, position) => [one, position]));
    return this.#positions.get(id);
  }

  byId(id: string): ContentItem | undefined {
    const position = this.positionOf(id);
    return position === undefined ? undefined : this.at(position);
  }

  /** How many of the newest, or of all, are wanted. */
  count(isWanted: (head: ItemHead) => boolean, newest = Infinity): number {
    let count = 0;
    for (let position = 0; position < Math.min(newest, this.length); position++)
      if (isWanted(this.head(position))) count++;
    return count;
  }

  /** The positions of what is not, or not as it is here, in `before`, and the ids of what is not here as it was there. */
  changedSince(before: StoredItems): { come: number[]; gone: string[] } {
    const [was, is] = [before.#apart(this), this.#apart(before)];
    const isSame = (position: number | undefined, then: number | undefined): boolean => {
      if (position === undefined || then === undefined) return false;
      const [json, from, to] = this.#bytes(position);
      const [other, start, end] = before.#bytes(then);
      return to - from === end - start && json.compare(other, start, end, from, to) === 0;
    };
    return {
      come: [...is].flatMap(([id, position]) => (isSame(position, was.get(id)) ? [] : [position])),
      gone: [...was].flatMap(([id, then]) => (isSame(is.get(id), then) ? [] : [id])),
    };
  }

  /** Positions by id, without the shards that both have. */
  #apart(other: StoredItems): Map<string, number> {
    const shared = new Set(other.#shards);
    const positions = new Map<string, number>();
    let position = 0;
    for (const shard of this.#shards) {
      if (shared.has(shard)) position += shard.ids.length;
      else for (const id of shard.ids) positions.set(id, position++);
    }
    return positions;
  }
}

/** One shard with all of the items, also where there are more than `shardSize`. */
export const shardInMemory = (items: ContentItem[], themes: Naming['themes']): Shard =>
  shardOf(Buffer.from(JSON.stringify(items)), shardIndex(items), themes);
