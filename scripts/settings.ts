// Folders of content, releases and store for the commands.
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

/** The environment of a command, with what greenroom.env adds to it. */
export const environment = (env: Environment): RoomEnvironment => readRoomEnvironment(env, resolveRoomDir(env));

/** The folder that becomes the creator's own. */
export const ownContentDir = (env: Environment): string =>
  configuredContentFolder(environment(env).env, resolveRoomDir(env));

export const contentDir = (env: Environment): string =>
  activeContentFolder(environment(env).env, resolveRoomDir(env), existsSync);

/** Throws a CommandError that names every problem of the settings. */
export function settings(own: Environment): Settings {
  try {
    const { env, file } = environment(own);
    return readSettings(env, resolveRoomDir(own), file);
  } catch (error) {
    throw new CommandError((error as Error).message);
  }
}

/** A path for messages, as short as it stays true: `content/feeds.json`. */
export function nameOf(path: string, folder = cwd()): string {
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
