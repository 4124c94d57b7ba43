// A copy of the room, where BACKUP_DIR says.
import { createNextBackup } from '../sidecar/storage/backups/backups.ts';
import { contentLock, type RunExclusively } from '../sidecar/content/locks.ts';
import type { Environment, Settings } from '../sidecar/settings/settings.ts';
import { roomPlaces } from './settings.ts';

/** Holds the content lock while files are copied. A read-only disk needs none, since nothing on it can change. */
function undecided(contentDir: string): RunExclusively {
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

export function copyParts(env: Environment, settings: Settings) {
  const places = roomPlaces(env, settings);
  return { ...places, exclusively: undecided(places.contentDir), now: () => new Date() };
}

/** Gives the copy, and the names of older ones that were deleted. */
export const backUpRoom = (env: Environment, settings: Settings) =>
  createNextBackup(
    settings.backupDir,
    { daily: settings.backupDaily, weekly: settings.backupWeekly },
    copyParts(env, settings),
  );
