// Builds the console's pages once for each version of the code; the sidecar loads what .astro/console/current names.
import { existsSync, statSync } from 'node:fs';
import { mkdir, readdir, rename, rm, symlink } from 'node:fs/promises';
import { join } from 'node:path';
import { pid } from 'node:process';
import { root } from '../settings.ts';
import { buildWithAstro } from './astro.ts';

const folder = join(root, '.astro', 'console');

/** In one step: the sidecar sees the old console or the new one. */
async function switchTo(version: string): Promise<void> {
  const next = join(folder, `next-${pid}`);
  await rm(next, { force: true });
  await symlink(version, next);
  await rename(next, join(folder, 'current'));
}

/** Gives whether there was something to build. */
export async function buildConsole(codeHash: string): Promise<boolean> {
  const version = codeHash.slice(0, 12);
  const done = join(folder, version);
  const isNew = !existsSync(done);
  if (isNew) {
    const outDir = join(folder, `building-${pid}`);
    await buildWithAstro({ configFile: 'sidecar/console/astro.config.mjs', outDir });
    // Another build of the same version may have been quicker: both are the same.
    await rename(outDir, done).catch(() => rm(outDir, { recursive: true, force: true }));
  }
  await mkdir(folder, { recursive: true });
  await switchTo(version);
  if (isNew) await prune(version);
  return isNew;
}

const keptVersions = 3;

/** A sidecar that was not started anew since may still load parts of its version, so that the newest stay. */
async function prune(version: string): Promise<void> {
  const names = (await readdir(folder)).filter((name) => /^[0-9a-f]{12}$/.test(name) && name !== version);
  const madeAt = (name: string) => statSync(join(folder, name), { throwIfNoEntry: false })?.mtimeMs ?? 0;
  const oldest = names.sort((a, b) => madeAt(b) - madeAt(a)).slice(keptVersions - 1);
  for (const name of oldest) await rm(join(folder, name), { recursive: true, force: true });
}
