// Installs packages that few rooms need when they are first used.
import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import process from 'node:process';
import { cacheDir } from '../settings/folders.ts';
import { root } from '../settings/root.ts';

export type OptionalPackage = 'speech' | 'letters';

const besideProgram = createRequire(join(root, '_')).resolve.paths('package') ?? [];

/** Returns the path of a file, which begins with the name of its package; undefined if the package is not installed. */
export const findPackageFile = (part: OptionalPackage, file: string): string | undefined =>
  [join(cacheDir, 'parts', part, 'node_modules'), ...besideProgram]
    .map((folder) => join(folder, file))
    .find((path) => existsSync(path));

/** Returns the path of a file after its package is installed. */
export const packageFilePath = (part: OptionalPackage, file: string): string =>
  join(cacheDir, 'parts', part, 'node_modules', file);

const underWay = new Map<OptionalPackage, Promise<void>>();
const failures = new Map<OptionalPackage, { error: Error; at: number }>();
/** Pause after a failed installation, for example on a machine that is offline. */
const pauseMs = 60 * 60_000;

function install(part: OptionalPackage): Promise<void> {
  return new Promise((done, fail) => {
    const child = spawn(process.execPath, [join(root, 'scripts', 'setup', 'part.mjs'), part], {
      env: { ...process.env, CACHE_DIR: cacheDir },
      stdio: ['ignore', 'ignore', 'pipe'],
    });
    let output = '';
    child.stderr.on('data', (chunk: Buffer) => (output = (output + chunk.toString()).slice(-8000)));
    child.on('error', fail);
    child.on('close', (code) => (code === 0 ? done() : fail(new Error(output.trim()))));
  });
}

/** Installs a part. Rejects with an Error whose first line states the cause. */
export function installOptionalPackage(part: OptionalPackage): Promise<void> {
  const last = failures.get(part);
  if (last && performance.now() - last.at < pauseMs) return Promise.reject(last.error);
  const begin = () =>
    install(part)
      .catch((error: Error) => {
        failures.set(part, { error, at: performance.now() });
        throw error;
      })
      .finally(() => underWay.delete(part));
  const installing = underWay.get(part) ?? begin();
  underWay.set(part, installing);
  return installing;
}
