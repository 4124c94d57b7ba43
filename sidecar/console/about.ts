// What the console tells about the program itself; main.ts knows it.
import type { ShownSetting } from './settings/shown-settings.ts';

export interface About {
  settings: ShownSetting[];
  /** 0 where the room reads no feeds by itself. */
  ingestMinutes: number;
  /** Of package.json. */
  version: string;
  /** Names of the commands that `npm run` knows. */
  commands: string[];
}
