// The console: pages rendered on demand inside the sidecar. Built once for each version of the code, apart from the
// room.
import { globSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import node from '@astrojs/node';
import { defineConfig } from 'astro/config';

/** Each folder with a Page.astro, here and in the console folders of features, is a view of that name. */
const views = {
  name: 'views',
  hooks: {
    'astro:config:setup': ({ injectRoute }) => {
      for (const entrypoint of globSync(
        join(import.meta.dirname, '..', '{console,features/*/console}', '*', 'Page.astro'),
      ).sort())
        injectRoute({ pattern: `/${basename(dirname(entrypoint))}`, entrypoint });
    },
  },
};

export default defineConfig({
  srcDir: join(import.meta.dirname, 'ui'),
  integrations: [views],
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
