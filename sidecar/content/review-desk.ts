// The review desk: folders of item files and the steps of a change, each of which is atomic.
import { join } from 'node:path';
import { temporaryPath } from '../storage/leftovers.ts';
import { StoredItem } from '#contract/schemas/stored-item.ts';
import { sha256 } from '#domain/ids.ts';
import { formatItemFile, type ItemFile, itemProblems, parseItemFile } from '#domain/items/item-file.ts';
import { decodeFile } from '#domain/text/decode.ts';

export type ItemFolder = 'inbox' | 'published' | 'rejected';

/** The functions of node:fs/promises that a review uses. */
export interface ReviewFs {
  readFile(path: string): Promise<Uint8Array>;
  readdir(path: string): Promise<string[]>;
  mkdir(path: string, options: { recursive: true }): Promise<unknown>;
  rename(from: string, to: string): Promise<void>;
  open(path: string, flags: string): Promise<ReviewFile>;
}
interface ReviewFile {
  writeFile(text: string | Uint8Array): Promise<void>;
  sync(): Promise<void>;
  close(): Promise<void>;
}

export interface ReviewDesk {
  fs: ReviewFs;
  contentDir: string;
  now: () => Date;
  /** Runs one change of the content folder at a time (locks.ts). */
  exclusively: <T>(work: () => Promise<T>) => Promise<T>;
}

/** An item on disk. The revision is a hash of its bytes. */
export type FoundItem = ItemFile & { outcome: 'found'; revision: string };
export type NotFound = { outcome: 'not_found' };
export type Invalid = { outcome: 'invalid'; problems: string[] };

const itemId = new RegExp((StoredItem.properties.id as { pattern?: string }).pattern!);
/** Checks an id. Ids become file names, so this also rejects paths such as `../x`. */
export const isItemId = (id: string): boolean => id.length <= 100 && itemId.test(id);
const badId: Invalid = { outcome: 'invalid', problems: ['is not an item id: a-z, 0-9 and -, ending in 8 hex digits'] };

export const folderPath = (desk: ReviewDesk, folder: ItemFolder): string => join(desk.contentDir, folder);
const itemPath = (desk: ReviewDesk, folder: ItemFolder, id: string): string =>
  join(folderPath(desk, folder), `${id}.md`);

export async function readItem(
  desk: ReviewDesk,
  folder: ItemFolder,
  id: string,
): Promise<FoundItem | NotFound | Invalid> {
  if (!isItemId(id)) return badId;
  const source = await desk.fs
    .readFile(itemPath(desk, folder, id))
    .then(decodeFile)
    .catch(ignoreMissingFile);
  if (source === undefined) return { outcome: 'not_found' };
  try {
    const { item, body } = parseItemFile(source);
    const problems = findItemProblems(id, item);
    if (problems.length) return { outcome: 'invalid', problems };
    return { outcome: 'found', item: item as StoredItem, body, revision: sha256(source) };
  } catch (error) {
    return { outcome: 'invalid', problems: [(error as Error).message] };
  }
}

/** Returns an item, or undefined if it is missing or invalid. */
export async function findItem(desk: ReviewDesk, folder: ItemFolder, id: string): Promise<FoundItem | undefined> {
  const item = await readItem(desk, folder, id);
  return item.outcome === 'found' ? item : undefined;
}

export function findItemProblems(id: string, item: unknown): string[] {
  const problems = itemProblems(item);
  if (problems.length || (item as StoredItem).id === id) return problems;
  return [`id is ${(item as StoredItem).id}, but the file is named ${id}.md`];
}

/** Writes an item atomically. */
export async function writeItem(desk: ReviewDesk, folder: ItemFolder, file: ItemFile): Promise<void> {
  await replaceFile(desk.fs, itemPath(desk, folder, file.item.id), formatItemFile(file));
  await syncFolder(desk, folder);
}

/** Replaces a file atomically. */
export async function replaceFile(fs: ReviewFs, path: string, text: string): Promise<void> {
  const temporary = temporaryPath(path);
  const handle = await fs.open(temporary, 'w');
  try {
    await handle.writeFile(text);
    await handle.sync();
  } finally {
    await handle.close();
  }
  await fs.rename(temporary, path);
}

/** Moves an item with one atomic rename, which replaces an item of this id in the other folder. */
export async function moveItem(
  desk: ReviewDesk,
  id: string,
  from: ItemFolder,
  to: ItemFolder,
): Promise<{ outcome: 'moved' } | NotFound | Invalid> {
  if (!isItemId(id)) return badId;
  await desk.fs.mkdir(folderPath(desk, to), { recursive: true });
  const moved = await desk.fs
    .rename(itemPath(desk, from, id), itemPath(desk, to, id))
    .then(() => true, ignoreMissingFile);
  if (!moved) return { outcome: 'not_found' };
  await syncFolder(desk, to);
  return { outcome: 'moved' };
}

/** Makes renames in the folder survive a power failure. Windows cannot open folders and does not need it. */
async function syncFolder(desk: ReviewDesk, folder: ItemFolder): Promise<void> {
  const handle = await desk.fs.open(folderPath(desk, folder), 'r').catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'EISDIR' && error.code !== 'EPERM') throw error;
  });
  await handle?.sync();
  await handle?.close();
}

/** Handles a missing file as `undefined`, in the catch of a promise. */
export function ignoreMissingFile(error: NodeJS.ErrnoException): undefined {
  if (error.code !== 'ENOENT') throw error;
}
