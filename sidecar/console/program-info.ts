// What the console tells about the program itself; main.ts knows it.
import type { SettingView } from './settings/list-settings.ts';

export interface ProgramInfo {
  settings: SettingView[];
  /** 0 if the running room does not read its feeds. */
  ingestMinutes: number;
  /** Of package.json. */
  version: string;
  /** Names of the commands that `npm run` knows. */
  commands: string[];
  backups: {
    folder: string;
    /** 0 where none are made by themselves. */
    everyHours: number;
    /** When the newest copy was made, in milliseconds; none where there is none. */
    newest: () => Promise<number | undefined>;
  };
  /** False if no engine transcribes. */
  transcribes?: boolean;
  /** What became of the store that the room had; undefined while it has it. */
  replacedStore: () => string | undefined;
}
