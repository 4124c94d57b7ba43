// Turns what Astro emitted into a release: validators, compressed variants, links to unchanged files, private parts, manifest.
import { mkdir, writeFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { AstroIntegration } from 'astro';
import type { HiddenItem } from '#domain/lists/content-index.ts';
import type { Manifest, ManifestEntry } from '#domain/release/manifest.ts';
import { nexusPath } from '#domain/live-pages.ts';
import { indexUpdatedAt } from '#domain/room.ts';
import { expectedFiles } from './expected.ts';
import { writeHosting } from './hosting/write.ts';
import { madeFiles } from './made/made-files.ts';
import { type Plan, plan } from './plan.ts';
import {
  linkMedia,
  linkRetired,
  linkUnchanged,
  markPages,
  sealEmitted,
  sealItems,
  sealMade,
  sealSearch,
} from './seal-files.ts';
import { type FreshBundles, freshBundles } from './search-files.ts';
import { buildSettings } from './settings.ts';
import { writeTexts } from './texts.ts';

const ndjson = (items: unknown[]): string => items.map((item) => `${JSON.stringify(item)}\n`).join('');

/** What only the sidecar reads: facts for its answers, lists beyond their first page, and what is hidden from the API. */
async function writePrivate(folder: string, { room, lists }: Plan): Promise<void> {
  const { items, ...facts } = room;
  const { contentIndex, ...others } = lists;
  const listed = new Set(contentIndex.map((item) => item.id));
  const hidden = items
    .filter((item) => !listed.has(item.id))
    .map(({ id, title, type, date, keywords, themeIds }): HiddenItem => {
      return { id, title, type, date: date.slice(0, 10), keywords, themeIds };
    });
  await mkdir(join(folder, 'lists'), { recursive: true });
  await writeFile(join(folder, 'room.json'), JSON.stringify({ ...facts, indexUpdatedAt: indexUpdatedAt(room) }));
  await writeFile(join(folder, 'hidden.json'), JSON.stringify(hidden));
  for (const [name, list] of Object.entries(others))
    await writeFile(join(folder, 'lists', `${name}.ndjson`), ndjson(list));
}

async function sealRelease(emittedDir: string, search: FreshBundles): Promise<void> {
  const settings = buildSettings();
  const made = await plan();
  const warnings = new Set<string>();
  const files = madeFiles(made, settings, (line) => warnings.add(line));
  const expected = expectedFiles(made, files);
  const entries = new Map<string, ManifestEntry>();
  sealEmitted(emittedDir, settings, expected, made, entries);
  sealItems(settings, made, entries);
  await sealMade(settings, made, files, entries);
  for (const line of [...warnings].sort()) console.warn(`Build: ${line}`);
  sealSearch(settings, made, entries, search);
  linkUnchanged(settings, expected, made, entries);
  linkMedia(settings, made, entries);
  linkRetired(settings, made, entries);
  markPages(entries);
  if (made.room.nexus) entries.get(nexusPath)!.frame = true;
  await writePrivate(join(settings.releaseDir, 'private'), made);
  writeTexts(settings, made);
  const manifest: Manifest = {
    release: basename(settings.releaseDir, '.building'),
    baseUrl: settings.baseUrl,
    entries: Object.fromEntries([...entries].sort(([a], [b]) => (a < b ? -1 : 1))),
  };
  await writeFile(join(settings.releaseDir, 'manifest.json'), JSON.stringify(manifest));
  await writeHosting(settings.releaseDir, manifest);
}

export function seal(): AstroIntegration {
  let search: Promise<FreshBundles>;
  return {
    name: 'seal',
    hooks: {
      // Begun before the pages: the work is done in another process.
      'astro:build:start': () => {
        search = plan().then(freshBundles);
        // Astro may fail before anybody waits for it.
        search.catch(() => {});
      },
      'astro:build:done': async ({ dir }) => sealRelease(fileURLToPath(dir), await search),
    },
  };
}
