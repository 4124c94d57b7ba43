// Items that wait for the creator's decision: the inbox, newest first, each edit with its published version.
import type { ItemFile } from '#domain/items/item-file.ts';
import { plannedDay } from '#domain/items/phases.ts';
import { type Conflict, createProposal } from './proposal.ts';
import { ignoreMissingFile, type ReviewDesk, folderPath, type FoundItem, findItem, readItem } from './review-desk.ts';

/**
 * A waiting item. `revision` identifies the version that the reviewer saw; `published` is set for an edit of a
 * published item.
 */
export interface WaitingItem extends ItemFile {
  revision: string;
  published?: ItemFile;
  /** The item after approval, with the creator's side of each conflict. */
  proposed: ItemFile;
  conflicts: Conflict[];
  /** YYYY-MM-DD, if the item is dated more than a day ahead. */
  plannedDay?: string;
}
/** A file in the inbox that cannot be approved until its problems are fixed. */
export interface UnreadableFile {
  name: string;
  problems: string[];
}
export interface WaitingList {
  items: WaitingItem[];
  unreadable: UnreadableFile[];
}

/** Returns true if ingest removed the address of a recording or film. */
export const isRecordingWithheld = (withheld: string[]): boolean =>
  withheld.some((name) => name === 'audioUrl' || name === 'videoUrl');

/** Lists all waiting items, or those of one feed. */
export async function listWaiting(desk: ReviewDesk, feed?: string): Promise<WaitingList> {
  const names = (await desk.fs.readdir(folderPath(desk, 'inbox')).catch(ignoreMissingFile)) ?? [];
  const list: WaitingList = { items: [], unreadable: [] };
  for (const name of names.sort()) {
    if (!name.endsWith('.md') || name.startsWith('.')) continue;
    const file = await readItem(desk, 'inbox', name.slice(0, -'.md'.length));
    if (file.outcome === 'invalid') list.unreadable.push({ name, problems: file.problems });
    else if (file.outcome === 'found' && (!feed || file.item.sourceFeed === feed)) {
      list.items.push(await withPublished(desk, file));
    }
  }
  list.items.sort((a, b) => dateOrder(b) - dateOrder(a) || (a.item.id < b.item.id ? -1 : 1));
  return list;
}

/** Items without a date come first, because the creator has to set one. */
const dateOrder = ({ item: { date } }: WaitingItem): number => (date ? Date.parse(date) : Infinity);

export async function withPublished(desk: ReviewDesk, { item, body, revision }: FoundItem): Promise<WaitingItem> {
  const published = await findItem(desk, 'published', item.id);
  const { file: proposed, conflicts } = createProposal({ item, body }, published);
  const day = plannedDay(proposed.item, desk.now().getTime());
  return {
    item,
    body,
    revision,
    proposed,
    conflicts,
    ...(published && { published }),
    ...(day && { plannedDay: day }),
  };
}
