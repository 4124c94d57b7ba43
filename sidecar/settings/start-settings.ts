// The settings that a room is started with, read from the environment and greenroom.env.
import { StartError } from './exit-codes.ts';
import { type RoomEnvironment, readRoomEnvironment } from './environment.ts';
import { type Environment, configuredContentFolder, readSettings, type Settings } from './settings.ts';

export interface StartSettings extends Settings {
  /** Environment of the process, which is passed to the commands that the room runs. */
  ownEnv: Environment;
  environment: RoomEnvironment;
  /** Folder that relative paths start from. */
  roomDir: string;
  /** The creator's content folder. */
  contentDir: string;
}

/** Throws a StartError that lists everything that is wrong with the settings. */
export function readStartSettings(ownEnv: Environment, roomDir: string): StartSettings {
  try {
    const environment = readRoomEnvironment(ownEnv, roomDir);
    const settings = readSettings(environment.env, roomDir, environment.file);
    return { ...settings, ownEnv, environment, roomDir, contentDir: configuredContentFolder(environment.env, roomDir) };
  } catch (error) {
    throw new StartError((error as Error).message);
  }
}

/**
 * Returns the address of the room on this machine: with the port that it was assigned, unless BASE_URL names an
 * address.
 */
export const localAddress = ({ environment, baseUrl }: StartSettings, port: number): string =>
  environment.env.BASE_URL ? baseUrl : baseUrl.replace(/:\d+$/, `:${port}`);
