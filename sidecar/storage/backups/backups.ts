// Creates and lists backups of a room: folders with the content, the embedded store, greenroom.env and a list of the
// files.
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

/** The content of backup.json. */
export interface BackupList {
  madeAt: string;
  /** Kind of the store. A PostgreSQL database is not part of the backup. */
  store: 'sqlite' | 'postgres' | 'none';
  files: BackupFile[];
}

export interface RoomPaths {
  contentDir: string;
  /** Undefined if the store is a PostgreSQL database. */
  storeFile: string | undefined;
  settingsFile: string;
}

type Exclusively = <T>(work: () => Promise<T>) => Promise<T>;

export interface BackupDeps extends RoomPaths {
  /** Runs work while no decision about items is made, so that the backup contains no half decision. */
  exclusively: Exclusively;
  now: () => Date;
}

/** Throws if the folder is not a backup. */
export async function readBackupList(copy: string): Promise<BackupList> {
  const text = await readFile(join(copy, backupNames.list), 'utf8').catch(() => '');
  if (!text.startsWith('{')) throw new Error(`${copy} is not a backup of a room: it has no ${backupNames.list}.`);
  return JSON.parse(text) as BackupList;
}

/** Throws with the names of damaged files. */
export async function verifyBackup(copy: string): Promise<BackupList> {
  const list = await readBackupList(copy);
  const wrong = await findDamagedFiles(join(copy, backupNames.content), list.files);
  if (wrong.length > 0) throw new Error(`${copy} is damaged: ${wrong.slice(0, 5).join(', ')}.`);
  if (list.store === 'sqlite') verifyStore(join(copy, backupNames.store));
  return list;
}

async function readPreviousFiles(folder: string, now: number) {
  const newest = await findNewestBackup(folder, now);
  if (!newest) return undefined;
  const { files } = await readBackupList(newest.path);
  return { folder: join(newest.path, backupNames.content), files: new Map(files.map((file) => [file.path, file])) };
}

async function fillBackup(
  part: string,
  { contentDir, storeFile, settingsFile, exclusively, now }: BackupDeps,
  parent: string,
) {
  const before = await readPreviousFiles(parent, now().getTime());
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

async function flushFolder(folder: string): Promise<void> {
  const handle = await open(folder, 'r');
  await handle.sync().finally(() => handle.close());
}

/** Creates the backup in a new folder. After an error or crash, the folder is complete or does not exist. */
export async function createBackup(copy: string, deps: BackupDeps): Promise<BackupList> {
  if (existsSync(copy)) throw new Error(`${copy} already exists. Choose another folder.`);
  const parent = dirname(copy);
  await mkdir(parent, { recursive: true, mode: 0o700 });
  const part = `${copy}.part`;
  await rm(part, { recursive: true, force: true });
  await mkdir(part, { mode: 0o700 });
  try {
    await fillBackup(part, deps, parent);
    const list = await verifyBackup(part);
    await rename(part, copy);
    await flushFolder(parent);
    return list;
  } catch (error) {
    await rm(part, { recursive: true, force: true });
    throw error;
  }
}

export interface Backup {
  path: string;
  /** Time of the backup in milliseconds. */
  at: number;
}

/** Returns the backups in a folder, oldest first. */
export async function listBackups(folder: string): Promise<Backup[]> {
  const entries = (await readdir(folder).catch(() => [])).sort();
  return entries.flatMap((name) => {
    const at = parseBackupName(name);
    const path = join(folder, name);
    return at !== undefined && existsSync(join(path, backupNames.list)) ? [{ path, at }] : [];
  });
}

/** Returns the newest backup that is not dated in the future; a clock that was once ahead leaves such dates. */
export const findNewestBackup = async (folder: string, now: number): Promise<Backup | undefined> =>
  (await listBackups(folder)).findLast(({ at }) => at <= now);

/** Creates a backup named after the current time and deletes expired ones. */
export async function createNextBackup(folder: string, retention: { daily: number; weekly: number }, deps: BackupDeps) {
  const path = join(folder, formatBackupName(deps.now()));
  const list = await createBackup(path, deps);
  const deleted = selectExpiredBackups(await readdir(folder), retention, deps.now());
  for (const name of deleted) await rm(join(folder, name), { recursive: true, force: true });
  return { path, list, deleted };
}
