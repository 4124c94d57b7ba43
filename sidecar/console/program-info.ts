// Facts about the program and the room that the settings page shows.
import type { SettingView } from './settings/list-settings.ts';

export interface ProgramInfo {
  settings: SettingView[];
  /** Minutes between two readings of the feeds; 0 if this room does not read them. */
  ingestMinutes: number;
  /** Version in package.json. */
  version: string;
  /** Names of the `npm run` commands. */
  commands: string[];
  backups: {
    folder: string;
    /** Hours between two automatic backups; 0 if they are off. */
    everyHours: number;
    /** Returns the time of the newest backup in milliseconds since the epoch, or undefined if there is none. */
    newest: () => Promise<number | undefined>;
  };
  /** False if no transcription engine is configured. */
  transcribes?: boolean;
  /** Describes the store that this one replaced, if any. */
  replacedStore: () => string | undefined;
}
