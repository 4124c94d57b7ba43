// Where the commands find the content and put the releases.
import { existsSync } from 'node:fs';
import { relative } from 'node:path';
import { cwd } from 'node:process';
import {
  contentFolder,
  type Env,
  ownContentFolder,
  readSettings,
  type Settings,
} from '../sidecar/settings/settings.ts';
import type { RoomPlaces } from '../sidecar/storage/backups/copies.ts';
import { roomDirIn } from '../sidecar/settings/places.ts';
import { type RoomEnvironment, roomEnvironment } from '../sidecar/settings/environment.ts';
import { storePlace } from '../sidecar/storage/place.ts';
import { CommandError } from './io.ts';

export { root } from '../sidecar/settings/root.ts';

/** The environment of a command, with what greenroom.env adds to it. */
export const environment = (env: Env): RoomEnvironment => roomEnvironment(env, roomDirIn(env));

/** The folder that becomes the creator's own. */
export const ownContentDir = (env: Env): string => ownContentFolder(environment(env).env, roomDirIn(env));

export const contentDir = (env: Env): string => contentFolder(environment(env).env, roomDirIn(env), existsSync);

/** Throws a CommandError that names every problem of the settings. */
export function settings(own: Env): Settings {
  try {
    const { env, file } = environment(own);
    return readSettings(env, roomDirIn(own), file);
  } catch (error) {
    throw new CommandError((error as Error).message);
  }
}

/** A path for messages, as short as it stays true: `content/feeds.json`. */
export function nameOf(path: string, folder = cwd()): string {
  const short = relative(folder, path);
  return short === '' || short.startsWith('..') ? path : short;
}

/** What a backup copies, and where a restore puts it. An example that is shown until there is a creator.json is nobody's content. */
export function roomPlaces(env: Env, settings: Parameters<typeof storePlace>[0]): RoomPlaces {
  const { databaseUrl, file } = storePlace(settings);
  return {
    contentDir: ownContentDir(env),
    storeFile: databaseUrl ? undefined : file,
    settingsFile: environment(env).path,
  };
}
