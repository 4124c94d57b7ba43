// A copy of the room, where BACKUP_DIR says.
import { makeNextCopy } from '../sidecar/backups/copies.ts';
import { contentLock } from '../sidecar/content/locks.ts';
import type { Settings } from '../sidecar/settings/settings.ts';
import { roomPlaces } from './settings.ts';

/** Nobody decides about items while their files are copied. */
export function copyParts(settings: Settings) {
  const places = roomPlaces(settings);
  return { ...places, exclusively: contentLock(places.contentDir), now: () => new Date() };
}

/** Gives the copy, and the names of older ones that were deleted. */
export const backUpRoom = (settings: Settings) =>
  makeNextCopy(settings.backupDir, { daily: settings.backupDaily, weekly: settings.backupWeekly }, copyParts(settings));
