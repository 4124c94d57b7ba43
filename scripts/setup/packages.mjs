// The packages of the lock file: which are needed for a command, whether they are there, and their installation.
import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import process from 'node:process';
import { install } from './npm.mjs';

/** Commands that work on the program itself need the packages of its tests, too. */
const developing = ['check', 'test', 'soak', 'bench'];

/** Of free disk, with what npm keeps of it. */
const needMb = { room: 700, all: 1600 };

export const scopeOf = (command) => (developing.includes(command) ? 'all' : 'room');

const readJson = (path) => JSON.parse(readFileSync(path, 'utf8'));
const nameOf = (path) => path.replace(/^.*node_modules\//, '');

const libc = () => (process.report.getReport().header.glibcVersionRuntime ? 'glibc' : 'musl');

/** As npm reads `os`, `cpu` and `libc`: names, or names with `!` before them. */
function matches(list, is) {
  if (!list) return true;
  const [not, names] = [list.filter((one) => one[0] === '!'), list.filter((one) => one[0] !== '!')];
  return !not.includes(`!${is}`) && (names.length === 0 || names.includes(is));
}

const isForHere = (entry) =>
  matches(entry.os, process.platform) &&
  matches(entry.cpu, process.arch) &&
  (!entry.libc || matches(entry.libc, libc()));

/** What a package cannot do without. */
const needed = ({ dependencies, optionalDependencies, peerDependencies = {}, peerDependenciesMeta = {} }) =>
  Object.keys({ ...dependencies, ...optionalDependencies, ...peerDependencies }).filter(
    (name) => !peerDependenciesMeta[name]?.optional,
  );

/** The lock file without what only tests need; `devOptional` are also those that some package could do without. */
function withoutTests({ packages, ...lock }) {
  const { devDependencies: _, ...own } = packages[''];
  const kept = { ...packages, '': own };
  for (const [path, entry] of Object.entries(packages)) if (entry.dev) delete kept[path];
  for (let before = 0; before !== (before = Object.keys(kept).length);) {
    const wanted = new Set(Object.values(kept).flatMap(needed));
    for (const [path, entry] of Object.entries(kept))
      if (entry.devOptional && !wanted.has(nameOf(path))) delete kept[path];
  }
  return { ...lock, packages: kept };
}

/** npm's own list of what lies in node_modules. */
function isThere(root, { packages }) {
  const list = join(root, 'node_modules', '.package-lock.json');
  if (!existsSync(list)) return false;
  const found = readJson(list).packages;
  return Object.entries(packages).every(
    ([path, entry]) => path === '' || found[path]?.version === entry.version || !isForHere(entry),
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

/** Installs what is missing for the command; throws an Error whose first line says what to do. */
export function installPackages(root, scope) {
  const text = readFileSync(join(root, 'package-lock.json'), 'utf8');
  const stampFile = join(root, 'node_modules', '.greenroom-setup');
  const stamps = ['all', 'room']
    .slice(0, scope === 'all' ? 1 : 2)
    .map((name) => `${createHash('sha256').update(text).digest('hex')} ${name}`);
  if (existsSync(stampFile) && stamps.includes(readFileSync(stampFile, 'utf8'))) return;
  const whole = JSON.parse(text);
  const lock = scope === 'all' ? whole : withoutTests(whole);
  if (!isThere(root, lock)) {
    const { devDependencies, ...program } = readJson(join(root, 'package.json'));
    const files = {
      'package.json': JSON.stringify(scope === 'all' ? { ...program, devDependencies } : program),
      'package-lock.json': JSON.stringify(lock),
    };
    const what =
      scope === 'all' ? 'what package-lock.json says, with what the tests need' : 'what package-lock.json says';
    console.error(`Packages: installing ${what} (about a minute, up to ${needMb[scope]} MB of disk)`);
    install({ folder: root, files, needMb: needMb[scope], ...(scope === 'room' && { finish: trim }) });
  }
  try {
    writeFileSync(stampFile, stamps.at(-1));
  } catch {
    // In a folder that belongs to somebody else, the list is compared each time.
  }
}
