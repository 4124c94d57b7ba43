// Installs a folder of packages beside the old one with `npm ci`, so that what failed has changed nothing.
import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, renameSync, rmSync, statfsSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import process from 'node:process';

const mb = 1e6;

/** The first line of what failed; npm's own words follow. */
const causes = [
  [/ENOSPC|EDQUOT|no space left/i, 'the disk is full. Free some space, and run the command again.'],
  [
    /ENOTFOUND|EAI_AGAIN|ECONNREFUSED|ECONNRESET|ETIMEDOUT|ENETUNREACH|EHOSTUNREACH|FetchError|socket hang up/,
    'the registry of npm cannot be reached. Is this machine online? Run the command again once it is.',
  ],
  [
    /_CERT|CERT_/,
    'the certificate of the registry of npm is not trusted: name the file of yours in NODE_EXTRA_CA_CERTS.',
  ],
  [/EACCES|EPERM|EROFS/, 'a folder cannot be written. Run the command as the owner of the folder.'],
];

const causeOf = (said) => causes.find(([pattern]) => pattern.test(said))?.[1] ?? 'npm ci failed; its words follow.';

/** Packages are many small files. */
const filesPerMb = 40;

/** Throws an Error whose first line says what to do. */
function checkSpace(folder, needMb) {
  let existing = folder;
  while (!existsSync(existing)) existing = dirname(existing);
  const { bavail, bsize, files, ffree } = statfsSync(existing);
  const free = Math.floor((bavail * bsize) / mb);
  if (free < needMb) throw new Error(`${needMb} MB of free disk are needed at ${folder}, and ${free} MB are there.`);
  // 0 means that the number of files has no limit.
  if (files > 0 && ffree < needMb * filesPerMb)
    throw new Error(`${folder} has room for ${ffree} more files (inodes), and ${needMb * filesPerMb} are needed.`);
}

const quiet = ['--no-audit', '--no-fund', '--loglevel=error'];

/**
 * `files` maps file names (package.json, package-lock.json) to their text. `finish` may change the installed folder
 * before it replaces the old one. Throws an Error whose first line says what to do.
 */
export function install({ folder, files, needMb, finish = () => {} }) {
  checkSpace(folder, needMb);
  const side = join(folder, `.installing-${process.pid}`);
  rmSync(side, { recursive: true, force: true });
  try {
    mkdirSync(side, { recursive: true });
    for (const [name, text] of Object.entries(files)) writeFileSync(join(side, name), text);
    // Binaries for this platform are optional packages, which a setting of npm may leave out.
    const args = ['ci', '--include=optional', '--include=dev', '--ignore-scripts', ...quiet];
    const npm = spawnSync('npm', args, {
      cwd: side,
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'pipe'],
      shell: process.platform === 'win32',
    });
    if (npm.error) throw new Error(`npm cannot be started (${npm.error.message}). It comes with Node.`);
    if (npm.status !== 0) throw new Error(`${causeOf(npm.stderr)}\n${npm.stderr.trim()}`);
    const modules = join(side, 'node_modules');
    mkdirSync(modules, { recursive: true });
    finish(modules);
    replace(join(folder, 'node_modules'), modules);
  } finally {
    rmSync(side, { recursive: true, force: true });
  }
}

/** A room that runs has loaded what it needs; what it loads later it finds in the new folder. */
function replace(place, made) {
  const old = `${place}.old-${process.pid}`;
  if (existsSync(place)) renameSync(place, old);
  renameSync(made, place);
  rmSync(old, { recursive: true, force: true });
}
