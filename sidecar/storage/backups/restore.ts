// Puts a copy in the place of content and store; what was there is kept beside it.
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

/** Where the room lies here, as the settings name it. */
type RoomFolders = Record<'CONTENT_DIR' | 'DIST_DIR' | 'DATA_DIR', string>;

const isOfRoom = (name: string, folders: RoomFolders): name is keyof RoomFolders => Object.hasOwn(folders, name);

const folderIn = (line: string): [name: string, value: string] | undefined => {
  const [[name, value] = []] = Object.entries(parseEnv(line));
  return name && value && isSettingName(name) && (settings[name] as SettingRecord).isPath ? [name, value] : undefined;
};

/** Gives the text as it is right at `path`, and what the creator should know of it. */
function withFoldersOf(
  { roomDir, ...folders }: RoomFolders & { roomDir: string },
  text: string,
  path: string,
): { text: string; notes: string[] } {
  const notes: string[] = [];
  const note = (says: string) => void notes.push(`${basename(path)}: ${says}`);
  const lines = text.split('\n').map((line) => {
    const [name, value] = folderIn(line) ?? [];
    if (name === undefined || value === undefined) return line;
    const old = resolve(dirname(path), value);
    if (!isOfRoom(name, folders)) {
      if (!existsSync(old)) note(`${name}=${value} is not on this machine; correct it where it is wrong`);
      return line;
    }
    const here = resolve(folders[name]);
    if (old === here) return line;
    const isDefault = here === resolve(roomDir, settings[name].default);
    note(
      isDefault ? `${name}=${value} is taken out: ${here} is the default` : `${name} is ${here}, no longer ${value}`,
    );
    return isDefault ? `#${name}=${settings[name].default}` : `${name}=${quoteValue(here)}`;
  });
  return { text: lines.join('\n'), notes };
}

export interface RestoreResult {
  /** What is in place again. */
  restored: string[];
  /** Where that lies which was there. */
  before: string[];
  /** What of the settings is different here. */
  notes?: string[];
}

export interface RestorePaths extends RoomPaths {
  roomDir: string;
  folders: RoomFolders;
}

/** Beside the content, so that it takes one rename. */
async function unpack(copy: string, files: BackupFile[], part: string): Promise<void> {
  await rm(part, { recursive: true, force: true });
  await mkdir(dirname(part), { recursive: true });
  await copyFolder(join(copy, backupNames.content), part);
  const wrong = await findDamagedFiles(part, files);
  if (wrong.length > 0) throw new Error(`${part} is not what was copied: ${wrong.slice(0, 5).join(', ')}.`);
}

/** Files that root restores get the owner of the parent folder. */
async function giveToOwner(folder: string): Promise<void> {
  if (process.getuid?.() !== 0) return;
  const { uid, gid } = await lstat(dirname(folder));
  const entries = await readdir(folder, { recursive: true });
  for (const path of ['', ...entries]) await lchown(join(folder, path), uid, gid);
}

/** The store first: it refuses while the room runs. */
function putStoreBack(copy: string, storeFile: string, stamp: string): RestoreResult {
  const aside = `${storeFile}.before-${stamp}`;
  restoreStore(join(copy, backupNames.store), storeFile, aside);
  return { restored: [storeFile], before: existsSync(aside) ? [aside] : [] };
}

/** The example belongs to the program, though it lies in the creator's folder. */
async function keepExample(aside: string, { contentDir, roomDir }: RestorePaths): Promise<void> {
  const example = join(contentDir, 'example');
  if (contentDir !== join(roomDir, 'content') || !existsSync(join(aside, 'example'))) return;
  await rm(example, { recursive: true, force: true });
  await rename(join(aside, 'example'), example);
}

async function putContentBack(part: string, places: RestorePaths, stamp: string): Promise<RestoreResult> {
  const { contentDir } = places;
  const aside = `${contentDir}.before-${stamp}`;
  if (existsSync(contentDir)) await rename(contentDir, aside);
  await rename(part, contentDir);
  await keepExample(aside, places);
  // Nothing but the example was there.
  await rmdir(aside).catch(() => undefined);
  return { restored: [contentDir], before: existsSync(aside) ? [aside] : [] };
}

/** What the creator has is never written over. */
async function putSettingsBack(
  copy: string,
  { settingsFile, folders, roomDir }: RestorePaths,
): Promise<RestoreResult[]> {
  const copied = join(copy, backupNames.settings);
  if (!existsSync(copied) || existsSync(settingsFile)) return [];
  const { text, notes } = withFoldersOf({ ...folders, roomDir }, await readFile(copied, 'utf8'), settingsFile);
  await writeFile(settingsFile, text, { mode: 0o600 });
  return [{ restored: [settingsFile], before: [], notes }];
}

/** Throws before it changes anything, where the copy is damaged or the room runs. `stamp` names what was there. */
export async function restoreBackup(
  copy: string,
  places: RestorePaths,
  stamp: string,
): Promise<Required<RestoreResult>> {
  const { contentDir, storeFile } = places;
  const { files, store } = await verifyBackup(copy);
  if (store === 'sqlite' && storeFile === undefined)
    throw new Error('The copy has an embedded store, but DATABASE_URL names a PostgreSQL: unset it, or restore there.');
  const part = `${contentDir}.part`;
  try {
    await unpack(copy, files, part);
    await giveToOwner(part);
    const done = store === 'sqlite' ? [putStoreBack(copy, storeFile!, stamp)] : [];
    done.push(await putContentBack(part, places, stamp));
    done.push(...(await putSettingsBack(copy, places)));
    return {
      restored: done.flatMap(({ restored }) => restored),
      before: done.flatMap(({ before }) => before),
      notes: done.flatMap(({ notes = [] }) => notes),
    };
  } catch (error) {
    await rm(part, { recursive: true, force: true });
    throw error;
  }
}
