// Creates item files from entries, and reads and writes item files.
import { readFileSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import PQueue from 'p-queue';
import { contentTypes } from '#contract/content-types.ts';
import type { Feed } from '#contract/schemas/content-files.ts';
import type { StoredItem } from '#contract/schemas/stored-item.ts';
import { newItemId } from '#domain/text/slug.ts';
import { formatItemFile, type ItemFile, parseItemFile } from '#domain/items/item-file.ts';
import { decodeFile } from '#domain/text/decode.ts';
import { writeWhole } from '../write-file.ts';
import { type StoredCopies, withSourceMark } from './arrive.ts';
import type { KnownItem } from './known-items.ts';
import type { ItemFolder } from '../../sidecar/content/review-desk.ts';
import type { NormalisedEntry } from './normalise/normalise.ts';

export const publishesWithoutReview = (feed: Feed, type: StoredItem['type']): boolean =>
  feed.review === 'auto' && !contentTypes[type].isAlwaysReviewed;

/** Entry whose content was read because it is new or changed. */
export type EntryWithContent = NormalisedEntry & Required<Pick<NormalisedEntry, 'content'>>;

export interface ItemContext {
  key: string;
  known: KnownItem | undefined;
  copies: StoredCopies;
}

const maxDateText = 100;

/** Creates the item file of an entry. A known item keeps its id, and its date if the source states none. */
export function createItemFile(entry: EntryWithContent, { key, known, copies }: ItemContext): ItemFile {
  const { type, title, ...rest } = entry.content.item;
  const date = entry.localDate ?? entry.date ?? known?.storedDate;
  const item = {
    id: known?.id ?? newItemId(title, key),
    type,
    title,
    date,
    ...rest,
    // A reply is on no page until the creator shows it there.
    ...(rest.isReply && !known && { hiddenOn: ['mediaRoom' as const] }),
    ...(entry.lacksChapters && previousChapters(copies, rest.chaptersUrl)),
  };
  return withSourceMark({ item, body: entry.content.body }, sourceFacts(entry, key, date));
}

/** Returns the facts about the source. A date as the source spells it is stored only if it cannot be read. */
function sourceFacts({ hash, dateText, content: { withheld } }: EntryWithContent, key: string, date?: string) {
  const unreadDate = date ? '' : dateText.slice(0, maxDateText);
  return { key, hash, ...(unreadDate && { dateText: unreadDate }), ...(withheld && { withheld }) };
}

/** Returns the stored chapters, which are kept as long as the source names the same chapters file. */
function previousChapters({ inbox, published }: StoredCopies, chaptersUrl: string | undefined): Partial<StoredItem> {
  const { chapters, chaptersUrl: previousUrl } = (inbox ?? published)?.item ?? {};
  return chapters && previousUrl === chaptersUrl ? { chapters } : {};
}

export const itemPath = (contentDir: string, folder: ItemFolder, id: string): string =>
  join(contentDir, folder, `${id}.md`);

export const readItemFile = (contentDir: string, folder: ItemFolder, id: string) =>
  parseItemFile(decodeFile(readFileSync(itemPath(contentDir, folder, id))));

export const readCopies = (contentDir: string, known: KnownItem | undefined): StoredCopies =>
  Object.fromEntries(
    Object.keys(known?.hashes ?? {}).map((folder) => [
      folder,
      readItemFile(contentDir, folder as ItemFolder, known!.id) as ItemFile,
    ]),
  );

export const removeItem = (contentDir: string, folder: ItemFolder, id: string): Promise<void> =>
  rm(itemPath(contentDir, folder, id), { force: true });

/** Writes items concurrently, since each write waits for the disk. */
export async function writeItems(contentDir: string, writes: { folder: ItemFolder; file: ItemFile }[]): Promise<void> {
  const queue = new PQueue({ concurrency: 16 });
  const tasks = writes.map(({ folder, file }) => async () => {
    await writeWhole(itemPath(contentDir, folder, file.item.id), formatItemFile(file));
  });
  await queue.addAll(tasks);
}
