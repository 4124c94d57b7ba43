// The compiled pages of the room and of its console.
import { join } from 'node:path';
import type { Site, SiteEntry } from '#domain/release/site-entry.ts';
import { hashCode } from './code-hash.ts';
import { compiled, keepConsole, withAstro } from './compiled.ts';

export interface CompiledSite {
  folder: string;
  codeHash: string;
  site: Site;
}

export const compiledSite = () => compiled('site', () => hashCode('site'), withAstro('astro.config.mjs'));

/** It previews items with the site's own views. */
export const compiledConsole = () =>
  compiled('console', () => hashCode('site', 'sidecar/console'), withAstro('sidecar/console/astro.config.mjs'));

export function siteOpener(distDir: string): () => Promise<CompiledSite> {
  let known: CompiledSite | undefined;
  return async () => {
    await keepConsole(distDir, await compiledConsole());
    const { folder, codeHash } = await compiledSite();
    if (known?.codeHash === codeHash) return known;
    const { openSite } = (await import(join(folder, 'server', 'entry.mjs'))) as SiteEntry;
    return (known = { folder, codeHash, site: openSite() });
  };
}
