// Locates the compiled pages of the room and of its console, and compiles them if necessary.
import { createHash } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { readdir } from 'node:fs/promises';
import { join, relative } from 'node:path';
import { sha256 } from '#domain/ids.ts';
import type { SiteBuilder } from '#domain/release/site-entry.ts';
import { root } from '../settings.ts';
import { compileOnce, storeConsole, type CompilerDeps, withAstro } from './compiled.ts';
import { createFileCache } from './file-cache.ts';

export interface CompiledSite {
  folder: string;
  codeHash: string;
  site: SiteBuilder;
}

const digests = createFileCache<string>();
const fileDigest = (path: string): string => digests(path, () => sha256(readFileSync(path)));

/** Returns the digest of all program files that shape the output of some folders. */
async function hashCode(...folders: string[]): Promise<string> {
  const hash = createHash('sha256');
  const read = (folder: string) => readdir(join(root, folder), { recursive: true, withFileTypes: true });
  const entries = (await Promise.all(folders.map(read))).flat();
  const files = entries.filter((entry) => entry.isFile() && !entry.name.endsWith('.test.ts'));
  const paths = files.map((entry) => join(entry.parentPath, entry.name)).sort();
  for (const path of [...paths, join(root, 'astro.config.mjs'), join(root, 'package-lock.json')])
    hash.update(`${relative(root, path)}\0${fileDigest(path)}\n`);
  return hash.digest('hex');
}

export const compiledSite = (deps: CompilerDeps) =>
  compileOnce(deps, 'site', () => hashCode('site'), withAstro('astro.config.mjs'));

/** Compiles the console, which previews items with the views of the site. */
export const compiledConsole = (deps: CompilerDeps) =>
  compileOnce(
    deps,
    'console',
    () => hashCode('site', 'sidecar/console', 'sidecar/features'),
    withAstro('sidecar/console/astro.config.mjs'),
  );

async function openCompiledSite(deps: CompilerDeps, distDir: string): Promise<CompiledSite> {
  await storeConsole(distDir, await compiledConsole(deps));
  const { folder, codeHash } = await compiledSite(deps);
  const site = (await import(join(folder, 'server', 'entry.mjs'))) as SiteBuilder;
  return { folder, codeHash, site };
}

/** Returns a function that opens the site once per process. Changes of the code take effect after a restart. */
export function siteOpener(deps: CompilerDeps, distDir: string): () => Promise<CompiledSite> {
  let site: Promise<CompiledSite> | undefined;
  return () => {
    if (site && existsSync(join(distDir, 'console'))) return site;
    site = openCompiledSite(deps, distDir);
    site.catch(() => (site = undefined));
    return site;
  };
}
