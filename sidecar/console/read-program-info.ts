// Collects what the console shows about settings, version and backups.
import program from '#package.json' with { type: 'json' };
import { findNewestBackup } from '../storage/backups/backups.ts';
import type { ProgramInfo } from './program-info.ts';
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

export const readProgramInfo = ({ environment, settings, content }: RoomDeps): ProgramInfo => ({
  settings: listSettings(environment.env, settings, content, environment.file),
  ingestMinutes: settings.ingestMinutes,
  version: program.version,
  commands: Object.keys(program.scripts),
  backups: {
    folder: settings.backupDir,
    everyHours: settings.backupHours,
    newest: async () => (await findNewestBackup(settings.backupDir, Date.now()))?.at,
  },
  transcribes: canTranscribe(settings),
  replacedStore: () => describeReplacedStore(content),
});
