// One copy of all that the room keeps: a folder with the content, the embedded store and greenroom.env, and a list of its files.
import { existsSync } from 'node:fs';
import { copyFile, chmod, mkdir, open, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { backUp, checkStore } from '../backup.ts';
import { type CopiedFile, copyFolder, damaged } from './files.ts';
import { copiesToDelete, stampOf, timeOf } from './rotation.ts';

export const names = {
  content: 'content',
  store: 'greenroom.db',
  settings: 'greenroom.env',
  list: 'backup.json',
} as const;

/** backup.json */
export interface CopyList {
  madeAt: string;
  /** A PostgreSQL is not in it. */
  store: 'sqlite' | 'postgres' | 'none';
  files: CopiedFile[];
}

export interface RoomPlaces {
  contentDir: string;
  /** `undefined` where the store is a PostgreSQL. */
  storeFile: string | undefined;
  settingsFile: string;
}

type Exclusively = <T>(work: () => Promise<T>) => Promise<T>;

export interface CopyDeps extends RoomPlaces {
  /** Nobody decides about items meanwhile, so that no decision is copied by half. */
  exclusively: Exclusively;
  now: () => Date;
}

/** Throws where the folder is no copy. */
export async function readList(copy: string): Promise<CopyList> {
  const text = await readFile(join(copy, names.list), 'utf8').catch(() => '');
  if (!text.startsWith('{')) throw new Error(`${copy} is no copy of a room: it has no ${names.list}.`);
  return JSON.parse(text) as CopyList;
}

/** Throws with the names of the files that are damaged. */
export async function checkCopy(copy: string): Promise<CopyList> {
  const list = await readList(copy);
  const wrong = await damaged(join(copy, names.content), list.files);
  if (wrong.length > 0) throw new Error(`${copy} is damaged: ${wrong.slice(0, 5).join(', ')}.`);
  if (list.store === 'sqlite') checkStore(join(copy, names.store));
  return list;
}

async function filesBefore(folder: string, now: number) {
  const newest = await newestCopy(folder, now);
  if (!newest) return undefined;
  const { files } = await readList(newest.path);
  return { folder: join(newest.path, names.content), files: new Map(files.map((file) => [file.path, file])) };
}

async function fill(part: string, { contentDir, storeFile, settingsFile, exclusively, now }: CopyDeps, beside: string) {
  const before = await filesBefore(beside, now().getTime());
  const hasStore = storeFile !== undefined && existsSync(storeFile);
  const files = await exclusively(async () => {
    if (hasStore) backUp(storeFile, join(part, names.store));
    return copyFolder(contentDir, join(part, names.content), before);
  });
  if (existsSync(settingsFile)) {
    await copyFile(settingsFile, join(part, names.settings));
    await chmod(join(part, names.settings), 0o600);
  }
  const store = storeFile === undefined ? 'postgres' : hasStore ? 'sqlite' : 'none';
  const list: CopyList = { madeAt: now().toISOString(), store, files };
  await writeFile(join(part, names.list), `${JSON.stringify(list, null, 1)}\n`, { mode: 0o600 });
}

async function flush(folder: string): Promise<void> {
  const handle = await open(folder, 'r');
  await handle.sync().finally(() => handle.close());
}

/** Makes the copy `copy`, which must not exist yet; whatever fails, it is there whole or not at all. */
export async function makeCopy(copy: string, deps: CopyDeps): Promise<CopyList> {
  if (existsSync(copy)) throw new Error(`${copy} is there already. Name another folder.`);
  const beside = dirname(copy);
  await mkdir(beside, { recursive: true, mode: 0o700 });
  const part = `${copy}.part`;
  await rm(part, { recursive: true, force: true });
  await mkdir(part, { mode: 0o700 });
  try {
    await fill(part, deps, beside);
    const list = await checkCopy(part);
    await rename(part, copy);
    await flush(beside);
    return list;
  } catch (error) {
    await rm(part, { recursive: true, force: true });
    throw error;
  }
}

export interface Copy {
  path: string;
  /** Milliseconds. */
  at: number;
}

/** The copies of a folder, oldest first. */
export async function copiesIn(folder: string): Promise<Copy[]> {
  const found = (await readdir(folder).catch(() => [])).sort();
  return found.flatMap((name) => {
    const at = timeOf(name);
    const path = join(folder, name);
    return at !== undefined && existsSync(join(path, names.list)) ? [{ path, at }] : [];
  });
}

/** The newest copy that is not dated in the future; a clock that was once ahead leaves such dates. */
export const newestCopy = async (folder: string, now: number): Promise<Copy | undefined> =>
  (await copiesIn(folder)).findLast(({ at }) => at <= now);

/** A copy with the name of its time, and older ones deleted as the settings say. Gives its path. */
export async function makeNextCopy(folder: string, kept: { daily: number; weekly: number }, deps: CopyDeps) {
  const path = join(folder, stampOf(deps.now()));
  const list = await makeCopy(path, deps);
  const deleted = copiesToDelete(await readdir(folder), kept, deps.now());
  for (const name of deleted) await rm(join(folder, name), { recursive: true, force: true });
  return { path, list, deleted };
}
