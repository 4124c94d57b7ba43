// The sidecar as one file, bundled once for each version of its code: to load its 2,500 modules one by one takes longer
// than everything else at a start.
import { createHash } from 'node:crypto';
import { globSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { root } from '../settings.ts';
import { compileOnce, runScript, type CompilerDeps } from './compiled.ts';

const bundler = join(root, 'scripts', 'build', 'bundle.ts');

/** Bundles a program of the bundler's list. */
export const bundleInto =
  (name: string) =>
  ({ env }: Pick<CompilerDeps, 'env'>, outDir: string) =>
    runScript(env, bundler, name, outDir);

const sourceFiles = ['{site,sidecar}/**/*.ts', 'package-lock.json', 'scripts/build/bundle.ts'];

/** Sizes and times tell a version as well as digests do, and sooner. */
function codeVersion(): string {
  const hash = createHash('sha256');
  for (const path of globSync(sourceFiles, { cwd: root }).sort()) {
    const { size, mtimeMs } = statSync(join(root, path));
    hash.update(`${path}\0${size}\0${mtimeMs}\n`);
  }
  return hash.digest('hex');
}

/** Gives the file that Node runs. */
export async function sidecarProgram(deps: CompilerDeps): Promise<string> {
  const { folder } = await compileOnce(deps, 'sidecar', codeVersion, bundleInto('sidecar'));
  return join(folder, 'main.js');
}
