// Installs packages next to the old ones with `npm ci`, so that a failure changes nothing.
import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, renameSync, rmSync, statfsSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import process from 'node:process';

const mb = 1e6;

/** First line of an error by the output of npm, which follows. */
const causes = [
  [/ENOSPC|EDQUOT|no space left/i, 'the disk is full. Free some space and run the command again.'],
  [
    /ENOTFOUND|EAI_AGAIN|ECONNREFUSED|ECONNRESET|ETIMEDOUT|ENETUNREACH|EHOSTUNREACH|FetchError|socket hang up/,
    'the npm registry cannot be reached. Check the connection of this machine and run the command again.',
  ],
  [
    /_CERT|CERT_/,
    'the certificate of the npm registry is not trusted. Set NODE_EXTRA_CA_CERTS to the file of your certificate.',
  ],
  [/EACCES|EPERM|EROFS/, 'a folder cannot be written. Run the command as the owner of the folder.'],
];

const explainFailure = (output) =>
  causes.find(([pattern]) => pattern.test(output))?.[1] ?? 'npm ci failed. Its output follows.';

/** Number of files in a megabyte of packages. */
const filesPerMb = 40;

/** Checks the free disk space. Throws an Error whose first line says what to do. */
function checkSpace(folder, needMb) {
  let existing = folder;
  while (!existsSync(existing)) existing = dirname(existing);
  const { bavail, bsize, files, ffree } = statfsSync(existing);
  const free = Math.floor((bavail * bsize) / mb);
  if (free < needMb) throw new Error(`${folder} needs ${needMb} MB of free disk space, but has ${free} MB.`);
  // 0 means that the number of files has no limit.
  if (files > 0 && ffree < needMb * filesPerMb)
    throw new Error(`${folder} needs ${needMb * filesPerMb} free inodes, but has ${ffree}.`);
}

const quiet = ['--no-audit', '--no-fund', '--loglevel=error'];

/**
 * Installs packages. `files` maps file names (package.json, package-lock.json) to their text. `finish` may change the
 * new folder before it replaces the old one. Throws an Error whose first line says what to do.
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
    if (npm.status !== 0) throw new Error(`${explainFailure(npm.stderr)}\n${npm.stderr.trim()}`);
    const modules = join(side, 'node_modules');
    mkdirSync(modules, { recursive: true });
    finish(modules);
    replaceFolder(join(folder, 'node_modules'), modules);
  } finally {
    rmSync(side, { recursive: true, force: true });
  }
}

/** Replaces a folder. A running room has loaded its code already, and finds later files in the new folder. */
function replaceFolder(folder, newFolder) {
  const old = `${folder}.old-${process.pid}`;
  if (existsSync(folder)) renameSync(folder, old);
  renameSync(newFolder, folder);
  rmSync(old, { recursive: true, force: true });
}
