// Reads the settings and folders for commands.
import { existsSync } from 'node:fs';
import { relative } from 'node:path';
import { cwd } from 'node:process';
import {
  activeContentFolder,
  type Environment,
  configuredContentFolder,
  readSettings,
  type Settings,
} from '../sidecar/settings/settings.ts';
import type { RoomPaths } from '../sidecar/storage/backups/backups.ts';
import { resolveRoomDir } from '../sidecar/settings/folders.ts';
import { type RoomEnvironment, readRoomEnvironment } from '../sidecar/settings/environment.ts';
import { storeLocation } from '../sidecar/storage/store-location.ts';
import { CommandError } from './io.ts';

export { root } from '../sidecar/settings/root.ts';

/** Returns the environment of a command, with the settings in greenroom.env. */
export const environment = (env: Environment): RoomEnvironment => readRoomEnvironment(env, resolveRoomDir(env));

/** Returns the folder for the creator's content, which may not exist yet. */
export const ownContentDir = (env: Environment): string =>
  configuredContentFolder(environment(env).env, resolveRoomDir(env));

export const contentDir = (env: Environment): string =>
  activeContentFolder(environment(env).env, resolveRoomDir(env), existsSync);

/** Reads the settings. Throws a CommandError that lists every problem. */
export function settings(own: Environment): Settings {
  try {
    const { env, file } = environment(own);
    return readSettings(env, resolveRoomDir(own), file);
  } catch (error) {
    throw new CommandError((error as Error).message);
  }
}

/** Returns a path for messages, relative to the folder if it is inside: `content/feeds.json`. */
export function shortPath(path: string, folder = cwd()): string {
  const short = relative(folder, path);
  return short === '' || short.startsWith('..') ? path : short;
}

/** Returns the paths that a backup copies and a restore writes. The example is not part of a backup. */
export function roomPlaces(env: Environment, settings: Parameters<typeof storeLocation>[0]): RoomPaths {
  const { databaseUrl, file } = storeLocation(settings);
  return {
    contentDir: ownContentDir(env),
    storeFile: databaseUrl ? undefined : file,
    settingsFile: environment(env).path,
  };
}
