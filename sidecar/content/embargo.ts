// Items that were approved for a later moment. Whatever a clock says, none is shown while its file has a `liveAt`: it is lifted by
// writing the file without it, which a crash can only leave done or not done, and which a clock set back does not undo.
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { StoredItem } from '#contract/schemas/stored-item.ts';

/** Below .build: what the last build kept back. */
export const embargoedFile = 'embargoed.json';

export interface EmbargoedItem {
  id: string;
  /** RFC 3339. */
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

/** An item written for this moment gets this moment as its date. */
export function withoutEmbargo({ liveAt, ...item }: StoredItem, now: Date): StoredItem {
  const date = item.source || !liveAt || Date.parse(item.date) > Date.parse(liveAt) ? item.date : liveAt;
  return { ...item, date, approvedAt: now.toISOString() };
}
