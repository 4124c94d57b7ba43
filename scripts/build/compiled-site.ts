// The compiled pages of the room and of its console.
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { SiteBuilder, SiteEntry } from '#domain/release/site-entry.ts';
import { hashCode } from './code-hash.ts';
import { compiled, keepConsole, type Surroundings, withAstro } from './compiled.ts';

export interface CompiledSite {
  folder: string;
  codeHash: string;
  site: SiteBuilder;
}

export const compiledSite = (around: Surroundings) =>
  compiled(around, 'site', () => hashCode('site'), withAstro('astro.config.mjs'));

/** It previews items with the site's own views. */
export const compiledConsole = (around: Surroundings) =>
  compiled(
    around,
    'console',
    () => hashCode('site', 'sidecar/console', 'sidecar/features'),
    withAstro('sidecar/console/astro.config.mjs'),
  );

async function open(around: Surroundings, distDir: string): Promise<CompiledSite> {
  await keepConsole(distDir, await compiledConsole(around));
  const { folder, codeHash } = await compiledSite(around);
  const { openSite } = (await import(join(folder, 'server', 'entry.mjs'))) as SiteEntry;
  return { folder, codeHash, site: openSite() };
}

/** Opened once for each process: changes of the code take effect after a restart. */
export function siteOpener(around: Surroundings, distDir: string): () => Promise<CompiledSite> {
  let opened: Promise<CompiledSite> | undefined;
  return () => {
    if (opened && existsSync(join(distDir, 'console'))) return opened;
    opened = open(around, distDir);
    opened.catch(() => (opened = undefined));
    return opened;
  };
}
