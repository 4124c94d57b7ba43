// The files of a folder with their hashes, kept up to date by what the file system reports: a look costs what changed. A
// full pass from time to time finds what was not reported.
import { type FSWatcher, watch } from 'node:fs';
import { readdir, readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { sha256 } from '#domain/ids.ts';

/** Size, time of the last change in milliseconds, and the beginning of the SHA-256. */
export type FileEntry = [size: number, mtimeMs: number, hash: string];
/** By path. */
export type FileEntries = Record<string, FileEntry>;

export const shortHash = (bytes: string | Uint8Array): string => sha256(bytes).slice(0, 32);

const fullPassMs = 5 * 60_000;
/** Used when the system cannot watch any more folders. */
const blindPassMs = 10_000;

/** What a machine makes for itself again, and what belongs to its own store. */
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

  /** `now` in milliseconds; `known` saves reading what has the same size and time. */
  constructor(folder: string, known: FileEntries, now: () => number) {
    this.#folder = folder;
    this.files = known;
    this.#now = now;
  }

  /** True where something may have changed since the last time; then `files` is new. */
  async look(): Promise<boolean> {
    if (this.#now() - this.#passedAt >= (this.#isBlind ? blindPassMs : fullPassMs)) return this.#pass();
    if (this.#reported.size === 0) return false;
    const paths = [...this.#reported];
    this.#reported.clear();
    const files = { ...this.files };
    for (const path of paths) await this.#lookAt(path, files);
    this.files = files;
    return true;
  }

  /** The next look reads everything again, for example after a failure. */
  forget(): void {
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

  async #lookAt(path: string, files: FileEntries): Promise<void> {
    const stats = await stat(join(this.#folder, path)).catch(() => undefined);
    if (stats?.isDirectory()) return this.#readFolder(path, files);
    if (stats?.isFile()) return this.#read(path, files);
    delete files[path];
    if (!this.#watchers.has(path)) return;
    for (const other of Object.keys(files)) if (other.startsWith(`${path}/`)) delete files[other];
    this.#watchers.get(path)?.close();
    this.#watchers.delete(path);
  }

  /** It is watched before it is read, so that no change is missed. */
  async #readFolder(path: string, files: FileEntries): Promise<void> {
    this.#watch(path);
    const entries = await readdir(join(this.#folder, path), { withFileTypes: true }).catch(() => []);
    for (const entry of entries) {
      const inside = path ? `${path}/${entry.name}` : entry.name;
      if (entry.isDirectory()) await this.#readFolder(inside, files);
      else if (entry.isFile()) await this.#read(inside, files);
    }
  }

  async #read(path: string, files: FileEntries): Promise<void> {
    if (isIgnored(path)) return;
    const place = join(this.#folder, path);
    const stats = await stat(place).catch(() => undefined);
    const known = this.files[path];
    const isSame = known && stats && known[0] === stats.size && known[1] === stats.mtimeMs;
    const hash = isSame ? known[2] : await readFile(place).then(shortHash, () => undefined);
    if (stats && hash) files[path] = [stats.size, stats.mtimeMs, hash];
    else delete files[path];
  }

  #watch(path: string): void {
    if (this.#watchers.has(path)) return;
    const lost = () => {
      this.#watchers.get(path)?.close();
      this.#watchers.delete(path);
      this.#isBlind = true;
    };
    const hear = (_: string, name: string | null) => {
      if (name === null) return lost();
      const changed = path ? `${path}/${name}` : name;
      if (!isIgnored(changed)) this.#reported.add(changed);
    };
    try {
      const watcher = watch(join(this.#folder, path), { persistent: false }, hear).on('error', lost);
      this.#watchers.set(path, watcher);
    } catch {
      this.#isBlind = true;
    }
  }
}
