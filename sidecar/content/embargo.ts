// Embargoes: items that are approved for a later time. An item is hidden as long as its file has a `liveAt`, whatever a
// clock says. An embargo ends when the file is rewritten without it, which a crash cannot leave half done and a clock
// set back does not undo.
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { StoredItem } from '#contract/schemas/stored-item.ts';

/** Name of the file in .build that lists the items held back by the last build. */
export const embargoedFile = 'embargoed.json';

export interface EmbargoedItem {
  id: string;
  /** Time at which the embargo ends, in RFC 3339. */
  liveAt: string;
}

export async function readEmbargoedItems(contentDir: string): Promise<EmbargoedItem[]> {
  try {
    return JSON.parse(await readFile(join(contentDir, '.build', embargoedFile), 'utf8')) as EmbargoedItem[];
  } catch {
    return [];
  }
}

export const isDue = ({ liveAt = '' }: Pick<StoredItem, 'liveAt'>, now: Date): boolean =>
  Date.parse(liveAt) <= now.getTime();

/** Returns the item without its embargo. An item of the creator gets the time of publication as its date. */
export function withoutEmbargo({ liveAt, ...item }: StoredItem, now: Date): StoredItem {
  const date = item.source || !liveAt || Date.parse(item.date ?? '') > Date.parse(liveAt) ? item.date : liveAt;
  return { ...item, date, approvedAt: now.toISOString() };
}
