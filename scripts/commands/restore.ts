// Runs npm run restore.
import { existsSync, statSync } from 'node:fs';
import { resolve } from 'node:path';
import { resolveRoomDir } from '../../sidecar/settings/folders.ts';
import { restoreBackup } from '../../sidecar/storage/backups/restore.ts';
import { formatBackupName } from '../../sidecar/storage/backups/rotation.ts';
import { restoreStore } from '../../sidecar/storage/store-backup.ts';
import { print } from '../io.ts';
import { roomPlaces, settings as readSettings } from '../settings.ts';
import { command, UsageError } from './command.ts';

/** Restores a file that contains only the database, as older versions made it. */
function restoreFile(copy: string, storeFile: string | undefined, stamp: string) {
  if (storeFile === undefined) throw new Error('DATABASE_URL points to PostgreSQL. Use pg_restore.');
  const aside = `${storeFile}.before-${stamp}`;
  restoreStore(copy, storeFile, aside);
  return { restored: [storeFile], before: existsSync(aside) ? [aside] : [], notes: [] };
}

/** Returns a suffix for the replaced files that no earlier restore has used. */
function freeStamp(now: Date, paths: string[], attempt = 1): string {
  const stamp = formatBackupName(now) + (attempt > 1 ? `-${attempt}` : '');
  const isTaken = paths.some((path) => existsSync(`${path}.before-${stamp}`));
  return isTaken ? freeStamp(now, paths, attempt + 1) : stamp;
}

export const restore = command('restore', async ({ operands }, io) => {
  if (operands.length !== 1) throw new UsageError('Name the one folder that npm run backup made.');
  const copy = resolve(io.folder, operands[0]!);
  if (!existsSync(copy)) throw new Error(`There is no ${copy}.`);
  const settings = readSettings(io.env);
  const { distDir: DIST_DIR, dataDir: DATA_DIR } = settings;
  const places = roomPlaces(io.env, settings);
  const stamp = freeStamp(new Date(), [places.contentDir, places.storeFile ?? []].flat());
  const { restored, before, notes } = statSync(copy).isFile()
    ? restoreFile(copy, places.storeFile, stamp)
    : await restoreBackup(
        copy,
        { ...places, roomDir: resolveRoomDir(io.env), folders: { CONTENT_DIR: places.contentDir, DIST_DIR, DATA_DIR } },
        stamp,
      );
  for (const place of restored) print(io, `Restored: ${place}`);
  for (const place of before) print(io, `Before:   ${place}`);
  for (const note of notes) print(io, `Settings: ${note}`);
  return 0;
});
