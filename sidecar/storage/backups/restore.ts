// Restores content, store and settings from a backup; existing files are kept next to them.
import { existsSync } from 'node:fs';
import { lchown, lstat, mkdir, readdir, readFile, rename, rm, rmdir, writeFile } from 'node:fs/promises';
import { dirname, join, basename, resolve } from 'node:path';
import process from 'node:process';
import { parseEnv } from 'node:util';
import { isSettingName, type SettingRecord, settings } from '#contract/settings.ts';
import { restoreStore } from '../store-backup.ts';
import { verifyBackup, backupNames, type RoomPaths } from './backups.ts';
import { type BackupFile, copyFolder, findDamagedFiles } from './files.ts';
import { quoteValue } from '../../settings/environment.ts';

/** Folders of the room on this machine by the settings that name them. */
type RoomFolders = Record<'CONTENT_DIR' | 'DIST_DIR' | 'DATA_DIR', string>;

const isRoomFolder = (name: string, folders: RoomFolders): name is keyof RoomFolders => Object.hasOwn(folders, name);

const parsePathSetting = (line: string): [name: string, value: string] | undefined => {
  const [[name, value] = []] = Object.entries(parseEnv(line));
  return name && value && isSettingName(name) && (settings[name] as SettingRecord).isPath ? [name, value] : undefined;
};

/** Adapts paths of greenroom.env to this machine. `notes` tell the creator what changed. */
function adaptSettings(
  { roomDir, ...folders }: RoomFolders & { roomDir: string },
  text: string,
  path: string,
): { text: string; notes: string[] } {
  const notes: string[] = [];
  const note = (says: string) => void notes.push(`${basename(path)}: ${says}`);
  const lines = text.split('\n').map((line) => {
    const [name, value] = parsePathSetting(line) ?? [];
    if (name === undefined || value === undefined) return line;
    const old = resolve(dirname(path), value);
    if (!isRoomFolder(name, folders)) {
      if (!existsSync(old)) note(`${name}=${value} does not exist on this machine. Correct the path`);
      return line;
    }
    const here = resolve(folders[name]);
    if (old === here) return line;
    const isDefault = here === resolve(roomDir, settings[name].default);
    note(
      isDefault
        ? `${name}=${value} was removed, because ${here} is the default`
        : `${name} is ${here}, no longer ${value}`,
    );
    return isDefault ? `#${name}=${settings[name].default}` : `${name}=${quoteValue(here)}`;
  });
  return { text: lines.join('\n'), notes };
}

export interface RestoreResult {
  /** Paths that were restored. */
  restored: string[];
  /** Paths of the files that were there before. */
  before: string[];
  /** Notes about settings that differ on this machine. */
  notes?: string[];
}

export interface RestorePaths extends RoomPaths {
  roomDir: string;
  folders: RoomFolders;
}

/** Copies and verifies the content next to its destination, so that one rename completes it. */
async function copyContent(copy: string, files: BackupFile[], temporary: string): Promise<void> {
  await rm(temporary, { recursive: true, force: true });
  await mkdir(dirname(temporary), { recursive: true });
  await copyFolder(join(copy, backupNames.content), temporary);
  const damagedFiles = await findDamagedFiles(temporary, files);
  if (damagedFiles.length > 0)
    throw new Error(`${temporary} differs from the original: ${damagedFiles.slice(0, 5).join(', ')}.`);
}

/** Files that root restores get the owner of the parent folder. */
async function giveToOwner(folder: string): Promise<void> {
  if (process.getuid?.() !== 0) return;
  const { uid, gid } = await lstat(dirname(folder));
  const entries = await readdir(folder, { recursive: true });
  for (const path of ['', ...entries]) await lchown(join(folder, path), uid, gid);
}

/** Restores the store. This comes first because it fails while the room runs. */
function restoreStoreFile(copy: string, storeFile: string, stamp: string): RestoreResult {
  const aside = `${storeFile}.before-${stamp}`;
  restoreStore(join(copy, backupNames.store), storeFile, aside);
  return { restored: [storeFile], before: existsSync(aside) ? [aside] : [] };
}

/** Keeps the example, which belongs to the program although it is in the creator's folder. */
async function keepExample(aside: string, { contentDir, roomDir }: RestorePaths): Promise<void> {
  const example = join(contentDir, 'example');
  if (contentDir !== join(roomDir, 'content') || !existsSync(join(aside, 'example'))) return;
  await rm(example, { recursive: true, force: true });
  await rename(join(aside, 'example'), example);
}

async function restoreContent(temporary: string, paths: RestorePaths, stamp: string): Promise<RestoreResult> {
  const { contentDir } = paths;
  const aside = `${contentDir}.before-${stamp}`;
  if (existsSync(contentDir)) await rename(contentDir, aside);
  await rename(temporary, contentDir);
  await keepExample(aside, paths);
  // The folder is empty if it contained only the example.
  await rmdir(aside).catch(() => undefined);
  return { restored: [contentDir], before: existsSync(aside) ? [aside] : [] };
}

/** Restores settings only if the creator has none. */
async function restoreSettings(
  copy: string,
  { settingsFile, folders, roomDir }: RestorePaths,
): Promise<RestoreResult[]> {
  const copied = join(copy, backupNames.settings);
  if (!existsSync(copied) || existsSync(settingsFile)) return [];
  const { text, notes } = adaptSettings({ ...folders, roomDir }, await readFile(copied, 'utf8'), settingsFile);
  await writeFile(settingsFile, text, { mode: 0o600 });
  return [{ restored: [settingsFile], before: [], notes }];
}

/**
 * Restores a backup. Throws before it changes anything if the backup is damaged or the room runs. `stamp` is a suffix
 * for the old files.
 */
export async function restoreBackup(
  copy: string,
  paths: RestorePaths,
  stamp: string,
): Promise<Required<RestoreResult>> {
  const { contentDir, storeFile } = paths;
  const { files, store } = await verifyBackup(copy);
  if (store === 'sqlite' && storeFile === undefined)
    throw new Error(
      'The backup contains a SQLite database, but DATABASE_URL points to PostgreSQL. Unset it, or restore there.',
    );
  const temporary = `${contentDir}.part`;
  try {
    await copyContent(copy, files, temporary);
    await giveToOwner(temporary);
    const results = store === 'sqlite' ? [restoreStoreFile(copy, storeFile!, stamp)] : [];
    results.push(await restoreContent(temporary, paths, stamp));
    results.push(...(await restoreSettings(copy, paths)));
    return {
      restored: results.flatMap(({ restored }) => restored),
      before: results.flatMap(({ before }) => before),
      notes: results.flatMap(({ notes = [] }) => notes),
    };
  } catch (error) {
    await rm(temporary, { recursive: true, force: true });
    throw error;
  }
}
