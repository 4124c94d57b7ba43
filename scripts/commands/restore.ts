// Runs npm run restore.
import { existsSync } from 'node:fs';
import { resolve } from 'node:path';
import { resolveRoomDir } from '../../sidecar/settings/folders.ts';
import { restoreBackup } from '../../sidecar/storage/backups/restore.ts';
import { formatBackupName } from '../../sidecar/storage/backups/rotation.ts';
import { print } from '../io.ts';
import { roomPlaces, settings as readSettings } from '../settings.ts';
import { command, UsageError } from './command.ts';

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
  const folders = { CONTENT_DIR: places.contentDir, DIST_DIR, DATA_DIR };
  const paths = { ...places, roomDir: resolveRoomDir(io.env), folders };
  const { restored, before, notes } = await restoreBackup(copy, paths, stamp);
  for (const place of restored) print(io, `Restored: ${place}`);
  for (const place of before) print(io, `Before:   ${place}`);
  for (const note of notes) print(io, `Settings: ${note}`);
  return 0;
});
