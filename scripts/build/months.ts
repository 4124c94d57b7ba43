// Divides the published items by the month of their date, newest first, so that a change affects only the part of its month.
import { joined, partsOf } from '#domain/lists/parts.ts';
import { newestFirst, type RoomItem } from '#domain/room.ts';

type Dated = Pick<RoomItem, 'id' | 'date'>;

export const monthOf = ({ date }: Pick<RoomItem, 'date'>): string => date.slice(0, 7);

/** The parts of a list that is divided by month, each under its month. */
export const partsByMonth = <T extends Dated>(list: T[]): Map<string, T[]> =>
  new Map(partsOf(list).flatMap((part) => (part[0] ? [[monthOf(part[0]), part]] : [])));

const inOrder = <T>(months: ReadonlyMap<string, T[]>): T[][] =>
  [...months].sort(([a], [b]) => (a < b ? 1 : -1)).map(([, part]) => part);

/** A list divided by month, to which items are added and removed one at a time. */
export class Months<T extends { item: Dated }> {
  /** By month, then by id. */
  readonly #items = new Map<string, Map<string, T>>();
  readonly #monthOf = new Map<string, string>();
  readonly #parts = new Map<string, T[]>();
  #list: T[] = [];

  put(id: string, one: T | undefined): void {
    const [before, month] = [this.#monthOf.get(id), one && monthOf(one.item)];
    if (before !== undefined) {
      this.#items.get(before)!.delete(id);
      this.#parts.delete(before);
    }
    if (!one || month === undefined) return void this.#monthOf.delete(id);
    const items = this.#items.get(month) ?? new Map<string, T>();
    this.#items.set(month, items.set(id, one));
    this.#monthOf.set(id, month);
    this.#parts.delete(month);
  }

  get list(): T[] {
    for (const [month, items] of this.#items) {
      if (items.size === 0) this.#items.delete(month);
      else if (!this.#parts.has(month))
        this.#parts.set(
          month,
          [...items.values()].sort((a, b) => newestFirst(a.item, b.item)),
        );
    }
    return (this.#list = joined(inOrder(this.#parts), this.#list));
  }
}

/** Merges two lists. The first is divided by month, and so is the result. */
export function merged<T extends Dated>(list: T[], others: T[]): T[] {
  if (others.length === 0) return list;
  const months = partsByMonth(list);
  for (const [month, some] of Map.groupBy(others, monthOf))
    months.set(month, [...(months.get(month) ?? []), ...some].sort(newestFirst));
  return joined(inOrder(months));
}
