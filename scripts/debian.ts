// Programs that come from Debian's packages: found, or installed where this user may.
import { spawnSync } from 'node:child_process';
import { existsSync, globSync } from 'node:fs';
import { delimiter, isAbsolute, join } from 'node:path';
import process from 'node:process';

const folders = (): string[] => [
  ...(process.env.PATH ?? '').split(delimiter),
  '/usr/sbin',
  '/usr/bin',
  // Debian keeps the programs of each PostgreSQL version in a folder of their own.
  ...globSync('/usr/lib/postgresql/*/bin'),
];

/** A program by its name, or any file by its path. */
const has = (program: string): boolean =>
  isAbsolute(program) ? existsSync(program) : folders().some((folder) => existsSync(join(folder, program)));

const apt = (...args: string[]): boolean => {
  const command = process.getuid?.() === 0 ? ['apt-get', ...args] : ['sudo', '-n', 'apt-get', ...args];
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };
  return spawnSync(command[0]!, command.slice(1), { stdio: ['ignore', 'ignore', 'inherit'], env }).status === 0;
};

/** `programs`: program, or path of a file, to package. Gives those that are still missing. */
export function ensurePrograms(programs: Record<string, string>): string[] {
  const missing = () => Object.keys(programs).filter((program) => !has(program));
  const wanted = missing();
  if (wanted.length === 0 || !has('apt-get')) return wanted;
  const packages = wanted.map((program) => programs[program]!);
  console.log(`Debian: installing ${packages.join(', ')}`);
  if (!apt('update') || !apt('install', '-y', '--no-install-recommends', ...packages)) {
    console.error(`Debian: could not install; run: apt-get install ${packages.join(' ')}`);
  }
  return missing();
}
