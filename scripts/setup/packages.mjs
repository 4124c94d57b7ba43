// The packages of the lock file: whether those that a command needs are there, and their installation.
import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import process from 'node:process';
import { forRoom, readText, whole } from './lock.mjs';
import { hasGlibc } from './node.mjs';
import { install } from './npm.mjs';
import { replaced, root } from './places.mjs';

/** Commands that work on the program itself need the packages of its tests, too. */
const developing = ['check', 'test', 'soak', 'bench'];
/** They need the source. */
export const forSource = [...developing, 'dev', 'package'];

/** Required free disk space in MB, including npm's cache. */
const needMb = { room: 700, all: 2200 };

/** npm's own list of what lies in node_modules. */
function presentIn(folder) {
  const list = join(folder, 'node_modules', '.package-lock.json');
  return existsSync(list) ? JSON.parse(readFileSync(list, 'utf8')).packages : undefined;
}

/** Returns whether test packages are installed here or in the previous version. */
const hasTests = () => [root, replaced].some((folder) => Object.values(presentIn(folder) ?? {}).some(({ dev }) => dev));

/** Compares `os`, `cpu` or `libc` like npm: a list of names, or of names to exclude, beginning with `!`. */
function matches(listed, is) {
  const names = [listed ?? []].flat();
  const allowed = names.filter((name) => name[0] !== '!');
  return !names.includes(`!${is}`) && (allowed.length === 0 || allowed.includes(is));
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
function isThere(packages) {
  const installed = presentIn(root);
  if (!installed) return false;
  return Object.entries(packages).every(
    ([path, entry]) =>
      path === '' ||
      installed[path]?.version === entry.version ||
      !isNeeded(entry) ||
      versionIn(path) === entry.version,
  );
}

/** Maps and types are for whoever works on the program: a fifth of all. What Astro hands out is no type of its own. */
function trim(folder) {
  for (const entry of readdirSync(folder, { recursive: true, withFileTypes: true })) {
    const place = entry.parentPath ?? entry.path;
    if (entry.isFile() && /\.(map|d\.[cm]?ts)$/.test(entry.name) && !/[\\/]templates([\\/]|$)/.test(place))
      rmSync(join(place, entry.name));
  }
}

function installWanted(scope) {
  const { files, packages } = scope === 'all' ? whole() : forRoom();
  if (isThere(packages)) return;
  const also = scope === 'all' ? ', with what the tests need' : '';
  const space = `about a minute, up to ${needMb[scope]} MB of disk`;
  console.error(`Packages: installing what package-lock.json says${also} (${space})`);
  install({ folder: root, files, needMb: needMb[scope], ...(scope === 'room' && { finish: trim }) });
}

/** Installs what is missing for the command; throws an Error whose first line says what to do. */
export function installPackages(command) {
  const stampFile = join(root, 'node_modules', '.greenroom-setup');
  const hash = createHash('sha256').update(readText('package-lock.json')).digest('hex');
  const isForTests = developing.includes(command);
  const stamp = existsSync(stampFile) ? readFileSync(stampFile, 'utf8') : '';
  if (stamp === hash || (stamp === `${hash} room` && !isForTests)) return;
  const scope = isForTests || hasTests() ? 'all' : 'room';
  installWanted(scope);
  try {
    writeFileSync(stampFile, scope === 'all' ? hash : `${hash} room`);
  } catch {
    // In a folder that belongs to somebody else, the list is compared each time.
  }
}
