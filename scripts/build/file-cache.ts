// Caches what was read from files, so that an unchanged file is not read again.
import { statSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { inChunks } from '#domain/arrays.ts';
import { writeWhole } from '../write-file.ts';

/** Returns size, modification time and inode of a file as a text, or undefined if it does not exist. */
export function fileStamp(path: string): string | undefined {
  const stats = statSync(path, { throwIfNoEntry: false });
  return stats && `${stats.size} ${stats.mtimeMs} ${stats.ino}`;
}

/**
 * Function that returns the result of `read`, from the cache if neither the file nor `about` (its other inputs) has
 * changed.
 */
export type FileCache<T> = (path: string, read: () => T, about?: string) => T;

interface CachedValue<T> {
  stamp: string;
  value: T;
}

/** Creates a cache in memory. A failed read is repeated at the next call. */
export function createFileCache<T>(): FileCache<T> {
  const cachedValues = new Map<string, CachedValue<T>>();
  return (path, read, about = '') => {
    const stamp = `${fileStamp(path)} ${about}`;
    const before = cachedValues.get(path);
    if (before?.stamp === stamp) return before.value;
    const value = read();
    cachedValues.set(path, { stamp, value });
    if (value instanceof Promise) value.catch(() => cachedValues.delete(path));
    return value;
  };
}

/** Reads the entries that another process saved. Entries with another `version` are ignored. */
export async function readCacheFile<T>(file: string, version: string): Promise<Map<string, T>> {
  const [first, ...rest] = (await readFile(file, 'utf8').catch(() => '')).split('\n');
  return new Map(first === version ? rest.filter(Boolean).map((line) => JSON.parse(line) as [string, T]) : []);
}

/** A single text with all entries of a large room would take several times their memory. */
const entriesPerWrite = 200;

function* cacheFileLines<T>(version: string, entries: Iterable<[string, T]>): Generator<string> {
  yield version;
  for (const chunk of inChunks([...entries], entriesPerWrite))
    yield chunk.map((entry) => `\n${JSON.stringify(entry)}`).join('');
}

export const writeCacheFile = <T>(file: string, version: string, entries: Iterable<[string, T]>): Promise<void> =>
  writeWhole(file, cacheFileLines(version, entries));

/**
 * Share of new entries below which a cache is not saved: reading a few files again is cheaper than writing all entries
 * with each build.
 */
export const unsavedShare = 1 / 100;

export interface PersistentFileCache<T> {
  get: FileCache<Promise<T>>;
  save: () => Promise<void>;
}

/** Opens a cache whose entries are stored in `file` for the next process. */
export function openPersistentFileCache<T>(file: string, version: string): PersistentFileCache<T> {
  let cachedValues: Promise<Map<string, CachedValue<T>>> | undefined;
  let unsaved = 0;
  const remembered: FileCache<Promise<T>> = async (path, read) => {
    const all = await (cachedValues ??= readCacheFile(file, version));
    const stamp = fileStamp(path);
    const before = all.get(path);
    if (stamp && before?.stamp === stamp) return before.value;
    const value = await read();
    if (stamp) all.set(path, { stamp, value });
    unsaved++;
    return value;
  };
  return {
    get: remembered,
    save: async (): Promise<void> => {
      const all = await cachedValues;
      if (!all || unsaved <= unsavedShare * all.size) return;
      for (const path of all.keys()) if (!fileStamp(path)) all.delete(path);
      await writeCacheFile(file, version, all);
      unsaved = 0;
    },
  };
}
