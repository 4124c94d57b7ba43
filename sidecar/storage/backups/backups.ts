// One copy of all that the room keeps: a folder with the content, the embedded store and greenroom.env, and a list of its files.
import { existsSync } from 'node:fs';
import { copyFile, chmod, mkdir, open, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { backUpStore, verifyStore } from '../store-backup.ts';
import { type BackupFile, copyFolder, findDamagedFiles } from './files.ts';
import { selectExpiredBackups, formatBackupName, parseBackupName } from './rotation.ts';

export const backupNames = {
  content: 'content',
  store: 'greenroom.db',
  settings: 'greenroom.env',
  list: 'backup.json',
} as const;

/** backup.json */
export interface BackupList {
  madeAt: string;
  /** A PostgreSQL is not in it. */
  store: 'sqlite' | 'postgres' | 'none';
  files: BackupFile[];
}

export interface RoomPaths {
  contentDir: string;
  /** `undefined` where the store is a PostgreSQL. */
  storeFile: string | undefined;
  settingsFile: string;
}

type Exclusively = <T>(work: () => Promise<T>) => Promise<T>;

export interface BackupDeps extends RoomPaths {
  /** Nobody decides about items meanwhile, so that no decision is copied by half. */
  exclusively: Exclusively;
  now: () => Date;
}

/** Throws where the folder is no copy. */
export async function readBackupList(copy: string): Promise<BackupList> {
  const text = await readFile(join(copy, backupNames.list), 'utf8').catch(() => '');
  if (!text.startsWith('{')) throw new Error(`${copy} is no copy of a room: it has no ${backupNames.list}.`);
  return JSON.parse(text) as BackupList;
}

/** Throws with the names of the files that are damaged. */
export async function verifyBackup(copy: string): Promise<BackupList> {
  const list = await readBackupList(copy);
  const wrong = await findDamagedFiles(join(copy, backupNames.content), list.files);
  if (wrong.length > 0) throw new Error(`${copy} is damaged: ${wrong.slice(0, 5).join(', ')}.`);
  if (list.store === 'sqlite') verifyStore(join(copy, backupNames.store));
  return list;
}

async function filesBefore(folder: string, now: number) {
  const newest = await findNewestBackup(folder, now);
  if (!newest) return undefined;
  const { files } = await readBackupList(newest.path);
  return { folder: join(newest.path, backupNames.content), files: new Map(files.map((file) => [file.path, file])) };
}

async function fill(
  part: string,
  { contentDir, storeFile, settingsFile, exclusively, now }: BackupDeps,
  beside: string,
) {
  const before = await filesBefore(beside, now().getTime());
  const hasStore = storeFile !== undefined && existsSync(storeFile);
  const files = await exclusively(async () => {
    if (hasStore) backUpStore(storeFile, join(part, backupNames.store));
    return copyFolder(contentDir, join(part, backupNames.content), before);
  });
  if (existsSync(settingsFile)) {
    await copyFile(settingsFile, join(part, backupNames.settings));
    await chmod(join(part, backupNames.settings), 0o600);
  }
  const store = storeFile === undefined ? 'postgres' : hasStore ? 'sqlite' : 'none';
  const list: BackupList = { madeAt: now().toISOString(), store, files };
  await writeFile(join(part, backupNames.list), `${JSON.stringify(list, null, 1)}\n`, { mode: 0o600 });
}

async function flush(folder: string): Promise<void> {
  const handle = await open(folder, 'r');
  await handle.sync().finally(() => handle.close());
}

/** Makes the copy `copy`, which must not exist yet; whatever fails, it is there whole or not at all. */
export async function createBackup(copy: string, deps: BackupDeps): Promise<BackupList> {
  if (existsSync(copy)) throw new Error(`${copy} is there already. Name another folder.`);
  const beside = dirname(copy);
  await mkdir(beside, { recursive: true, mode: 0o700 });
  const part = `${copy}.part`;
  await rm(part, { recursive: true, force: true });
  await mkdir(part, { mode: 0o700 });
  try {
    await fill(part, deps, beside);
    const list = await verifyBackup(part);
    await rename(part, copy);
    await flush(beside);
    return list;
  } catch (error) {
    await rm(part, { recursive: true, force: true });
    throw error;
  }
}

export interface Backup {
  path: string;
  /** Milliseconds. */
  at: number;
}

/** The copies of a folder, oldest first. */
export async function listBackups(folder: string): Promise<Backup[]> {
  const found = (await readdir(folder).catch(() => [])).sort();
  return found.flatMap((name) => {
    const at = parseBackupName(name);
    const path = join(folder, name);
    return at !== undefined && existsSync(join(path, backupNames.list)) ? [{ path, at }] : [];
  });
}

/** The newest copy that is not dated in the future; a clock that was once ahead leaves such dates. */
export const findNewestBackup = async (folder: string, now: number): Promise<Backup | undefined> =>
  (await listBackups(folder)).findLast(({ at }) => at <= now);

/** A copy with the name of its time, and older ones deleted as the settings say. Gives its path. */
export async function createNextBackup(folder: string, kept: { daily: number; weekly: number }, deps: BackupDeps) {
  const path = join(folder, formatBackupName(deps.now()));
  const list = await createBackup(path, deps);
  const deleted = selectExpiredBackups(await readdir(folder), kept, deps.now());
  for (const name of deleted) await rm(join(folder, name), { recursive: true, force: true });
  return { path, list, deleted };
}
