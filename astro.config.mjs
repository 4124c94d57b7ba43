// The pages of the room, compiled once for each version of the code; every build renders them into static files.
import { defineConfig } from 'astro/config';

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

export default defineConfig({
  srcDir: './site',
  publicDir: './site/public',
  output: 'server',
  trailingSlash: 'never',
  build: { format: 'file', inlineStylesheets: 'never' },
  // The policy of the pages lets no script run that stands inside one.
  vite: { build: { assetsInlineLimit: 0 } },
  adapter: compiled,
  session: false,
  devToolbar: { enabled: false },
});
