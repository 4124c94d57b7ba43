// What changed between what was recorded and what is live, and the cursor that a client keeps.
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
 * Covers everything that a client may hold of the item; `key` stands for its texts. `publishedAt` is left out, so that hashes
 * recorded before items had it stay valid.
 */
export const itemHash = ({ publishedAt: _, ...item }: Partial<ContentItem>, key: string): string =>
  sha256(JSON.stringify([item, key]));

/**
 * Ids in the order of `live`. `recorded` has the hash of each item that was ever seen, null where it was retracted: such
 * a one that is live again counts as created.
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

/** A place in the log of one store. */
export interface Cursor {
  /** Another store counts from the beginning again. */
  epoch: string;
  number: number;
}

export const formatCursor = ({ epoch, number }: Cursor): string => `${epoch}.${number.toString(36)}`;

export function parseCursor(text: string): Cursor | undefined {
  const [, epoch, number] = /^([\w-]{1,40})\.([0-9a-z]{1,10})$/.exec(text) ?? [];
  return epoch && number ? { epoch, number: Number.parseInt(number, 36) } : undefined;
}
