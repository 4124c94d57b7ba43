// Makes an npm package from a copy of this checkout: compiled code, the dependencies of a room, and commands called
// `npx greenroom`.
import { execFile } from 'node:child_process';
import { globSync, readFileSync, writeFileSync } from 'node:fs';
import { cp, mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import process from 'node:process';
import { promisify } from 'node:util';
import { compiledConsole, compiledSite } from '../build/compiled-site.ts';
import { bundleInto, buildSidecarProgram } from '../build/sidecar-program.ts';
import type { Io } from '../io.ts';
import { root } from '../settings.ts';
import { thirdPartyNotices } from './notices.ts';

interface Manifest {
  files: string[];
  dependencies: Record<string, string>;
}

/** Packages that only compile code, which a package never does. */
const compileOnlyPackages = ['astro', '@astrojs/node', 'rolldown'];
const checkoutKeys = ['private', 'scripts', 'devDependencies', 'optionalDependencies', 'overrides', 'allowScripts'];
/** Optional packages are installed from the original files. */
const originals = ['package.json', 'package-lock.json'];

/** Replaces the names of commands in a checkout with those in a package. */
export const withPackageCommands = (text: string): string =>
  text
    .replace(/npm run ([a-z-]+|\$\{name\})( --(?= ))?/g, 'npx greenroom $1')
    .replace(/npm start\b/g, 'npx greenroom start');

const codeIn = (compiled: string): string[] =>
  globSync('**/*.{js,mjs}', { cwd: compiled }).map((path) => join(compiled, path));

function renameCommands(compiled: string): void {
  for (const file of codeIn(compiled)) {
    const text = readFileSync(file, 'utf8');
    const renamed = withPackageCommands(text);
    if (renamed !== text) writeFileSync(file, renamed);
  }
}

async function compileInto(io: Io, compiled: string): Promise<void> {
  const copies = {
    console: (await compiledConsole(io)).folder,
    site: (await compiledSite(io)).folder,
    sidecar: join(await buildSidecarProgram(io), '..'),
  };
  for (const [name, folder] of Object.entries(copies))
    await cp(folder, join(compiled, name, basename(folder)), { recursive: true });
  await bundleInto('scripts')(io, join(compiled, 'scripts'));
}

/** Returns the dependencies without those that are bundled or only compile. */
function neededDependencies(dependencies: Record<string, string>, compiled: string): Record<string, string> {
  const code = codeIn(compiled).map((file) => readFileSync(file, 'utf8'));
  const isNamed = (name: string) =>
    !compileOnlyPackages.includes(name) &&
    code.some((text) => ['"', "'", '`'].some((mark) => hasQuoted(text, mark + name, mark)));
  return Object.fromEntries(Object.entries(dependencies).filter(([name]) => isNamed(name)));
}

const hasQuoted = (text: string, start: string, end: string): boolean =>
  text.includes(start + end) || text.includes(`${start}/`);

/** Copies the files that the package contains unchanged. */
async function copyFiles(files: string[], copy: string): Promise<void> {
  const paths = files.filter((path) => !path.startsWith('!')).flatMap((path) => globSync(path, { cwd: root }));
  for (const path of [...paths, 'README.md', 'LICENSE'])
    await cp(join(root, path), join(copy, path), { recursive: true, filter: (from) => basename(from) !== '.build' });
}

function writeManifest(manifest: Manifest, copy: string): void {
  const dependencies = neededDependencies(manifest.dependencies, join(copy, 'compiled'));
  const ofPackage = Object.entries({ ...manifest, dependencies }).filter(([key]) => !checkoutKeys.includes(key));
  writeFileSync(join(copy, 'package.json'), `${JSON.stringify(Object.fromEntries(ofPackage), null, 2)}\n`);
}

async function assemblePackage(io: Io, copy: string): Promise<void> {
  const manifest = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as Manifest;
  const compiled = join(copy, 'compiled');
  await copyFiles(manifest.files, copy);
  await compileInto(io, compiled);
  for (const folder of [compiled, join(copy, 'scripts')]) renameCommands(folder);
  await mkdir(join(compiled, 'packages'));
  for (const name of originals) await cp(join(root, name), join(compiled, 'packages', name));
  writeFileSync(join(compiled, 'THIRD-PARTY.txt'), thirdPartyNotices());
  writeManifest(manifest, copy);
}

/** Writes the package to the folder and returns its path. Nothing in the checkout changes. */
export async function makePackage(io: Io, folder: string): Promise<string> {
  const copy = await mkdtemp(join(tmpdir(), 'greenroom-package-'));
  try {
    await mkdir(folder, { recursive: true });
    await assemblePackage(io, copy);
    const pack = ['pack', copy, '--json', '--ignore-scripts', '--pack-destination', folder];
    const { stdout } = await promisify(execFile)('npm', pack, {
      env: io.env,
      shell: process.platform === 'win32',
      maxBuffer: 1 << 26,
    });
    const [{ filename }] = JSON.parse(stdout) as [{ filename: string }];
    return join(folder, filename);
  } finally {
    await rm(copy, { recursive: true, force: true });
  }
}
