// Where the commands find the content and put the releases.
import { existsSync } from 'node:fs';
import { relative } from 'node:path';
import process, { cwd } from 'node:process';
import { contentFolder, ownContentFolder, readSettings, type Settings } from '../sidecar/settings/settings.ts';
import type { RoomPlaces } from '../sidecar/storage/backups/copies.ts';
import { roomDir } from '../sidecar/settings/places.ts';
import { roomEnvironment } from '../sidecar/settings/environment.ts';
import { storePlace } from '../sidecar/storage/place.ts';

export { root } from '../sidecar/settings/root.ts';

export const environment = () => roomEnvironment(process.env, roomDir);

/** The folder that becomes the creator's own. */
export const ownContentDir = (): string => ownContentFolder(environment().env, roomDir);

export const contentDir = (): string => contentFolder(environment().env, roomDir, existsSync);

/** What is wrong with the settings is said, and the command ends. */
export function settings(): Settings {
  try {
    const { env, file } = environment();
    return readSettings(env, roomDir, file);
  } catch (error) {
    console.error((error as Error).message);
    process.exit(1);
  }
}

/** A path for messages, as short as it stays true: `content/feeds.json`. */
export function nameOf(path: string): string {
  const short = relative(cwd(), path);
  return short === '' || short.startsWith('..') ? path : short;
}

/** What a backup copies, and where a restore puts it. An example that is shown until there is a creator.json is nobody's content. */
export function roomPlaces(settings: Parameters<typeof storePlace>[0]): RoomPlaces {
  const { databaseUrl, file } = storePlace(settings);
  return {
    contentDir: ownContentDir(),
    storeFile: databaseUrl ? undefined : file,
    settingsFile: environment().path,
  };
}
