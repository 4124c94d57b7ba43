// The content folder of a fleet: its newest state lies in the bucket, so that another builder can go on with it.
import { copyFile, mkdir, readdir, readFile, rename, rm, stat, utimes, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { pid } from 'node:process';
import PQueue from 'p-queue';
import { stampOf } from '../backups/rotation.ts';
import type { Bucket } from '../outgoing/bucket.ts';
import type { Db } from '../store/store.ts';
import { movePointer, type Pointer, readPointer } from './pointer.ts';
import { hashOf } from './stored.ts';

/** By path: size, time of the last change in milliseconds, and the beginning of the SHA-256. */
type Files = Record<string, [size: number, mtimeMs: number, hash: string]>;

interface State {
  /** The pointer that these files were sent or fetched with. */
  pointer: string;
  files: Files;
}

interface ContentPointer {
  /** Hash of the list of files. */
  list: string;
}

const atOnce = 16;
const keyOf = (hash: string): string => `content/${hash}`;
/** What a machine makes for itself again, and what belongs to its own store. */
const isOwn = (path: string): boolean =>
  /(^|\/)\.[^/]*\.tmp$|\.tmp$|^\.build\/(content\.lock|store\.json|calls)/.test(path);

async function filesIn(folder: string, known: Files): Promise<Files> {
  const files: Files = {};
  const entries = await readdir(folder, { recursive: true, withFileTypes: true }).catch(() => []);
  for (const entry of entries) {
    const place = join(entry.parentPath, entry.name);
    const path = place.slice(folder.length + 1);
    if (!entry.isFile() || isOwn(path)) continue;
    const stats = await stat(place).catch(() => undefined);
    if (!stats) continue;
    const [size, mtimeMs, hash] = known[path] ?? [];
    const isSame = size === stats.size && mtimeMs === stats.mtimeMs;
    files[path] = [stats.size, stats.mtimeMs, isSame ? hash! : hashOf(await readFile(place))];
  }
  return files;
}

const hashesOf = (files: Files): Set<string> => new Set(Object.values(files).map(([, , hash]) => hash));
const isEqual = (a: Files, b: Files): boolean =>
  Object.keys(a).length === Object.keys(b).length &&
  Object.entries(a).every(([path, [, , hash]]) => b[path]?.[2] === hash);

interface ContentParts {
  contentDir: string;
  /** What is known of the last exchange. */
  stateFile: string;
  bucket: Bucket;
  db: Db;
  say: (line: string) => void;
}

/** For the machine that builds, and for no other at the same time. */
export class FleetContent {
  #parts: ContentParts;
  #state: State | undefined;

  constructor(parts: ContentParts) {
    this.#parts = parts;
  }

  /** Before anything reads the folder: brings it to the newest state. */
  async restore(): Promise<void> {
    const { stateFile, contentDir, db } = this.#parts;
    const text = await readFile(stateFile, 'utf8').catch(() => undefined);
    this.#state = text === undefined ? undefined : (JSON.parse(text) as State);
    const pointer = await readPointer<ContentPointer>(db, 'content');
    if (!pointer || this.#state?.pointer === pointer.text) return;
    const known = this.#state?.files ?? {};
    const here = await filesIn(contentDir, known);
    await this.#setAside(here, known);
    await this.#take(pointer, here);
  }

  /** Sends what is new; false where another builder has moved the pointer. */
  async send(): Promise<boolean> {
    const { contentDir, bucket, db } = this.#parts;
    const before = this.#state;
    const pointer = await readPointer<ContentPointer>(db, 'content');
    if (pointer && pointer.text !== before?.pointer) return false;
    const files = await filesIn(contentDir, before?.files ?? {});
    if (before && isEqual(files, before.files)) return true;
    const known = hashesOf(before?.files ?? {});
    const wanted = new Map(Object.entries(files).map(([path, [, , hash]]) => [hash, path] as const));
    const missing = [...wanted].filter(([hash]) => !known.has(hash));
    await new PQueue({ concurrency: atOnce }).addAll(
      missing.map(
        ([hash, path]) =>
          () =>
            this.#put(hash, path),
      ),
    );
    const text = Buffer.from(JSON.stringify(files));
    const value: ContentPointer = { list: hashOf(text) };
    await bucket.put(keyOf(value.list), text, {});
    if (!(await movePointer(db, 'content', pointer, value))) return false;
    await this.#keep({ pointer: JSON.stringify(value), files });
    if (pointer && before) await this.#forget(pointer.value.list, before.files, files);
    return true;
  }

  async #put(hash: string, path: string): Promise<void> {
    const bytes = await readFile(join(this.#parts.contentDir, path));
    // Changed again meanwhile: the next turn sends it.
    if (hashOf(bytes) !== hash) throw new Error(`${path} changed while it was sent.`);
    await this.#parts.bucket.put(keyOf(hash), bytes, {});
  }

  async #download(path: string, [, mtimeMs, hash]: Files[string]): Promise<void> {
    const bytes = await this.#parts.bucket.get(keyOf(hash));
    if (!bytes || hashOf(bytes) !== hash) throw new Error(`${path} is missing or damaged in the bucket of the fleet.`);
    const place = join(this.#parts.contentDir, path);
    await mkdir(dirname(place), { recursive: true });
    await writeFile(`${place}.${pid}.tmp`, bytes);
    await utimes(`${place}.${pid}.tmp`, mtimeMs / 1000, mtimeMs / 1000);
    await rename(`${place}.${pid}.tmp`, place);
  }

  async #take(pointer: Pointer<ContentPointer>, here: Files): Promise<void> {
    const { bucket, contentDir } = this.#parts;
    const list = await bucket.get(keyOf(pointer.value.list));
    if (!list) throw new Error('The content is missing in the bucket of the fleet.');
    const files = JSON.parse(list.toString()) as Files;
    const missing = Object.entries(files).filter(([path, [, , hash]]) => here[path]?.[2] !== hash);
    await new PQueue({ concurrency: atOnce }).addAll(
      missing.map(
        ([path, file]) =>
          () =>
            this.#download(path, file),
      ),
    );
    for (const path of Object.keys(here)) if (!files[path]) await rm(join(contentDir, path), { force: true });
    await this.#keep({ pointer: pointer.text, files: await filesIn(contentDir, files) });
  }

  async #keep(next: State): Promise<void> {
    const { stateFile } = this.#parts;
    this.#state = next;
    await mkdir(dirname(stateFile), { recursive: true });
    await writeFile(`${stateFile}.tmp`, JSON.stringify(next));
    await rename(`${stateFile}.tmp`, stateFile);
  }

  /** What was changed here and nobody has seen is not lost where another builder went on meanwhile. */
  async #setAside(here: Files, known: Files): Promise<void> {
    const { stateFile, contentDir, say } = this.#parts;
    const changed = Object.entries(here).filter(([path, [, , hash]]) => known[path]?.[2] !== hash);
    if (changed.length === 0) return;
    const folder = join(dirname(stateFile), `content-not-sent-${stampOf(new Date())}`);
    for (const [path] of changed) {
      await mkdir(dirname(join(folder, path)), { recursive: true });
      await copyFile(join(contentDir, path), join(folder, path));
    }
    say(`${changed.length} files were changed here while another builder went on; they are kept in ${folder}.`);
  }

  /** What no file of the newest state has. */
  async #forget(list: string, before: Files, files: Files): Promise<void> {
    const needed = hashesOf(files);
    const gone = [...hashesOf(before)].filter((hash) => !needed.has(hash));
    for (const hash of [list, ...gone]) await this.#parts.bucket.remove(keyOf(hash));
  }
}
