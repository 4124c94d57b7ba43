// Remembers what was read of files, so that one that was not touched is not read again.
import { statSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { inChunks } from '#domain/arrays.ts';
import { writeWhole } from '../write-file.ts';

/** Undefined where there is no such file. */
export function fileStamp(path: string): string | undefined {
  const stats = statSync(path, { throwIfNoEntry: false });
  return stats && `${stats.size} ${stats.mtimeMs} ${stats.ino}`;
}

/** Returns the result of `read`, from memory if neither the file nor `about` (its other inputs) has changed. */
export type FileCache<T> = (path: string, read: () => T, about?: string) => T;

interface CachedValue<T> {
  stamp: string;
  value: T;
}

/** A read that failed is tried again. */
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

/** What one process leaves for the next, by name. What was made in another way, as `salt` says, counts as nothing. */
export async function readCacheFile<T>(file: string, version: string): Promise<Map<string, T>> {
  const [first, ...rest] = (await readFile(file, 'utf8').catch(() => '')).split('\n');
  return new Map(first === version ? rest.filter(Boolean).map((line) => JSON.parse(line) as [string, T]) : []);
}

/** Joined into one text, the notes of a large room would take several times their memory. */
const entriesPerWrite = 200;

function* cacheFileLines<T>(version: string, entries: Iterable<[string, T]>): Generator<string> {
  yield version;
  for (const chunk of inChunks([...entries], entriesPerWrite))
    yield chunk.map((entry) => `\n${JSON.stringify(entry)}`).join('');
}

export const writeCacheFile = <T>(file: string, version: string, entries: Iterable<[string, T]>): Promise<void> =>
  writeWhole(file, cacheFileLines(version, entries));

/** The next process reads so many files again rather than each build writes all that is known: a part of all. */
export const unsavedShare = 1 / 100;

export interface PersistentFileCache<T> {
  get: FileCache<Promise<T>>;
  save: () => Promise<void>;
}

/** A memory that the next process takes over from `file`. */
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
