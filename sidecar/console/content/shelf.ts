// What lies in a folder of items, in few words: each file is read once, and again only when it changed.
import { statSync } from 'node:fs';
import { join } from 'node:path';
import { setImmediate as giveWay } from 'node:timers/promises';
import type { StoredItem } from '#contract/schemas/stored-item.ts';
import {
  ignoreMissingFile,
  type ReviewDesk,
  type ItemFolder,
  folderPath,
  readItem,
} from '../../content/review-desk.ts';
import type { UnreadableFile } from '../../content/waiting-items.ts';

/** Enough to list, sort and find an item. */
export interface Head extends Pick<StoredItem, 'id' | 'type' | 'title' | 'sourceFeed' | 'hiddenOn' | 'liveAt'> {
  /** Milliseconds. */
  date: number;
  /** YYYY-MM-DD, as its source states it. */
  day: string;
  /** Title, summary, keywords and author in lower case. */
  words: string;
  /** Milliseconds; when the file was written. */
  writtenAt: number;
}

export interface Shelf {
  /** Newest first, ties by id. */
  heads: Head[];
  unreadable: UnreadableFile[];
}

type Content = { head: Head } | { unreadable: UnreadableFile };
interface Known {
  stamp: string;
  content: Content;
}
interface Memory {
  files: Map<string, Known>;
  shelf: Shelf;
  /** The look that is under way; the next one waits for it. */
  turn: Promise<unknown>;
}

const statedAtOnce = 500;
const readAtOnce = 32;
const memories = new WeakMap<ReviewDesk, Map<ItemFolder, Memory>>();

function memoryOf(desk: ReviewDesk, folder: ItemFolder): Memory {
  const folders = memories.get(desk) ?? new Map<ItemFolder, Memory>();
  memories.set(desk, folders);
  const empty: Memory = { files: new Map(), shelf: { heads: [], unreadable: [] }, turn: Promise.resolve() };
  const memory = folders.get(folder) ?? empty;
  folders.set(folder, memory);
  return memory;
}

export function shelfOf(desk: ReviewDesk, folder: ItemFolder): Promise<Shelf> {
  const memory = memoryOf(desk, folder);
  const look = () => lookAgain(desk, folder, memory);
  const turn = memory.turn.then(look, look);
  memory.turn = turn;
  return turn;
}

async function lookAgain(desk: ReviewDesk, folder: ItemFolder, memory: Memory): Promise<Shelf> {
  const stamps = await stampsOf(desk, folder);
  const touched = [...stamps].filter(([name, { stamp }]) => memory.files.get(name)?.stamp !== stamp);
  if (touched.length === 0 && stamps.size === memory.files.size) return memory.shelf;
  for (const name of memory.files.keys()) if (!stamps.has(name)) memory.files.delete(name);
  for (let start = 0; start < touched.length; start += readAtOnce) {
    const group = touched.slice(start, start + readAtOnce).map(async ([name, { stamp, writtenAt }]) => {
      const content = await contentOf(desk, folder, name, writtenAt);
      if (content) memory.files.set(name, { stamp, content });
      else memory.files.delete(name);
    });
    await Promise.all(group);
  }
  memory.shelf = inOrder([...memory.files.values()].map(({ content }) => content));
  return memory.shelf;
}

/** Names of the item files in a folder. */
export async function namesIn(desk: ReviewDesk, folder: ItemFolder): Promise<string[]> {
  const names = (await desk.fs.readdir(folderPath(desk, folder)).catch(ignoreMissingFile)) ?? [];
  return names.filter((name) => name.endsWith('.md') && !name.startsWith('.'));
}

/** Milliseconds; undefined when there is no such file. */
export const writtenAt = (desk: ReviewDesk, folder: ItemFolder, id: string): number | undefined =>
  statSync(join(folderPath(desk, folder), `${id}.md`), { throwIfNoEntry: false })?.mtimeMs;

/** Synchronous, a few hundred at a time: handing each of ten thousand short calls to a thread costs three times as much. */
async function stampsOf(
  desk: ReviewDesk,
  folder: ItemFolder,
): Promise<Map<string, { stamp: string; writtenAt: number }>> {
  const stamps = new Map<string, { stamp: string; writtenAt: number }>();
  for (const [at, name] of (await namesIn(desk, folder)).entries()) {
    if (at % statedAtOnce === statedAtOnce - 1) await giveWay();
    const stats = statSync(join(folderPath(desk, folder), name), { throwIfNoEntry: false });
    // Decided about this moment.
    if (!stats) continue;
    stamps.set(name, { stamp: `${stats.size} ${stats.mtimeMs} ${stats.ino}`, writtenAt: stats.mtimeMs });
  }
  return stamps;
}

async function contentOf(
  desk: ReviewDesk,
  folder: ItemFolder,
  name: string,
  writtenAt: number,
): Promise<Content | undefined> {
  const found = await readItem(desk, folder, name.slice(0, -'.md'.length));
  if (found.outcome === 'not_found') return undefined;
  if (found.outcome === 'invalid') return { unreadable: { name, problems: found.problems } };
  const { id, type, title, sourceFeed, hiddenOn, liveAt, date, summary = '', keywords, author = '' } = found.item;
  const words = [title, summary, author, ...keywords].join(' ').toLowerCase();
  const dates = { date: Date.parse(date), day: date.slice(0, 10) };
  return { head: { id, type, title, sourceFeed, hiddenOn, liveAt, ...dates, words, writtenAt } };
}

const inOrder = (contents: Content[]): Shelf => ({
  heads: contents
    .flatMap((content) => ('head' in content ? [content.head] : []))
    .sort((a, b) => b.date - a.date || (a.id < b.id ? -1 : 1)),
  unreadable: contents
    .flatMap((content) => ('unreadable' in content ? [content.unreadable] : []))
    .sort((a, b) => (a.name < b.name ? -1 : 1)),
});
