// Makes a package of this checkout: compiled code, the packages that a room needs, and commands called `npx greenroom`.
import { existsSync, globSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { cp, mkdir } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { compiledConsole, compiledSite } from '../build/compiled-site.ts';
import { bundled, sidecarProgram } from '../build/sidecar-program.ts';
import { root } from '../settings.ts';
import { thirdPartyNotices } from './notices.ts';

const place = join(root, 'compiled');
/** The original files: optional parts are installed from them. */
const kept = join(place, 'packages');
const listed = ['package.json', 'package-lock.json'];

interface Manifest {
  dependencies: Record<string, string>;
}

/** Named in code that a package never runs. */
const compiling = ['astro', '@astrojs/node', 'rolldown'];
const ofCheckout = ['private', 'scripts', 'devDependencies', 'optionalDependencies', 'overrides', 'allowScripts'];

/** In a package the commands have another name. */
export const asPackage = (text: string): string =>
  text
    .replace(/npm run ([a-z-]+|\$\{name\})( --(?= ))?/g, 'npx greenroom $1')
    .replace(/npm start\b/g, 'npx greenroom start');

function renameCommands(): void {
  for (const path of globSync('**/*.{js,mjs}', { cwd: place })) {
    const file = join(place, path);
    const text = readFileSync(file, 'utf8');
    const renamed = asPackage(text);
    if (renamed !== text) writeFileSync(file, renamed);
  }
}

async function compileInto(): Promise<void> {
  const copies = {
    console: (await compiledConsole()).folder,
    site: (await compiledSite()).folder,
    sidecar: join(await sidecarProgram(), '..'),
  };
  for (const [name, folder] of Object.entries(copies))
    await cp(folder, join(place, name, basename(folder)), { recursive: true });
  await bundled('scripts')(join(place, 'scripts'));
}

/** Leaves out packages that are bundled and packages that only compile. */
function neededOf(dependencies: Record<string, string>): Record<string, string> {
  const code = globSync('**/*.{js,mjs}', { cwd: place }).map((path) => readFileSync(join(place, path), 'utf8'));
  const isNamed = (name: string) =>
    !compiling.includes(name) && code.some((text) => ['"', "'", '`'].some((mark) => named(text, mark + name, mark)));
  return Object.fromEntries(Object.entries(dependencies).filter(([name]) => isNamed(name)));
}

const named = (text: string, start: string, end: string): boolean =>
  text.includes(start + end) || text.includes(`${start}/`);

function describe(): void {
  const manifest = JSON.parse(readFileSync(join(kept, 'package.json'), 'utf8')) as Manifest;
  const dependencies = neededOf(manifest.dependencies);
  const ofPackage = Object.entries({ ...manifest, dependencies }).filter(([key]) => !ofCheckout.includes(key));
  writeFileSync(join(root, 'package.json'), `${JSON.stringify(Object.fromEntries(ofPackage), null, 2)}\n`);
}

/** Gives the exit code. */
export function unmakePackage(): number {
  const before = join(kept, 'package.json');
  if (existsSync(before)) writeFileSync(join(root, 'package.json'), readFileSync(before));
  rmSync(place, { recursive: true, force: true });
  return 0;
}

export async function makePackage(): Promise<void> {
  unmakePackage();
  try {
    await compileInto();
    renameCommands();
    await mkdir(kept, { recursive: true });
    for (const name of listed) await cp(join(root, name), join(kept, name));
    writeFileSync(join(place, 'THIRD-PARTY.txt'), thirdPartyNotices());
    describe();
  } catch (error) {
    unmakePackage();
    throw error;
  }
}
