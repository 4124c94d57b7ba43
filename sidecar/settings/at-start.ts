// The settings that the sidecar starts with. What is wrong with them is told before anything else, and ends the process.
import process from 'node:process';
import { configurationError } from './exit-codes.ts';
import { type RoomEnvironment, roomEnvironment } from './environment.ts';
import { readSettings, type Settings } from './settings.ts';

export function settingsOrEnd(root: string): Settings & { environment: RoomEnvironment } {
  try {
    const environment = roomEnvironment(process.env, root);
    return { ...readSettings(environment.env, root, environment.file), environment };
  } catch (error) {
    console.error((error as Error).message);
    process.exit(configurationError);
  }
}
