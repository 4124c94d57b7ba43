// The pages of the room, compiled once for each version of the code; every build renders them into static files.
import { join } from 'node:path';
import { defineConfig } from 'astro/config';
import program from './package.json' with { type: 'json' };

const compiled = {
  name: 'compiled-site',
  hooks: {
    'astro:config:done': ({ setAdapter }) =>
      setAdapter({
        name: 'compiled-site',
        entrypointResolution: 'auto',
        serverEntrypoint: new URL('./site/build/entry.ts', import.meta.url),
        adapterFeatures: { buildOutput: 'server' },
        supportedAstroFeatures: { serverOutput: 'stable', sharpImageService: 'stable' },
      }),
  },
};

/** Compiled pages contain the parts of Astro that they need, so a package works without it. */
const { astro: _, ...packages } = program.dependencies;

export default defineConfig({
  srcDir: join(import.meta.dirname, 'site'),
  output: 'server',
  trailingSlash: 'never',
  build: { format: 'file', inlineStylesheets: 'never' },
  // The policy of the pages lets no script run that stands inside one.
  vite: { ssr: { noExternal: true, external: Object.keys(packages) }, build: { assetsInlineLimit: 0 } },
  adapter: compiled,
  session: false,
  devToolbar: { enabled: false },
});
