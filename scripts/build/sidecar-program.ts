// Bundles the sidecar into one file, once per version of its code. Loading its 2,500 modules separately would take
// longer than the rest of the start.
import { createHash } from 'node:crypto';
import { globSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { root } from '../settings.ts';
import { compileOnce, runScript, type CompilerDeps } from './compiled.ts';

const bundler = join(root, 'scripts', 'build', 'bundle.ts');

/** Returns a function that bundles one of the programs in bundle.ts. */
export const bundleInto =
  (name: string) =>
  ({ env }: Pick<CompilerDeps, 'env'>, outDir: string) =>
    runScript(env, bundler, name, outDir);

const sourceFiles = ['{site,sidecar}/**/*.ts', 'package-lock.json', 'scripts/build/bundle.ts'];

/** Returns a version from sizes and modification times, which is faster than digests and just as safe. */
function codeVersion(): string {
  const hash = createHash('sha256');
  for (const path of globSync(sourceFiles, { cwd: root }).sort()) {
    const { size, mtimeMs } = statSync(join(root, path));
    hash.update(`${path}\0${size}\0${mtimeMs}\n`);
  }
  return hash.digest('hex');
}

/** Returns the path of the file that Node runs. */
export async function buildSidecarProgram(deps: CompilerDeps): Promise<string> {
  const { folder } = await compileOnce(deps, 'sidecar', codeVersion, bundleInto('sidecar'));
  return join(folder, 'main.js');
}
