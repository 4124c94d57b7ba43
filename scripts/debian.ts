// Finds programs of Debian packages, and installs them if this user may.
import { spawnSync } from 'node:child_process';
import { existsSync, globSync } from 'node:fs';
import { delimiter, isAbsolute, join } from 'node:path';
import { getuid } from 'node:process';
import type { Environment } from '../sidecar/settings/settings.ts';
import { type Io, print, printError } from './io.ts';

const folders = (env: Environment): string[] => [
  ...(env.PATH ?? '').split(delimiter),
  '/usr/sbin',
  '/usr/bin',
  // Debian keeps the programs of each PostgreSQL version in a folder of their own.
  ...globSync('/usr/lib/postgresql/*/bin'),
];

/** A program by its name, or any file by its path. */
const isInstalled = (env: Environment, program: string): boolean =>
  isAbsolute(program) ? existsSync(program) : folders(env).some((folder) => existsSync(join(folder, program)));

const runAptGet = (own: Environment, ...args: string[]): boolean => {
  const command = getuid?.() === 0 ? ['apt-get', ...args] : ['sudo', '-n', 'apt-get', ...args];
  const env = { ...own, DEBIAN_FRONTEND: 'noninteractive' };
  return spawnSync(command[0]!, command.slice(1), { stdio: ['ignore', 'ignore', 'inherit'], env }).status === 0;
};

/**
 * Installs missing programs. `programs` maps a program or the path of a file to its package. Returns those that are
 * still missing.
 */
export function ensurePrograms(io: Io, programs: Record<string, string>): string[] {
  const missing = () => Object.keys(programs).filter((program) => !isInstalled(io.env, program));
  const missingPrograms = missing();
  if (missingPrograms.length === 0 || !isInstalled(io.env, 'apt-get')) return missingPrograms;
  const packages = missingPrograms.map((program) => programs[program]!);
  print(io, `Debian: installing ${packages.join(', ')}`);
  if (!runAptGet(io.env, 'update') || !runAptGet(io.env, 'install', '-y', '--no-install-recommends', ...packages)) {
    printError(io, `Debian: could not install; run: apt-get install ${packages.join(' ')}`);
  }
  return missing();
}
