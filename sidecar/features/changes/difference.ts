// Compares recorded items with live ones, and formats the cursor of the log of changes.
import type { ContentItem } from '#contract/schemas/content.ts';
import { sha256 } from '#domain/ids.ts';

export interface LiveItem {
  id: string;
  hash: string;
}

export interface ItemChanges {
  created: string[];
  updated: string[];
  retracted: string[];
}

/**
 * Hashes everything that a client may have of the item. `key` is the hash of its texts. `publishedAt` is omitted, so
 * that hashes from earlier versions stay valid.
 */
export const itemHash = ({ publishedAt: _, ...item }: Partial<ContentItem>, key: string): string =>
  sha256(JSON.stringify([item, key]));

/**
 * Returns ids in the order of `live`. `recorded` has the hash of each known item, or null if it was retracted: an item
 * that is live again counts as created.
 */
export function compareItems(recorded: Map<string, string | null>, live: LiveItem[]): ItemChanges {
  const ids = new Set(live.map(({ id }) => id));
  const isKnown = ({ id }: LiveItem) => (recorded.get(id) ?? null) !== null;
  return {
    created: live.filter((item) => !isKnown(item)).map(({ id }) => id),
    updated: live.filter((item) => isKnown(item) && recorded.get(item.id) !== item.hash).map(({ id }) => id),
    retracted: [...recorded].flatMap(([id, hash]) => (hash !== null && !ids.has(id) ? [id] : [])),
  };
}

/** A position in the log of one store. */
export interface Cursor {
  /** Random id of the log. A new store starts a new log. */
  epoch: string;
  number: number;
}

export const formatCursor = ({ epoch, number }: Cursor): string => `${epoch}.${number.toString(36)}`;

export function parseCursor(text: string): Cursor | undefined {
  const [, epoch, number] = /^([\w-]{1,40})\.([0-9a-z]{1,10})$/.exec(text) ?? [];
  return epoch && number ? { epoch, number: Number.parseInt(number, 36) } : undefined;
}
