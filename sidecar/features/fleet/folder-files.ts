// The files of a folder with their hashes, kept up to date by notifications of the file system. A full pass from time
// to time finds changes that were not reported.
import { type FSWatcher, watch } from 'node:fs';
import { readdir, readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { sha256 } from '#domain/ids.ts';

/** Size in bytes, time of the last change in milliseconds, and the beginning of the SHA-256 hash. */
export type FileEntry = [size: number, mtimeMs: number, hash: string];
/** Entries by path. */
export type FileEntries = Record<string, FileEntry>;

export const shortHash = (bytes: string | Uint8Array): string => sha256(bytes).slice(0, 32);

const fullPassMs = 5 * 60_000;
/** Interval of full passes while folders cannot be watched. */
const blindPassMs = 10_000;

/** Returns true for temporary files and files that each machine has of its own. */
const isIgnored = (path: string): boolean =>
  /\.tmp$|^\.build\/(content\.lock|store\.json|calls|known\.ndjson)/.test(path);

export class FolderFiles {
  #folder: string;
  #now: () => number;
  #watchers = new Map<string, FSWatcher>();
  #reported = new Set<string>();
  #isBlind = false;
  #passedAt = -Infinity;
  files: FileEntries;

  /** `now` is in milliseconds. `known` are earlier entries: files with the same size and time are not read again. */
  constructor(folder: string, known: FileEntries, now: () => number) {
    this.#folder = folder;
    this.files = known;
    this.#now = now;
  }

  /** Updates `files`. Returns false if nothing has changed since the last call. */
  async update(): Promise<boolean> {
    if (this.#now() - this.#passedAt >= (this.#isBlind ? blindPassMs : fullPassMs)) return this.#pass();
    if (this.#reported.size === 0) return false;
    const paths = [...this.#reported];
    this.#reported.clear();
    const files = { ...this.files };
    for (const path of paths) await this.#updatePath(path, files);
    this.files = files;
    return true;
  }

  /** Makes the next update a full pass, for example after a failure. */
  requireFullPass(): void {
    this.#passedAt = -Infinity;
  }

  close(): void {
    for (const watcher of this.#watchers.values()) watcher.close();
    this.#watchers.clear();
  }

  async #pass(): Promise<boolean> {
    this.#passedAt = this.#now();
    this.#isBlind = false;
    this.#reported.clear();
    const files: FileEntries = {};
    await this.#readFolder('', files);
    this.files = files;
    return true;
  }

  async #updatePath(path: string, files: FileEntries): Promise<void> {
    const stats = await stat(join(this.#folder, path)).catch(() => undefined);
    if (stats?.isDirectory()) return this.#readFolder(path, files);
    if (stats?.isFile()) return this.#read(path, files);
    delete files[path];
    if (!this.#watchers.has(path)) return;
    for (const other of Object.keys(files)) if (other.startsWith(`${path}/`)) delete files[other];
    this.#watchers.get(path)?.close();
    this.#watchers.delete(path);
  }

  /** Watches a folder before it reads it, so that no change is missed. */
  async #readFolder(path: string, files: FileEntries): Promise<void> {
    this.#watch(path);
    const entries = await readdir(join(this.#folder, path), { withFileTypes: true }).catch(() => []);
    for (const entry of entries) {
      const childPath = path ? `${path}/${entry.name}` : entry.name;
      if (entry.isDirectory()) await this.#readFolder(childPath, files);
      else if (entry.isFile()) await this.#read(childPath, files);
    }
  }

  async #read(path: string, files: FileEntries): Promise<void> {
    if (isIgnored(path)) return;
    const file = join(this.#folder, path);
    const stats = await stat(file).catch(() => undefined);
    const entry = this.files[path];
    const isSame = entry && stats && entry[0] === stats.size && entry[1] === stats.mtimeMs;
    const hash = isSame ? entry[2] : await readFile(file).then(shortHash, () => undefined);
    if (stats && hash) files[path] = [stats.size, stats.mtimeMs, hash];
    else delete files[path];
  }

  #watch(path: string): void {
    if (this.#watchers.has(path)) return;
    const stopWatching = () => {
      this.#watchers.get(path)?.close();
      this.#watchers.delete(path);
      this.#isBlind = true;
    };
    const onChange = (_: string, name: string | null) => {
      if (name === null) return stopWatching();
      const changedPath = path ? `${path}/${name}` : name;
      if (!isIgnored(changedPath)) this.#reported.add(changedPath);
    };
    try {
      const watcher = watch(join(this.#folder, path), { persistent: false }, onChange).on('error', stopWatching);
      this.#watchers.set(path, watcher);
    } catch {
      this.#isBlind = true;
    }
  }
}
