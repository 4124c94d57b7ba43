// The console: pages rendered on demand inside the sidecar. Built once for each version of the code, apart from the room.
import node from '@astrojs/node';
import { defineConfig } from 'astro/config';

export default defineConfig({
  srcDir: './site/console',
  publicDir: './site/console/public',
  base: '/console',
  output: 'server',
  adapter: node({ mode: 'middleware' }),
  session: false,
  trailingSlash: 'never',
  build: { inlineStylesheets: 'never' },
  // Nothing of node_modules is looked up when the sidecar loads the entry, and no script stands inside a page.
  vite: { ssr: { noExternal: true }, build: { assetsInlineLimit: 0 } },
  devToolbar: { enabled: false },
});
