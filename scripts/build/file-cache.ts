// Caches what was read from files, so that an unchanged file is not read again.
import { statSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
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
    const cached = cachedValues.get(path);
    if (cached?.stamp === stamp) return cached.value;
    const value = read();
    cachedValues.set(path, { stamp, value });
    if (value instanceof Promise) value.catch(() => cachedValues.delete(path));
    return value;
  };
}

/**
 * Share of new entries below which a cache is not saved: reading a few files again is cheaper than writing all entries
 * with each build.
 */
const unsavedShare = 1 / 100;

/** Entries that are stored in a file for the next process. */
export class CacheFile<T> {
  entries = new Map<string, T>();
  readonly #file: string;
  #version: string | undefined;
  #unsaved = 0;

  constructor(file: string) {
    this.#file = file;
  }

  /** Reads the saved entries, unless they are already loaded. Entries with another version are ignored. */
  async load(version: string): Promise<void> {
    if (this.#version === version) return;
    this.#version = version;
    const [first, ...rest] = (await readFile(this.#file, 'utf8').catch(() => '')).split('\n');
    const lines = first === version ? rest.filter(Boolean) : [];
    this.entries = new Map(lines.map((line) => JSON.parse(line) as [string, T]));
    this.#unsaved = 0;
  }

  /** Replaces an entry; undefined removes it. */
  set(name: string, entry: T | undefined): void {
    if (entry === undefined) this.entries.delete(name);
    else this.entries.set(name, entry);
    this.#unsaved++;
  }

  /** Saves the entries that are still valid, if enough of them are new. */
  async save(isValid: (name: string) => boolean = () => true): Promise<void> {
    if (this.#version === undefined || this.#unsaved <= unsavedShare * this.entries.size) return;
    for (const name of this.entries.keys()) if (!isValid(name)) this.entries.delete(name);
    const lines = [...this.entries].map((entry) => JSON.stringify(entry));
    await writeWhole(this.#file, [this.#version, ...lines].join('\n'));
    this.#unsaved = 0;
  }
}

export interface PersistentFileCache<T> {
  get: FileCache<Promise<T>>;
  save: () => Promise<void>;
}

/** Opens a cache whose entries are stored in `file` for the next process. */
export function openPersistentFileCache<T>(file: string, version: string): PersistentFileCache<T> {
  const stored = new CacheFile<CachedValue<T>>(file);
  let loading: Promise<void> | undefined;
  return {
    get: async (path, read) => {
      await (loading ??= stored.load(version));
      const stamp = fileStamp(path);
      const cached = stored.entries.get(path);
      if (stamp && cached?.stamp === stamp) return cached.value;
      const value = await read();
      if (stamp) stored.set(path, { stamp, value });
      return value;
    },
    save: () => stored.save((path) => fileStamp(path) !== undefined),
  };
}
