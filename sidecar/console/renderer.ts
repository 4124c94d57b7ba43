// Loads the built console: Astro renders its pages; styles and scripts are kept in memory.
import { readdir, readFile, realpath } from 'node:fs/promises';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { extname, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { inject } from 'light-my-request';
import { consolePath } from '#domain/live-pages.ts';
import type { ViewModel } from './ui/frame.ts';

type AstroHandler = (req: IncomingMessage, res: ServerResponse, next: undefined, locals: object) => Promise<void>;

interface Asset {
  type: string;
  /** Returns the bytes. Fonts are read on demand. */
  read: () => Buffer | Promise<Buffer>;
}

export interface Renderer {
  /** Renders the view of a folder as HTML. */
  render: (view: string, shown: ViewModel<unknown>) => Promise<string>;
  /** Assets by address. */
  assets: Map<string, Asset>;
}

const types: Record<string, string> = {
  '.css': 'text/css; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.woff2': 'font/woff2',
};

async function readAssets(folder: string): Promise<Map<string, Asset>> {
  const assets = new Map<string, Asset>();
  const names = await readdir(join(folder, '_astro')).catch(() => []);
  for (const name of names) {
    const type = types[extname(name)];
    if (!type) continue;
    const file = join(folder, '_astro', name);
    const bytes = extname(name) === '.woff2' ? undefined : await readFile(file);
    assets.set(`${consolePath}/_astro/${name}`, { type, read: () => bytes ?? readFile(file) });
  }
  return assets;
}

async function loadRenderer(dir: string): Promise<Renderer> {
  const entry = pathToFileURL(join(dir, 'server', 'entry.mjs')).href;
  const { handler } = (await import(entry)) as { handler: AstroHandler };
  return {
    assets: await readAssets(join(dir, 'client')),
    // Astro receives only the name of the view, never the client's request.
    render: async (view, shown) => {
      const { statusCode, payload } = await inject(
        (req, res) =>
          void handler(req as unknown as IncomingMessage, res as unknown as ServerResponse, undefined, shown),
        { url: `${consolePath}/${view}` },
      );
      if (statusCode !== 200) throw new Error(`the console has no view ${view}, or it failed (${statusCode})`);
      return payload;
    },
  };
}

export interface CurrentRenderer {
  /** Returns the console, loading it on first use to keep startup fast; undefined until one is built. */
  current: () => Promise<Renderer | undefined>;
  /** Loads the console again after another version was built. */
  look: () => Promise<void>;
}

/** Uses the first folder that exists: releases built elsewhere contain their own console. */
export function followRenderer(folders: string[]): CurrentRenderer {
  let loaded: { dir: string; renderer: Renderer } | undefined;
  async function look(): Promise<void> {
    const paths = await Promise.all(folders.map((folder) => realpath(folder).catch(() => undefined)));
    const dir = paths.find((one) => one !== undefined);
    if (dir && dir !== loaded?.dir) loaded = { dir, renderer: await loadRenderer(dir) };
  }
  return {
    current: async () => {
      if (!loaded) await look().catch(() => undefined);
      return loaded?.renderer;
    },
    look,
  };
}
