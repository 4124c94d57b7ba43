// Decides where an entry goes, makes it an item, and writes the file; the creator's decisions are never undone.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import PQueue from 'p-queue';
import type { Feed } from '#contract/schemas/content-files.ts';
import type { StoredItem } from '#contract/schemas/stored-item.ts';
import { itemId } from '#domain/ids.ts';
import { formatItemFile, type ItemFile, parseItemFile } from '#domain/item-file.ts';
import { writeWhole } from '../write-file.ts';
import type { Folder, KnownItem } from './known-items.ts';
import type { Entry } from './normalise/normalise.ts';

/** Where a new version of an item goes; undefined where it changes nothing. */
export function destinationOf(
  known: KnownItem | undefined,
  hash: string,
  publishesAtOnce: boolean,
): Folder | undefined {
  const { inbox, published, rejected } = known?.hashes ?? {};
  if ([inbox, published, rejected].includes(hash)) return undefined;
  if (rejected && !published) return undefined;
  // A version that waits was not good enough to go out by itself, or was put there by the creator.
  return publishesAtOnce && !inbox ? 'published' : 'inbox';
}

export const publishesAtOnce = (feed: Feed, type: StoredItem['type']): boolean =>
  feed.review === 'auto' && type !== 'article';

type ReadEntry = Entry & Required<Pick<Entry, 'content'>>;

export interface ItemContext {
  key: string;
  known: KnownItem | undefined;
  /** RFC 3339, for items without a date of their own. */
  now: string;
  approvedAt: string | undefined;
  /** What the creator added to the version before. */
  added: Partial<StoredItem>;
}

/** The id is frozen with the first title seen; so is the date that was made up for an item without one. */
export function itemOf(entry: ReadEntry, { key, known, now, approvedAt, added }: ItemContext): ItemFile {
  const { type, title, themeIds, ...rest } = entry.content.item;
  return {
    item: {
      id: known?.id ?? itemId(title, key),
      type,
      title,
      date: entry.date ?? known?.date ?? now,
      ...rest,
      // None would say that those of the published version are to go.
      ...(!known?.hashes.published && { themeIds }),
      ...added,
      ...(approvedAt && { approvedAt }),
      source: { key, hash: entry.hash },
    },
    body: entry.content.body,
  };
}

const creatorFields = ['themeIds', 'socialLinks', 'engagementScore', 'hiddenOn'] as const;

/**
 * Fields that no source knows stay in the file that is written anew. What is published never lends them to an edit that
 * waits: they may change until the edit is approved, and are taken over then.
 */
export function creatorsAdditions(
  contentDir: string,
  folder: Folder,
  known: KnownItem | undefined,
): Partial<StoredItem> {
  if (!known?.hashes[folder]) return {};
  const item = readItem(contentDir, folder, known.id).item as Partial<StoredItem>;
  return Object.fromEntries(creatorFields.filter((name) => item[name] !== undefined).map((name) => [name, item[name]]));
}

/** Those that a file gave before are better than none, as long as the source names the same file. */
export function chaptersBefore(
  contentDir: string,
  known: KnownItem | undefined,
  chaptersUrl: string | undefined,
): Partial<StoredItem> {
  const folder = (['inbox', 'published'] as const).find((name) => known?.hashes[name]);
  if (!known || !folder) return {};
  const item = readItem(contentDir, folder, known.id).item as Partial<StoredItem>;
  return item.chapters && item.chaptersUrl === chaptersUrl ? { chapters: item.chapters } : {};
}

const fileOf = (contentDir: string, folder: Folder, id: string): string => join(contentDir, folder, `${id}.md`);

export const readItem = (contentDir: string, folder: Folder, id: string) =>
  parseItemFile(readFileSync(fileOf(contentDir, folder, id), 'utf8'));

/** Side by side, as each write waits for the disk. */
export async function writeItems(contentDir: string, writes: { folder: Folder; file: ItemFile }[]): Promise<void> {
  const queue = new PQueue({ concurrency: 16 });
  const tasks = writes.map(({ folder, file }) => async () => {
    await writeWhole(fileOf(contentDir, folder, file.item.id), formatItemFile(file));
  });
  await queue.addAll(tasks);
}
