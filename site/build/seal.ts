// Turns what Astro emitted into a release: validators, compressed variants, links to unchanged files, private parts, manifest.
import { readFileSync, statSync, constants, copyFileSync, existsSync } from 'node:fs';
import { mkdir, writeFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { AstroIntegration } from 'astro';
import type { HiddenItem } from '#domain/lists/content-index.ts';
import { contentStampFile, type Manifest, type ManifestEntry } from '#domain/release/manifest.ts';
import { nexusPath } from '#domain/live-pages.ts';
import { indexUpdatedAt } from '#domain/room.ts';
import { textsFile, updateIndex } from '#domain/search/text-index.ts';
import { expectedFiles } from './expected.ts';
import { writeHosting } from './hosting/write.ts';
import { madeFiles } from './made/made-files.ts';
import { hasFailures } from './page-failures.ts';
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
import { DatabaseSync } from 'node:sqlite';
import { stemmerOf } from '#domain/search/stems.ts';
import { roomTexts } from '#domain/search/room-texts.ts';

/** A crash leaves a folder that is no release, so that nothing here has to be durable. */
const pragmas = 'pragma journal_mode = off; pragma synchronous = off; pragma page_size = 8192;';

function writeTexts({ releaseDir, previousDir, codeHash }: ReturnType<typeof buildSettings>, plan: Plan): void {
  const file = join(releaseDir, textsFile);
  const before = join(previousDir, textsFile);
  // The live sidecar reads its own file, which must not change: where the file system can, a copy shares its bytes.
  if (previousDir && existsSync(before)) copyFileSync(before, file, constants.COPYFILE_FICLONE);
  const database = new DatabaseSync(file);
  database.exec(pragmas);
  const { language, themes } = plan.room.creator;
  const salt = codeHash + JSON.stringify([language, themes]);
  updateIndex(database, salt, roomTexts(plan.room, plan.bodyOf), stemmerOf(language));
  database.close();
}

const ndjson = (items: unknown[]): string => items.map((item) => `${JSON.stringify(item)}\n`).join('');

/**
 * What only the sidecar reads: facts for its answers, lists beyond their first page, and what is hidden from the API.
 * Gives the names of the files, relative to the release.
 */
async function writePrivate(releaseDir: string, { room, lists }: Plan): Promise<string[]> {
  const { items, ...facts } = room;
  const { contentIndex, ...others } = lists;
  const listed = new Set(contentIndex.map((item) => item.id));
  const hidden = items
    .filter((item) => !listed.has(item.id))
    .map(({ id, title, type, date, keywords, themeIds }): HiddenItem => {
      return { id, title, type, date: date.slice(0, 10), keywords, themeIds };
    });
  const files: Record<string, string> = {
    'private/room.json': JSON.stringify({ ...facts, indexUpdatedAt: indexUpdatedAt(room) }),
    'private/hidden.json': JSON.stringify(hidden),
  };
  for (const [name, list] of Object.entries(others)) files[`private/lists/${name}.ndjson`] = ndjson(list);
  await mkdir(join(releaseDir, 'private', 'lists'), { recursive: true });
  for (const [name, text] of Object.entries(files)) await writeFile(join(releaseDir, name), text);
  return Object.keys(files);
}

/** Written last: a folder with a manifest was complete. */
async function writeManifest(dir: string, manifest: Omit<Manifest, 'others'>, others: string[]): Promise<void> {
  const sizes = others.map((name) => [name, statSync(join(dir, name)).size]);
  const whole: Manifest = { ...manifest, others: Object.fromEntries(sizes) };
  await writeFile(join(dir, 'manifest.json'), JSON.stringify(whole));
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
  const ofSidecar = await writePrivate(settings.releaseDir, made);
  writeTexts(settings, made);
  const manifest = {
    release: basename(settings.releaseDir, '.building'),
    baseUrl: settings.baseUrl,
    content: JSON.parse(readFileSync(join(settings.contentDir, '.build', contentStampFile), 'utf8')),
    entries: Object.fromEntries([...entries].sort(([a], [b]) => (a < b ? -1 : 1))),
  };
  const ofHosts = await writeHosting(settings.releaseDir, manifest);
  await writeManifest(settings.releaseDir, manifest, [...ofSidecar, textsFile, ...ofHosts]);
}

export function seal(): AstroIntegration {
  let search: Promise<FreshBundles>;
  return {
    name: 'seal',
    hooks: {
      'astro:config:setup': ({ addMiddleware }) =>
        addMiddleware({ order: 'pre', entrypoint: new URL('./page-middleware.ts', import.meta.url) }),
      // Begun before the pages: the work is done in another process.
      'astro:build:start': () => {
        search = plan().then(freshBundles);
        // Astro may fail before anybody waits for it.
        search.catch(() => {});
      },
      'astro:build:done': async ({ dir }) => {
        const bundles = await search;
        if (!hasFailures(buildSettings().releaseDir)) await sealRelease(fileURLToPath(dir), bundles);
      },
    },
  };
}
