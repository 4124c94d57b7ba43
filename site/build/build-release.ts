// Makes a release: renders what the live one has not, gives each file its validators and compressed variants, links what is
// unchanged, and writes the private parts and the manifest.
import { readFileSync, statSync } from 'node:fs';
import { mkdir, writeFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import type { HiddenItem } from '#domain/lists/content-index.ts';
import { contentStampFile, type Manifest, type ManifestEntry } from '#domain/release/manifest.ts';
import { nexusPath } from '#domain/live-pages.ts';
import type { BuildSettings } from '#domain/release/site-entry.ts';
import { indexUpdatedAt } from '#domain/room.ts';
import { textsFile } from '#domain/search/text-index.ts';
import { expectedFiles } from './expected.ts';
import { writeHosting } from './hosting/write.ts';
import { madeFiles } from './made/made-files.ts';
import { begin, type Plan } from './plan.ts';
import { renderPages } from './render.ts';
import {
  linkMedia,
  linkRetired,
  linkUnchanged,
  markPages,
  sealAssets,
  sealDocuments,
  sealMade,
  sealPage,
  sealSearch,
} from './seal-files.ts';
import { freshBundles } from './search-files.ts';
import { writeTexts } from './texts.ts';

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

export async function buildRelease(settings: BuildSettings): Promise<void> {
  const made = await begin(settings);
  // Begun before the pages: the work is done in another process.
  const search = freshBundles(made);
  // A page may fail before anybody waits for it.
  search.catch(() => {});
  const warnings = new Set<string>();
  const files = madeFiles(made, settings, (line) => warnings.add(line));
  const expected = expectedFiles(made, files);
  const entries = new Map<string, ManifestEntry>();
  sealAssets(settings, made, entries);
  for await (const page of renderPages(made)) sealPage(settings, made, page, expected, entries);
  sealDocuments(settings, made, entries);
  await sealMade(settings, made, files, entries);
  for (const line of [...warnings].sort()) console.warn(`Build: ${line}`);
  sealSearch(settings, made, entries, await search);
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
