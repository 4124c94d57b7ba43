// Index of a folder of items. A file is read again only after it changed.
import { statSync } from 'node:fs';
import { join } from 'node:path';
import { setImmediate as yieldToEventLoop } from 'node:timers/promises';
import type { StoredItem } from '#contract/schemas/stored-item.ts';
import {
  ignoreMissingFile,
  type ReviewDesk,
  type ItemFolder,
  folderPath,
  readItem,
} from '../../content/review-desk.ts';
import { itemTypeName } from './model.ts';
import type { UnreadableFile } from '../../content/waiting-items.ts';

/** Properties by which an item is listed, sorted and found. */
export interface ItemSummary extends Pick<StoredItem, 'id' | 'type' | 'title' | 'sourceFeed' | 'hiddenOn' | 'liveAt'> {
  typeName: string;
  /** Date in milliseconds since the epoch. */
  date: number;
  /** Day as the source states it, YYYY-MM-DD; undefined if the item has no date. */
  day?: string;
  /** Title, summary, keywords and author in lower case, for searching. */
  words: string;
  /** Modification time of the file in milliseconds since the epoch. */
  writtenAt: number;
}

export interface FolderIndex {
  /** Items, newest first; equal dates are sorted by id. */
  items: ItemSummary[];
  unreadable: UnreadableFile[];
}

type IndexEntry = { head: ItemSummary } | { unreadable: UnreadableFile };

interface CachedFile {
  stamp: string;
  content: IndexEntry;
}

interface FolderCache {
  files: Map<string, CachedFile>;
  index: FolderIndex;
  /** The latest update, which the next one waits for. */
  lastUpdate: Promise<unknown>;
}

const statsPerTurn = 500;
const parallelReads = 32;
const caches = new WeakMap<ReviewDesk, Map<ItemFolder, FolderCache>>();

function cacheFor(desk: ReviewDesk, folder: ItemFolder): FolderCache {
  const folders = caches.get(desk) ?? new Map<ItemFolder, FolderCache>();
  caches.set(desk, folders);
  const empty: FolderCache = { files: new Map(), index: { items: [], unreadable: [] }, lastUpdate: Promise.resolve() };
  const cache = folders.get(folder) ?? empty;
  folders.set(folder, cache);
  return cache;
}

export function readFolderIndex(desk: ReviewDesk, folder: ItemFolder): Promise<FolderIndex> {
  const cache = cacheFor(desk, folder);
  const run = () => updateIndex(desk, folder, cache);
  const update = cache.lastUpdate.then(run, run);
  cache.lastUpdate = update;
  return update;
}

async function updateIndex(desk: ReviewDesk, folder: ItemFolder, cache: FolderCache): Promise<FolderIndex> {
  const stamps = await readFileStamps(desk, folder);
  const changed = [...stamps].filter(([name, { stamp }]) => cache.files.get(name)?.stamp !== stamp);
  if (changed.length === 0 && stamps.size === cache.files.size) return cache.index;
  for (const name of cache.files.keys()) if (!stamps.has(name)) cache.files.delete(name);
  for (let start = 0; start < changed.length; start += parallelReads) {
    const group = changed.slice(start, start + parallelReads).map(async ([name, { stamp, writtenAt }]) => {
      const content = await readIndexEntry(desk, folder, name, writtenAt);
      if (content) cache.files.set(name, { stamp, content });
      else cache.files.delete(name);
    });
    await Promise.all(group);
  }
  cache.index = sortIndex([...cache.files.values()].map(({ content }) => content));
  return cache.index;
}

/** Lists the names of the item files in a folder. */
export async function listItemFiles(desk: ReviewDesk, folder: ItemFolder): Promise<string[]> {
  const names = (await desk.fs.readdir(folderPath(desk, folder)).catch(ignoreMissingFile)) ?? [];
  return names.filter((name) => name.endsWith('.md') && !name.startsWith('.'));
}

/** Returns the modification time of an item's file in milliseconds, or undefined if there is no file. */
export const modifiedAt = (desk: ReviewDesk, folder: ItemFolder, id: string): number | undefined =>
  statSync(join(folderPath(desk, folder), `${id}.md`), { throwIfNoEntry: false })?.mtimeMs;

/** Reads file stamps synchronously, because a thread call for each of ten thousand files takes three times as long. */
async function readFileStamps(
  desk: ReviewDesk,
  folder: ItemFolder,
): Promise<Map<string, { stamp: string; writtenAt: number }>> {
  const stamps = new Map<string, { stamp: string; writtenAt: number }>();
  for (const [at, name] of (await listItemFiles(desk, folder)).entries()) {
    if (at % statsPerTurn === statsPerTurn - 1) await yieldToEventLoop();
    const stats = statSync(join(folderPath(desk, folder), name), { throwIfNoEntry: false });
    // The file was moved by a decision meanwhile.
    if (!stats) continue;
    stamps.set(name, { stamp: `${stats.size} ${stats.mtimeMs} ${stats.ino}`, writtenAt: stats.mtimeMs });
  }
  return stamps;
}

async function readIndexEntry(
  desk: ReviewDesk,
  folder: ItemFolder,
  name: string,
  writtenAt: number,
): Promise<IndexEntry | undefined> {
  const result = await readItem(desk, folder, name.slice(0, -'.md'.length));
  if (result.outcome === 'not_found') return undefined;
  if (result.outcome === 'invalid') return { unreadable: { name, problems: result.problems } };
  const { id, type, title, sourceFeed, hiddenOn, liveAt, date, summary = '', keywords, author = '' } = result.item;
  const words = [title, summary, author, ...keywords].join(' ').toLowerCase();
  // Items without a date come first, because the creator has to set one.
  const dates = date ? { date: Date.parse(date), day: date.slice(0, 10) } : { date: Number.MAX_SAFE_INTEGER };
  const typeName = itemTypeName(result.item);
  return { head: { id, type, typeName, title, sourceFeed, hiddenOn, liveAt, ...dates, words, writtenAt } };
}

const sortIndex = (contents: IndexEntry[]): FolderIndex => ({
  items: contents
    .flatMap((content) => ('head' in content ? [content.head] : []))
    .sort((a, b) => b.date - a.date || (a.id < b.id ? -1 : 1)),
  unreadable: contents
    .flatMap((content) => ('unreadable' in content ? [content.unreadable] : []))
    .sort((a, b) => (a.name < b.name ? -1 : 1)),
});
