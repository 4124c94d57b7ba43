// The settings that a room is started with, read from the environment and greenroom.env.
import { StartError } from './exit-codes.ts';
import { type RoomEnvironment, roomEnvironment } from './environment.ts';
import { type Env, ownContentFolder, readSettings, type Settings } from './settings.ts';

export interface StartSettings extends Settings {
  /** Environment of the process, handed on to the commands that the room runs. */
  ownEnv: Env;
  environment: RoomEnvironment;
  /** Folder that relative paths start from. */
  roomDir: string;
  /** The creator's content folder. */
  contentDir: string;
}

/** Throws a StartError that lists everything that is wrong with the settings. */
export function readStartSettings(ownEnv: Env, roomDir: string): StartSettings {
  try {
    const environment = roomEnvironment(ownEnv, roomDir);
    const settings = readSettings(environment.env, roomDir, environment.file);
    return { ...settings, ownEnv, environment, roomDir, contentDir: ownContentFolder(environment.env, roomDir) };
  } catch (error) {
    throw new StartError((error as Error).message);
  }
}

/** Returns the address of the room on this machine: with the port that it got, unless BASE_URL names an address. */
export const addressOf = ({ environment, baseUrl }: StartSettings, port: number): string =>
  environment.env.BASE_URL ? baseUrl : baseUrl.replace(/:\d+$/, `:${port}`);
