// What the console tells about this room's settings, program and copies.
import program from '#package.json' with { type: 'json' };
import { newestCopy } from '../storage/backups/copies.ts';
import type { About } from './about.ts';
import { shownSettings } from './settings/shown-settings.ts';
import type { RoomEnvironment } from '../settings/environment.ts';
import { canTranscribe, type Settings } from '../settings/settings.ts';
import { replacedStore } from '../storage/known-store.ts';

interface RoomDeps {
  environment: RoomEnvironment;
  settings: Settings;
  /** The content folder. */
  content: string;
}

export const aboutRoom = ({ environment, settings, content }: RoomDeps): About => ({
  settings: shownSettings(environment.env, settings, content, environment.file),
  ingestMinutes: settings.ingestMinutes,
  version: program.version,
  commands: Object.keys(program.scripts),
  backups: {
    folder: settings.backupDir,
    everyHours: settings.backupHours,
    newest: async () => (await newestCopy(settings.backupDir, Date.now()))?.at,
  },
  transcribes: canTranscribe(settings),
  replacedStore: () => replacedStore(content),
});
