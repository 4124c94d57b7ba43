// Compiles pages with Astro: `node compile-with-astro.ts ROOT CONFIG OUT`.
import { join } from 'node:path';
import { argv, env } from 'node:process';
import { build } from 'astro';
import { resolveCacheDir } from '../../sidecar/settings/folders.ts';

// A room contacts only services that its creator has named, so telemetry is off.
env.ASTRO_TELEMETRY_DISABLED = '1';
const [root, configFile, outDir] = argv.slice(2) as [string, string, string];
const cacheDir = resolveCacheDir(env);
const caches = { cacheDir: join(cacheDir, 'astro'), vite: { cacheDir: join(cacheDir, 'vite') } };
await build({ root, ...caches, logLevel: 'warn', configFile, outDir });
