// Makes a release: renders what the live one has not, gives each file its validators and compressed variants, links what is
// unchanged, and writes the private parts and the manifest.
import { constants, copyFileSync, existsSync, readFileSync, rmSync, statSync } from 'node:fs';
import { mkdir, writeFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import type { LeftOut } from '#contract/schemas/left-out.ts';
import type { HiddenItem } from '#domain/lists/content-index.ts';
import { contentStampFile, type Manifest, type ManifestEntry } from '#domain/release/manifest.ts';
import { nexusPath } from '#domain/live-pages.ts';
import type { BuildSettings } from '#domain/release/site-entry.ts';
import { indexUpdatedAt } from '#domain/room.ts';
import { roomTexts } from '#domain/search/room-texts.ts';
import { stemmerOf } from '#domain/search/stems.ts';
import { textsFile, updateIndex } from '#domain/search/text-index.ts';
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

/** A crash leaves a folder that is no release, so that nothing here has to be durable. */
const pragmas = 'pragma journal_mode = off; pragma synchronous = off; pragma page_size = 8192;';

/** The full-text index: the one of the live release, copied, and in it what changed. */
function writeTexts({ releaseDir, previousDir, codeHash }: BuildSettings, plan: Plan): void {
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

/** Gives the items whose pages could not be rendered: then it has not made a release. */
async function attempt(settings: BuildSettings, leftOut: LeftOut['items']): Promise<LeftOut['items']> {
  const made = await begin(settings, leftOut);
  // Begun before the pages: the work is done in another process.
  const search = freshBundles(made);
  // A page may fail before anybody waits for it.
  search.catch(() => {});
  const warnings = new Set<string>();
  const files = madeFiles(made, settings, (line) => warnings.add(line));
  const expected = expectedFiles(made, files);
  const entries = new Map<string, ManifestEntry>();
  sealAssets(settings, made, entries);
  const failed: LeftOut['items'] = [];
  for await (const page of renderPages(made, failed)) sealPage(settings, made, page, expected, entries);
  const bundles = await search;
  if (failed.length > 0) return failed;
  sealDocuments(settings, made, entries);
  await sealMade(settings, made, files, entries);
  for (const line of [...warnings].sort()) console.warn(`Build: ${line}`);
  sealSearch(settings, made, entries, bundles);
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
  return [];
}

/** Once more without the items whose pages fail, which costs time only where something is wrong. */
export async function buildRelease(settings: BuildSettings): Promise<void> {
  const leftOut: LeftOut['items'] = [];
  for (;;) {
    rmSync(settings.releaseDir, { recursive: true, force: true });
    await mkdir(settings.releaseDir, { recursive: true });
    const failed = await attempt(settings, leftOut);
    if (failed.length === 0) return;
    leftOut.push(...failed);
  }
}
