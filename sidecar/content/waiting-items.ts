// What waits for the creator's decision: the inbox, newest first, and next to each edit what is published now.
import type { ItemFile } from '#domain/items/item-file.ts';
import { plannedDay } from '#domain/items/phases.ts';
import { type Conflict, createProposal } from './proposal.ts';
import { ignoreMissingFile, type ReviewDesk, folderPath, type FoundItem, readItem } from './review-desk.ts';

/** `revision` names what the reviewer saw; `published` is there when the item is an edit of a published one. */
export interface WaitingItem extends ItemFile {
  revision: string;
  published?: ItemFile;
  /** As it will be once approved, with the creator's side of each conflict. */
  proposed: ItemFile;
  conflicts: Conflict[];
  /** YYYY-MM-DD, if the item is dated more than a day ahead. */
  plannedDay?: string;
}
/** A file of the inbox that can't be approved until its problems are mended. */
export interface UnreadableFile {
  name: string;
  problems: string[];
}
export interface WaitingList {
  items: WaitingItem[];
  unreadable: UnreadableFile[];
}

/** Returns whether a recording or a film is among the fields whose address ingest removed. */
export const isRecordingWithheld = (withheld: string[]): boolean =>
  withheld.some((name) => name === 'audioUrl' || name === 'videoUrl');

/** Everything that waits, or what waits of one feed. */
export async function listWaiting(desk: ReviewDesk, feed?: string): Promise<WaitingList> {
  const names = (await desk.fs.readdir(folderPath(desk, 'inbox')).catch(ignoreMissingFile)) ?? [];
  const list: WaitingList = { items: [], unreadable: [] };
  for (const name of names.sort()) {
    if (!name.endsWith('.md') || name.startsWith('.')) continue;
    const found = await readItem(desk, 'inbox', name.slice(0, -'.md'.length));
    if (found.outcome === 'invalid') list.unreadable.push({ name, problems: found.problems });
    else if (found.outcome === 'found' && (!feed || found.item.sourceFeed === feed)) {
      list.items.push(await withPublished(desk, found));
    }
  }
  list.items.sort((a, b) => Date.parse(b.item.date) - Date.parse(a.item.date) || (a.item.id < b.item.id ? -1 : 1));
  return list;
}

export async function withPublished(desk: ReviewDesk, { item, body, revision }: FoundItem): Promise<WaitingItem> {
  const older = await readItem(desk, 'published', item.id);
  const published = older.outcome === 'found' ? { item: older.item, body: older.body } : undefined;
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
