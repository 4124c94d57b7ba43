// Astro emits static files only; the seal integration turns them into a release.
import process from 'node:process';
import { defineConfig } from 'astro/config';
import { seal } from './site/build/seal.ts';

export default defineConfig({
  srcDir: './site',
  publicDir: './site/public',
  site: process.env.GREENROOM_BASE_URL,
  trailingSlash: 'never',
  build: { format: 'file', inlineStylesheets: 'never' },
  // The policy of the pages lets no script run that stands inside one.
  vite: { build: { assetsInlineLimit: 0 } },
  integrations: [seal()],
  devToolbar: { enabled: false },
});
