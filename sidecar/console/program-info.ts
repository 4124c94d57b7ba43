// Collects what the console shows about settings, version and backups.
import program from '#package.json' with { type: 'json' };
import { findNewestBackup } from '../storage/backups/backups.ts';
import { listSettings } from './settings/list-settings.ts';
import type { RoomEnvironment } from '../settings/environment.ts';
import { canTranscribe, type Settings } from '../settings/settings.ts';
import { describeReplacedStore } from '../storage/known-store.ts';

interface RoomDeps {
  environment: RoomEnvironment;
  settings: Settings;
  /** Path of the content folder. */
  content: string;
}

export type ProgramInfo = ReturnType<typeof readProgramInfo>;

/** Collects what the console shows about the program and the room. */
export const readProgramInfo = ({ environment, settings, content }: RoomDeps) => ({
  settings: listSettings(environment.env, settings, content, environment.file),
  /** Minutes between two readings of the feeds; 0 if this room does not read them. */
  ingestMinutes: settings.ingestMinutes,
  version: program.version,
  /** Names of the `npm run` commands. */
  commands: Object.keys(program.scripts),
  backups: {
    folder: settings.backupDir,
    /** Hours between two automatic backups; 0 if they are off. */
    everyHours: settings.backupHours,
    /** Returns the time of the newest backup in milliseconds since the epoch, or undefined if there is none. */
    newest: async () => (await findNewestBackup(settings.backupDir, Date.now()))?.at,
  },
  transcribes: canTranscribe(settings),
  /** Describes the store that this one replaced, if any. */
  replacedStore: () => describeReplacedStore(content),
});
