// Backs up a room into BACKUP_DIR.
import { createNextBackup } from '../sidecar/storage/backups/backups.ts';
import { contentLock, type RunExclusively } from '../sidecar/content/locks.ts';
import type { Environment, Settings } from '../sidecar/settings/settings.ts';
import { roomPlaces } from './settings.ts';

/** Takes the content lock while files are copied. On a read-only disk, where nothing can change, there is no lock. */
function lockContent(contentDir: string): RunExclusively {
  const lock = contentLock(contentDir);
  return async (work) => {
    let isBegun = false;
    const begin = () => {
      isBegun = true;
      return work();
    };
    return lock(begin).catch((error: NodeJS.ErrnoException) => {
      if (isBegun || error.code !== 'EROFS') throw error;
      return work();
    });
  };
}

export function backupDeps(env: Environment, settings: Settings) {
  const places = roomPlaces(env, settings);
  return { ...places, exclusively: lockContent(places.contentDir), now: () => new Date() };
}

/** Returns the new backup and the names of deleted older ones. */
export const backUpRoom = (env: Environment, settings: Settings) =>
  createNextBackup(
    settings.backupDir,
    { daily: settings.backupDaily, weekly: settings.backupWeekly },
    backupDeps(env, settings),
  );
