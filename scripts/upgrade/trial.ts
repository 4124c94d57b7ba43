// Tries a version: installs its packages, builds a copy of the room, and runs the store migrations on that copy.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { cpSync, existsSync, lstatSync, readFileSync, rmSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { execPath } from 'node:process';
import { type Environment, exampleUntilSetUp } from '../../sidecar/settings/settings.ts';
import { describeNewerStore } from '../../sidecar/storage/migrate.ts';

/** Runs a command of the program in `folder`. Throws an Error if it fails. */
export async function runIn(folder: string, env: Environment, ...args: string[]): Promise<void> {
  const child = spawn(execPath, [join('scripts', 'setup.mjs'), ...args], {
    cwd: folder,
    env: { ...env, NODE_COMPILE_CACHE: undefined },
    stdio: ['ignore', 'inherit', 'inherit'],
  });
  const [code, signal] = (await once(child, 'exit')) as [number | null, string | null];
  if (code !== 0) throw new Error(`${args.join(' ')} failed with ${code ?? signal}. See the output above.`);
}

/** Settings that prevent a trial from contacting other services. */
const offlineSettings = {
  BASE_URL: 'http://trial.invalid',
  DATABASE_URL: '',
  FLEET_BUCKET: '',
  PUBLISH_EACH: '',
  PUBLISH_TO: '',
  ROLE: '',
};

export interface Trial {
  env: Environment;
  /** Folder of the installed program. */
  root: string;
  /** Folder of the version that is tried. */
  trialFolder: string;
  /** Folder of the backup that was just made. */
  copy: string;
  /** Folder that the backup is unpacked into. */
  room: string;
}

/** Shares the packages of the program if the lock files are equal. */
function sharePackages(root: string, trialFolder: string): void {
  const lockOf = (folder: string) => readFileSync(join(folder, 'package-lock.json'), 'utf8');
  if (lockOf(root) === lockOf(trialFolder))
    symlinkSync(join(root, 'node_modules'), join(trialFolder, 'node_modules'), 'junction');
}

export const hasOwnPackages = (trialFolder: string): boolean =>
  lstatSync(join(trialFolder, 'node_modules'), { throwIfNoEntry: false })?.isDirectory() === true;

/**
 * Runs the trial. Returns the reason why the previous version could no longer work with the store, or undefined if it
 * could.
 */
export async function runTrial({ env: own, root, trialFolder, copy, room }: Trial): Promise<string | undefined> {
  sharePackages(root, trialFolder);
  rmSync(room, { recursive: true, force: true });
  cpSync(copy, room, { recursive: true, preserveTimestamps: true });
  const file = join(room, 'data', 'greenroom.db');
  if (existsSync(join(room, 'greenroom.db'))) cpSync(join(room, 'greenroom.db'), file);
  const env = {
    ...own,
    ...offlineSettings,
    ROOM_DIR: room,
    CACHE_DIR: join(trialFolder, '.cache'),
    CONTENT_DIR: join(room, 'content'),
    [exampleUntilSetUp]: '1',
    DATA_DIR: join(room, 'data'),
    DIST_DIR: join(room, 'dist'),
  };
  try {
    await runIn(trialFolder, env, 'build');
    if (existsSync(file)) await runIn(trialFolder, env, 'requests', '--json');
    return await describeNewerStore({ file });
  } finally {
    rmSync(room, { recursive: true, force: true });
  }
}
