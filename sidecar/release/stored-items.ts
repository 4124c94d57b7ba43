// Reads the items of the content index. Id and type of each item are in memory; its JSON is read from the release on
// request.
import type { DatabaseSync } from 'node:sqlite';
import { LRUCache } from 'lru-cache';
import { itemTypes } from '#contract/content-types.ts';
import type { ContentItem } from '#contract/schemas/content.ts';
import type { IndexedItem } from '#domain/lists/content-index.ts';

export type ItemHead = Pick<ContentItem, 'id' | 'type'>;

/** Maximum number of items of a release whose JSON is cached. */
const maxCachedItems = 2000;

interface Source {
  ids: string[];
  /** Type of each item, as a position in `itemTypes`. */
  types: Uint8Array;
  /** Value for each item that changes with its JSON. */
  inputs: string[];
  read: (position: number) => string;
}

/** Newest first. */
export class StoredItems implements Iterable<ContentItem> {
  readonly length: number;
  readonly #source: Source;
  readonly #cache = new LRUCache<number, string>({ max: maxCachedItems });
  #positions: Map<string, number> | undefined;

  constructor(source: Source) {
    this.#source = source;
    this.length = source.ids.length;
  }

  json(position: number): string {
    const cached = this.#cache.get(position);
    if (cached !== undefined) return cached;
    const json = this.#source.read(position);
    this.#cache.set(position, json);
    return json;
  }

  at(position: number): ContentItem {
    return JSON.parse(this.json(position)) as ContentItem;
  }

  head(position: number): ItemHead {
    return { id: this.#source.ids[position]!, type: itemTypes[this.#source.types[position]!]! };
  }

  slice(from: number, to = Infinity): ContentItem[] {
    const length = Math.max(0, Math.min(to, this.length) - from);
    return Array.from({ length }, (_, i) => this.at(from + i));
  }

  /** Returns the newest items that are wanted. */
  where(isWanted: (head: ItemHead) => boolean, limit: number): ContentItem[] {
    const items: ContentItem[] = [];
    for (let position = 0; position < this.length && items.length < limit; position++)
      if (isWanted(this.head(position))) items.push(this.at(position));
    return items;
  }

  /** Yields items one after the other, so that a caller can stop. */
  *[Symbol.iterator](): Generator<ContentItem> {
    for (let position = 0; position < this.length; position++) yield this.at(position);
  }

  /** Returns the ids of the newest items, or of all. */
  ids(newest = Infinity): string[] {
    return this.#source.ids.slice(0, newest);
  }

  positionOf(id: string): number | undefined {
    this.#positions ??= new Map(this.#source.ids.map((one, position) => [one, position]));
    return this.#positions.get(id);
  }

  byId(id: string): ContentItem | undefined {
    const position = this.positionOf(id);
    return position === undefined ? undefined : this.at(position);
  }

  /** Counts the wanted items among the newest, or among all. */
  count(isWanted: (head: ItemHead) => boolean, newest = Infinity): number {
    let count = 0;
    for (let position = 0; position < Math.min(newest, this.length); position++)
      if (isWanted(this.head(position))) count++;
    return count;
  }

  /**
   * Compares with an earlier release. Returns positions of items that were added or changed, and ids of removed ones.
   */
  changedSince(before: StoredItems): { added: number[]; removed: string[] } {
    const inputsBefore = before.#inputs();
    const inputs = this.#inputs();
    return {
      added: this.#source.ids.flatMap((id, position) => (inputsBefore.get(id) === inputs.get(id) ? [] : [position])),
      removed: [...inputsBefore.keys()].filter((id) => !inputs.has(id)),
    };
  }

  #inputs(): Map<string, string> {
    const { ids, inputs } = this.#source;
    return new Map(ids.map((id, position) => [id, inputs[position]!]));
  }
}

const typeNumbers = (items: { type: ContentItem['type'] }[]): Uint8Array =>
  Uint8Array.from(items, ({ type }) => itemTypes.indexOf(type));

/** Reads the items of a release and the values by which queries filter. */
export function readItems(db: DatabaseSync): { items: StoredItems; indexed: IndexedItem[] } {
  const all = db.prepare('select id, inputs, indexed from item order by position desc');
  const one = db.prepare('select json from item where position = ?');
  const rows = all.all() as { id: string; inputs: string; indexed: string }[];
  const indexed = rows.map((row) => JSON.parse(row.indexed) as IndexedItem);
  const items = new StoredItems({
    ids: rows.map(({ id }) => id),
    types: typeNumbers(indexed),
    inputs: rows.map(({ inputs }) => inputs),
    read: (position) => (one.get(rows.length - 1 - position) as { json: string }).json,
  });
  return { items, indexed };
}

/** Creates an index of items that are in no release. */
export function itemsInMemory(items: ContentItem[]): StoredItems {
  const json = items.map((item) => JSON.stringify(item));
  return new StoredItems({
    ids: items.map(({ id }) => id),
    types: typeNumbers(items),
    inputs: json,
    read: (position) => json[position]!,
  });
}
