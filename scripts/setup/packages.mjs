// Checks if the packages of a command are installed, and installs them.
import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import process from 'node:process';
import { forAll, forRoom, readText } from './lock.mjs';
import { hasGlibc } from './node.mjs';
import { install } from './npm.mjs';
import { replaced, root } from './places.mjs';

/** Commands that need the packages of the tests. */
const developing = ['check', 'test', 'soak', 'bench'];
/** Commands that need the source of the program. */
export const forSource = [...developing, 'dev', 'package'];

/** Required free disk space in MB, including npm's cache. */
const needMb = { room: 700, all: 2200 };

/** Reads npm's list of the packages in node_modules. */
function readInstalledPackages(folder) {
  const list = join(folder, 'node_modules', '.package-lock.json');
  return existsSync(list) ? JSON.parse(readFileSync(list, 'utf8')).packages : undefined;
}

/** Returns whether test packages are installed here or in the previous version. */
const hasTests = () =>
  [root, replaced].some((folder) => Object.values(readInstalledPackages(folder) ?? {}).some(({ dev }) => dev));

/** Compares `os`, `cpu` or `libc` like npm: a list of names, or of names to exclude, beginning with `!`. */
function matches(listed, is) {
  const names = [listed ?? []].flat();
  const allowedNames = names.filter((name) => name[0] !== '!');
  return !names.includes(`!${is}`) && (allowedNames.length === 0 || allowedNames.includes(is));
}

/** Returns whether npm installs a package on this platform: optional packages may be for others. */
const isNeeded = ({ optional, os, cpu, libc: needs }) =>
  (!optional || (os && cpu)) &&
  matches(os, process.platform) &&
  matches(cpu, process.arch) &&
  (!needs || matches(needs, hasGlibc() ? 'glibc' : 'musl'));

function versionIn(path) {
  const file = join(root, path, 'package.json');
  return existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')).version : undefined;
}

/** Returns whether the packages are installed, by npm's list or by their own package.json. */
function areInstalled(packages) {
  const installed = readInstalledPackages(root);
  if (!installed) return false;
  return Object.entries(packages).every(
    ([path, entry]) =>
      path === '' ||
      installed[path]?.version === entry.version ||
      !isNeeded(entry) ||
      versionIn(path) === entry.version,
  );
}

/** Removes source maps and types, a fifth of all bytes, which only development needs. Templates of Astro are kept. */
function removeDevelopmentFiles(folder) {
  for (const entry of readdirSync(folder, { recursive: true, withFileTypes: true })) {
    const parent = entry.parentPath ?? entry.path;
    if (entry.isFile() && /\.(map|d\.[cm]?ts)$/.test(entry.name) && !/[\\/]templates([\\/]|$)/.test(parent))
      rmSync(join(parent, entry.name));
  }
}

function installScope(scope) {
  const { files, packages } = scope === 'all' ? forAll() : forRoom();
  if (areInstalled(packages)) return;
  const also = scope === 'all' ? ', including those of the tests' : '';
  console.error(`Installing packages${also} (about a minute, up to ${needMb[scope]} MB of disk space)`);
  install({ folder: root, files, needMb: needMb[scope], ...(scope === 'room' && { finish: removeDevelopmentFiles }) });
}

/** Installs the missing packages of a command. Throws an Error whose first line says what to do. */
export function installPackages(command) {
  const stampFile = join(root, 'node_modules', '.greenroom-setup');
  const hash = createHash('sha256').update(readText('package-lock.json')).digest('hex');
  const isForTests = developing.includes(command);
  const stamp = existsSync(stampFile) ? readFileSync(stampFile, 'utf8') : '';
  if (stamp === hash || (stamp === `${hash} room` && !isForTests)) return;
  const scope = isForTests || hasTests() ? 'all' : 'room';
  installScope(scope);
  try {
    writeFileSync(stampFile, scope === 'all' ? hash : `${hash} room`);
  } catch {
    // In a read-only folder, the list is compared at every start.
  }
}
