// Compiles each version of the code once, into CACHE_DIR/compiled/NAME/VERSION. A package contains its only version.
import { execFile } from 'node:child_process';
import { existsSync, readdirSync, statSync } from 'node:fs';
import { cp, mkdir, readdir, rename, rm, symlink } from 'node:fs/promises';
import { join, relative } from 'node:path';
import { execPath, pid } from 'node:process';
import { promisify } from 'node:util';
import { resolveCacheDir, resolveCompiledDir } from '../../sidecar/settings/folders.ts';
import { isCompiled, root } from '../../sidecar/settings/root.ts';
import type { Environment } from '../../sidecar/settings/settings.ts';
import { copyWritable } from '../copy-folder.ts';
import type { Io } from '../io.ts';

const runFile = promisify(execFile);

/** Runs a script in its own process and returns its output. */
export const runScript = (env: Environment, script: string, ...args: string[]) =>
  runFile(execPath, [script, ...args], { env });

/** A process that was not restarted may still load files of its version, so the newest versions are retained. */
const retainedVersions = 3;

/** Points `current` to the version in one step: readers see the old version or the new one. */
async function pointCurrentTo(folder: string, version: string): Promise<void> {
  const next = join(folder, `next-${pid}`);
  await rm(next, { force: true });
  await symlink(version, next);
  await rename(next, join(folder, 'current'));
}

async function removeOldVersions(folder: string, version: string): Promise<void> {
  const names = (await readdir(folder)).filter((name) => /^[0-9a-f]{12}$/.test(name) && name !== version);
  const madeAt = (name: string) => statSync(join(folder, name), { throwIfNoEntry: false })?.mtimeMs ?? 0;
  const oldest = names.sort((a, b) => madeAt(b) - madeAt(a)).slice(retainedVersions - 1);
  for (const name of oldest) await rm(join(folder, name), { recursive: true, force: true });
}

export type CompilerDeps = Pick<Io, 'env' | 'stdout' | 'stderr'>;

type Compile = (deps: CompilerDeps, outDir: string) => Promise<unknown>;

/** Compiles a version that does not exist yet. Another process may finish first with the same result. */
async function ensureVersion(
  folder: string,
  version: string,
  compile: (outDir: string) => Promise<unknown>,
): Promise<string> {
  const versionFolder = join(folder, version);
  const isNew = !existsSync(versionFolder);
  if (isNew) {
    const outDir = join(folder, `building-${pid}`);
    await compile(outDir);
    await rename(outDir, versionFolder).catch(() => rm(outDir, { recursive: true, force: true }));
  }
  await mkdir(folder, { recursive: true });
  await pointCurrentTo(folder, version);
  if (isNew) await removeOldVersions(folder, version);
  return versionFolder;
}

const linkUnlessPresent = (target: string, path: string): Promise<void> =>
  symlink(target, path).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'EEXIST') throw error;
  });

/** Returns true if the cache is outside the program's folder, which may then be read-only. */
const isOutsideProgram = (cacheDir: string): boolean => relative(root, cacheDir).startsWith('..');

/** Links the program and its packages into the cache folder, because compiled code looks for them in parent folders. */
async function linkProgramIntoCache(cacheDir: string): Promise<void> {
  if (!isOutsideProgram(cacheDir)) return;
  await mkdir(cacheDir, { recursive: true });
  for (const name of ['package.json', 'site', 'node_modules'])
    await linkUnlessPresent(join(root, name), join(cacheDir, name));
}

/**
 * Runs `work` with a root that Astro can write to. Astro compiles no files outside its root, so it gets a copy of the
 * program if the cache is outside.
 */
async function withAstroRoot(cacheDir: string, work: (astroRoot: string) => Promise<void>): Promise<void> {
  if (!isOutsideProgram(cacheDir)) return work(root);
  const copy = join(cacheDir, `source-${pid}`);
  const sources = ['package.json', 'tsconfig.json', 'astro.config.mjs', 'site', 'sidecar'];
  try {
    for (const name of sources) await copyWritable(join(root, name), join(copy, name));
    await linkUnlessPresent(join(root, 'node_modules'), join(copy, 'node_modules'));
    await work(copy);
  } finally {
    await rm(copy, { recursive: true, force: true });
  }
}

const compiler = join(root, 'scripts', 'build', 'compile-with-astro.ts');

/**
 * Returns a function that compiles `client` and `server` in its own process: compiling takes more memory than a build
 * of ten thousand items.
 */
export const withAstro =
  (configFile: string): Compile =>
  (deps, outDir) =>
    withAstroRoot(resolveCacheDir(deps.env), async (astroRoot) => {
      const { stdout, stderr } = await runScript(deps.env, compiler, astroRoot, configFile, outDir);
      deps.stdout.write(stdout);
      deps.stderr.write(stderr);
    });

/** Returns the name of a version's folder. */
const versionName = (codeHash: string): string => codeHash.slice(0, 12);

interface CompiledCode {
  folder: string;
  /** Digest that distinguishes this version of the code from others. */
  codeHash: string;
}

export async function compileOnce(
  deps: CompilerDeps,
  name: string,
  hash: () => string | Promise<string>,
  compile: Compile,
): Promise<CompiledCode> {
  if (isCompiled) {
    const [version] = readdirSync(join(root, 'compiled', name)) as [string];
    return { folder: join(root, 'compiled', name, version), codeHash: version };
  }
  await linkProgramIntoCache(resolveCacheDir(deps.env));
  const codeHash = await hash();
  return {
    folder: await ensureVersion(join(resolveCompiledDir(deps.env), name), versionName(codeHash), (outDir) =>
      compile(deps, outDir),
    ),
    codeHash,
  };
}

/** Copies the console into the release folder, so that releases can be served from another machine. */
export async function storeConsole(distDir: string, { folder, codeHash }: CompiledCode): Promise<void> {
  await ensureVersion(join(distDir, 'console'), versionName(codeHash), (target) =>
    cp(folder, target, { recursive: true }),
  );
}
