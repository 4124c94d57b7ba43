// Synchronizes the content folder with the bucket of the fleet, so that another builder can continue from its newest
// state.
import { copyFile, mkdir, readFile, rename, rm, utimes, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { forEachConcurrently } from '#domain/arrays.ts';
import type { Bucket } from '../../outgoing/bucket.ts';
import { formatBackupName } from '../../storage/backups/rotation.ts';
import { temporaryPath } from '../../storage/leftovers.ts';
import type { Db } from '../../storage/store.ts';
import { type FileEntries, FolderFiles, type FileEntry, shortHash } from './folder-files.ts';
import { movePointer, type Pointer, readPointer } from './pointer.ts';

/** Hashes of lists of files. Files are distributed by path, so that a change replaces only a short list. */
type ListHashes = Record<string, string>;

interface ContentState {
  /** The pointer that these files were sent or fetched with. */
  pointer: string;
  files: FileEntries;
  lists: ListHashes;
}

interface ContentPointer {
  /** Hash of the list of lists. */
  lists: string;
}

const temporaryFileFor = (stateFile: string): string => `${stateFile}.tmp`;

/** Returns undefined if the file is missing or was cut off. */
async function readState(file: string): Promise<ContentState | undefined> {
  try {
    return JSON.parse(await readFile(file, 'utf8')) as ContentState;
  } catch {
    return undefined;
  }
}

const concurrency = 16;
export const contentPrefix = 'content/';
const contentKey = (hash: string): string => contentPrefix + hash;

const listNameFor = (path: string): string => shortHash(path).slice(0, 2);

/** Returns the paths of files that are new or different. */
const listChanged = (files: FileEntries, before: FileEntries): string[] =>
  Object.keys(files).filter((path) => before[path]?.[2] !== files[path]![2]);

interface ContentDeps {
  contentDir: string;
  /** File with the state of the last exchange. */
  stateFile: string;
  bucket: Bucket;
  db: Db;
  /** Prints a line for the person who runs the machine. */
  warn: (line: string) => void;
  /** Returns milliseconds since the epoch. */
  now: () => number;
}

/** Content of the builder. Only one machine uses it at a time. */
export class FleetContent {
  #deps: ContentDeps;
  #state: ContentState | undefined;
  #folder: FolderFiles;

  constructor(deps: ContentDeps) {
    this.#deps = deps;
    this.#folder = new FolderFiles(deps.contentDir, {}, deps.now);
  }

  close(): void {
    this.#folder.close();
  }

  /** Brings the folder to the newest state. Is called before anything else reads the folder. */
  async restore(): Promise<void> {
    const { stateFile, contentDir, db, now } = this.#deps;
    const pointer = await readPointer<ContentPointer>(db, 'files');
    const [stored, next] = await Promise.all([readState(stateFile), readState(temporaryFileFor(stateFile))]);
    if (pointer) this.#state = next?.pointer === pointer.text ? next : stored;
    else this.#state = undefined;
    const knownFiles = this.#state?.files ?? {};
    this.#folder.close();
    this.#folder = new FolderFiles(contentDir, knownFiles, now);
    if (!pointer || this.#state?.pointer === pointer.text) return;
    await this.#folder.update();
    await this.#setAside(this.#folder.files, knownFiles);
    await this.#download(pointer);
  }

  /** Returns the keys of the newest state in the bucket, or undefined if none was sent or fetched yet. */
  keys(): Set<string> | undefined {
    if (!this.#state) return undefined;
    const { pointer, files, lists } = this.#state;
    const hashes = [(JSON.parse(pointer) as ContentPointer).lists, ...Object.values(lists)];
    for (const [, , hash] of Object.values(files)) hashes.push(hash);
    return new Set(hashes.map(contentKey));
  }

  /** Sends changes. Returns false if another builder has moved the pointer. */
  async send(): Promise<boolean> {
    if (!(await this.#folder.update())) return true;
    try {
      return await this.#send();
    } catch (error) {
      this.#folder.requireFullPass();
      throw error;
    }
  }

  async #send(): Promise<boolean> {
    const { files } = this.#folder;
    const before = this.#state?.files ?? {};
    const changedPaths = listChanged(files, before);
    const removedPaths = Object.keys(before).filter((path) => !files[path]);
    if (this.#state && changedPaths.length + removedPaths.length === 0) return true;
    const pointer = await readPointer<ContentPointer>(this.#deps.db, 'files');
    if (this.#isMovedByAnother(pointer)) return false;
    await this.#putFiles(changedPaths, files, before);
    const lists = await this.#putLists(files, new Set([...changedPaths, ...removedPaths].map(listNameFor)));
    const value: ContentPointer = { lists: shortHash(JSON.stringify(lists)) };
    const next: ContentState = { pointer: JSON.stringify(value), files, lists };
    // A builder that is killed after the pointer has moved recognizes it by this file.
    await this.#write(next);
    if (!(await movePointer(this.#deps.db, 'files', pointer, value))) return false;
    const last = this.#state;
    await this.#commitState(next);
    if (pointer && last) await this.#removeUnneeded(pointer.value, last, this.#state!);
    return true;
  }

  #isMovedByAnother(pointer: Pointer<ContentPointer> | undefined): boolean {
    return pointer !== undefined && pointer.text !== this.#state?.pointer;
  }

  async #putFiles(changed: string[], files: FileEntries, before: FileEntries): Promise<void> {
    const sentHashes = new Set(Object.values(before).map(([, , hash]) => hash));
    const pathByHash = new Map(changed.map((path) => [files[path]![2], path]));
    const unsent = [...pathByHash].filter(([hash]) => !sentHashes.has(hash));
    await forEachConcurrently(unsent, concurrency, ([hash, path]) => this.#put(hash, path));
  }

  async #put(hash: string, path: string): Promise<void> {
    const bytes = await readFile(join(this.#deps.contentDir, path));
    // The next call sends a file that has changed again.
    if (shortHash(bytes) !== hash) throw new Error(`${path} changed while it was sent.`);
    await this.#deps.bucket.put(contentKey(hash), bytes, {});
  }

  async #putLists(files: FileEntries, names: Set<string>): Promise<ListHashes> {
    const { bucket } = this.#deps;
    const changedLists = new Map([...names].map((name): [string, FileEntries] => [name, {}]));
    for (const [path, file] of Object.entries(files)) {
      const list = changedLists.get(listNameFor(path));
      if (list) list[path] = file;
    }
    const lists = { ...this.#state?.lists };
    for (const [name, list] of changedLists) {
      const bytes = Buffer.from(JSON.stringify(list));
      lists[name] = shortHash(bytes);
      await bucket.put(contentKey(lists[name]), bytes, {});
    }
    const bytes = Buffer.from(JSON.stringify(lists));
    await bucket.put(contentKey(shortHash(bytes)), bytes, {});
    return lists;
  }

  async #downloadFile(path: string, [, mtimeMs, hash]: FileEntry): Promise<void> {
    const bytes = await this.#read(hash, path);
    const file = join(this.#deps.contentDir, path);
    await mkdir(dirname(file), { recursive: true });
    await writeFile(temporaryPath(file), bytes);
    await utimes(temporaryPath(file), mtimeMs / 1000, mtimeMs / 1000);
    await rename(temporaryPath(file), file);
  }

  async #read(hash: string, description: string): Promise<Buffer> {
    const bytes = await this.#deps.bucket.get(contentKey(hash));
    if (!bytes || shortHash(bytes) !== hash)
      throw new Error(`${description} is missing or damaged in the bucket of the fleet.`);
    return bytes;
  }

  async #download(pointer: Pointer<ContentPointer>): Promise<void> {
    const readJson = async <T>(hash: string): Promise<T> =>
      JSON.parse((await this.#read(hash, 'The list of the content')).toString()) as T;
    const lists = await readJson<ListHashes>(pointer.value.lists);
    const files: FileEntries = {};
    await forEachConcurrently(Object.values(lists), concurrency, async (hash) =>
      Object.assign(files, await readJson<FileEntries>(hash)),
    );
    const { files: current } = this.#folder;
    const missing = listChanged(files, current);
    await forEachConcurrently(missing, concurrency, (path) => this.#downloadFile(path, files[path]!));
    const removedPaths = Object.keys(current).filter((path) => !files[path]);
    for (const path of removedPaths) await rm(join(this.#deps.contentDir, path), { force: true });
    this.#folder.requireFullPass();
    const next: ContentState = { pointer: pointer.text, files, lists };
    await this.#write(next);
    await this.#commitState(next);
  }

  async #write(next: ContentState): Promise<void> {
    const { stateFile } = this.#deps;
    await mkdir(dirname(stateFile), { recursive: true });
    await writeFile(temporaryFileFor(stateFile), JSON.stringify(next));
  }

  /** Makes the written state the current one. */
  async #commitState(next: ContentState): Promise<void> {
    const { stateFile } = this.#deps;
    this.#state = next;
    await rename(temporaryFileFor(stateFile), stateFile);
  }

  /** Copies local changes that were never sent to a folder, so that the newest state does not overwrite them. */
  async #setAside(current: FileEntries, knownFiles: FileEntries): Promise<void> {
    const { stateFile, contentDir, warn } = this.#deps;
    const changedPaths = listChanged(current, knownFiles);
    if (changedPaths.length === 0) return;
    const folder = join(dirname(stateFile), `content-not-sent-${formatBackupName(new Date())}`);
    for (const path of changedPaths) {
      await mkdir(dirname(join(folder, path)), { recursive: true });
      await copyFile(join(contentDir, path), join(folder, path));
    }
    warn(`Another builder has taken over. ${changedPaths.length} files with local changes were copied to ${folder}.`);
  }

  /** Removes objects from the bucket that the newest state does not need. */
  async #removeUnneeded({ lists }: ContentPointer, before: ContentState, after: ContentState): Promise<void> {
    const listHashes = (state: ContentState) => [
      ...Object.values(state.files).map(([, , hash]) => hash),
      ...Object.values(state.lists),
    ];
    const needed = new Set(listHashes(after));
    const unneeded = new Set(listHashes(before).filter((hash) => !needed.has(hash)));
    for (const hash of [lists, ...unneeded]) await this.#deps.bucket.remove(contentKey(hash));
  }
}
