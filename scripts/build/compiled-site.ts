// Locates the compiled pages of the room and of its console, and compiles them if necessary.
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { SiteBuilder, SiteEntry } from '#domain/release/site-entry.ts';
import { hashCode } from './code-hash.ts';
import { compileOnce, storeConsole, type CompilerDeps, withAstro } from './compiled.ts';

export interface CompiledSite {
  folder: string;
  codeHash: string;
  site: SiteBuilder;
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
  const { openSite } = (await import(join(folder, 'server', 'entry.mjs'))) as SiteEntry;
  return { folder, codeHash, site: openSite() };
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
