// Compiles once for each version of the code, into .astro/NAME/VERSION; .astro/NAME/current names the newest.
import { existsSync, statSync } from 'node:fs';
import { mkdir, readdir, rename, rm, symlink } from 'node:fs/promises';
import { join } from 'node:path';
import { env, pid } from 'node:process';
import { root } from '../settings.ts';

/** A process that was not started anew since may still load parts of its version, so that the newest stay. */
const keptVersions = 3;

/** In one step: whoever looks sees the old version or the new one. */
async function switchTo(folder: string, version: string): Promise<void> {
  const next = join(folder, `next-${pid}`);
  await rm(next, { force: true });
  await symlink(version, next);
  await rename(next, join(folder, 'current'));
}

async function prune(folder: string, version: string): Promise<void> {
  const names = (await readdir(folder)).filter((name) => /^[0-9a-f]{12}$/.test(name) && name !== version);
  const madeAt = (name: string) => statSync(join(folder, name), { throwIfNoEntry: false })?.mtimeMs ?? 0;
  const oldest = names.sort((a, b) => madeAt(b) - madeAt(a)).slice(keptVersions - 1);
  for (const name of oldest) await rm(join(folder, name), { recursive: true, force: true });
}

type Compile = (outDir: string) => Promise<unknown>;

/** Makes `client` and `server`. Astro is loaded when there is something to compile. */
export const withAstro =
  (configFile: string): Compile =>
  async (outDir) => {
    // A room tells nobody but those whom its creator has named.
    env.ASTRO_TELEMETRY_DISABLED = '1';
    const { build } = await import('astro');
    await build({ root, logLevel: 'warn', configFile, outDir });
  };

/** Gives the folder. */
export async function compiled(name: string, codeHash: string, compile: Compile): Promise<string> {
  const folder = join(root, '.astro', name);
  const version = codeHash.slice(0, 12);
  const done = join(folder, version);
  const isNew = !existsSync(done);
  if (isNew) {
    const outDir = join(folder, `building-${pid}`);
    await compile(outDir);
    // Another build of the same version may have been quicker: both are the same.
    await rename(outDir, done).catch(() => rm(outDir, { recursive: true, force: true }));
  }
  await mkdir(folder, { recursive: true });
  await switchTo(folder, version);
  if (isNew) await prune(folder, version);
  return done;
}
