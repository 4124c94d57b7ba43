// Runs a build of Astro, which is loaded when there is something to build.
import { env } from 'node:process';
import type { AstroInlineConfig } from 'astro';
import { root } from '../settings.ts';

export async function buildWithAstro(config: AstroInlineConfig): Promise<void> {
  // A room tells nobody but those whom its creator has named.
  env.ASTRO_TELEMETRY_DISABLED = '1';
  const { build } = await import('astro');
  await build({ root, logLevel: 'warn', ...config });
}
