// Puts together what the console needs in addition to the store and the live release.
import { join } from 'node:path';
import type { ReviewDesk } from '../content/review-desk.ts';
import { createCommandRunner, type CommandRunner, type CommandSettings } from '../jobs/run-command.ts';
import { compiledDir } from '../settings/folders.ts';
import type { Settings } from '../settings/settings.ts';
import { newToken } from '../storage/tokens.ts';
import type { ConsoleDeps } from './deps.ts';
import { type CurrentRenderer, followRenderer } from './renderer.ts';
import { Setup } from './setup/setup.ts';

type OpenedConsole = Omit<ConsoleDeps, 'store' | 'live' | 'now' | 'untrustedProxy'>;

interface OpenConsoleDeps {
  settings: Pick<Settings, 'distDir' | 'allowedHosts'>;
  desk: ReviewDesk;
  builds: OpenedConsole['builds'];
  about: OpenedConsole['about'];
  commands: Pick<CommandRunner, 'answer'>;
  commandSettings: CommandSettings;
  now: () => number;
}

export function openConsole(deps: OpenConsoleDeps): { console: OpenedConsole; lookForPages: CurrentRenderer['look'] } {
  const { settings, desk, builds, about, commands, commandSettings, now } = deps;
  const folders = [settings.distDir, compiledDir].map((folder) => join(folder, 'console', 'current'));
  const renderer = followRenderer(folders);
  return {
    console: {
      renderer: renderer.current,
      desk,
      builds,
      commandRunner: () => createCommandRunner(commandSettings),
      about,
      setup: new Setup({ desk, allowedHosts: settings.allowedHosts, commands, now, newName: newToken }),
    },
    lookForPages: renderer.look,
  };
}
