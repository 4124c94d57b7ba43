// Makes a release: renders what the live one has not, gives each file its validators and compressed variants, links what is
// unchanged, and writes the private parts and the manifest.
import { constants, copyFileSync, existsSync, linkSync, rmSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import type { LeftOut } from '#contract/schemas/left-out.ts';
import { type BuiltManifest, deltaBetween, manifestText } from '#domain/release/built-manifest.ts';
import { baseFile, deltaFile, type ManifestEntry } from '#domain/release/manifest.ts';
import type { Artifact } from '#domain/release/artifact.ts';
import { differences, ReleaseEntries } from '#domain/release/release-entries.ts';
import { nexusPath } from '#domain/live-pages.ts';
import type { Site } from '#domain/release/site-entry.ts';
import { pressZip } from '#domain/links.ts';
import { type ItemFiles, listed } from '../release/item-files.ts';
import { downloadFolder } from '../press/downloads.ts';
import { roomTexts } from '#domain/search/room-texts.ts';
import { stemmerOf } from '#domain/search/stems.ts';
import { textsFile, updateIndex } from '#domain/search/text-index.ts';
import { type Expected, expectedFiles } from './expected.ts';
import { updateLinks } from './hosting/nginx-links.ts';
import { borrowHosting, hasHosting, writeHosting } from './hosting/write.ts';
import type { MadeFile } from './made/made-file.ts';
import { cardFiles, madeFiles } from './made/made-files.ts';
import { makePictures, unmadePictures } from './made/pictures.ts';
import { begin, type Frame, type Plan } from './plan.ts';
import { writePrivate } from './private-files.ts';
import { renderItemPage, renderOtherPages } from './render.ts';
import {
  entriesOfItems,
  keepRetired,
  keepUnchanged,
  markPages,
  sealAssets,
  sealDocuments,
  sealMade,
  sealMedia,
  sealPage,
  sealSearch,
  type Settings,
} from './seal-files.ts';
import { ItemError, leftOut, shown } from './showable.ts';
import { openTree } from './tree.ts';
import { freshBundles } from './search-files.ts';

/** A crash leaves a folder that is no release, so that nothing here has to be durable. */
const pragmas = 'pragma journal_mode = off; pragma synchronous = off; pragma page_size = 8192;';

function updateTexts(file: string, { codeHash }: Settings, { room, bodyOf }: Plan): void {
  const database = new DatabaseSync(file);
  try {
    database.exec(pragmas);
    const { language, themes } = room.creator;
    const salt = codeHash + JSON.stringify([language, themes]);
    updateIndex(database, salt, roomTexts(room, bodyOf), stemmerOf(language));
  } finally {
    database.close();
  }
}

/** Whoever serves a release reads its index, which must not change: a spare folder shares that of its release. */
const isShared = (file: string): boolean => statSync(file, { throwIfNoEntry: false })?.nlink !== 1;

/** The full-text index: the one that the folder has already, or that of the live release, copied, and in it what changed. */
function writeTexts(settings: Settings, plan: Plan): void {
  const { tree, previous } = settings;
  const file = join(tree.dir, textsFile);
  if (!isShared(file))
    try {
      return updateTexts(file, settings, plan);
    } catch {
      // Only that of the live release is known to be whole.
    }
  const before = previous && join(previous.dir, textsFile);
  rmSync(file, { force: true });
  // Where the file system can, a copy shares its bytes.
  if (before && existsSync(before)) copyFileSync(before, file, constants.COPYFILE_FICLONE);
  updateTexts(file, settings, plan);
}

/** A manifest is written whole once in so many changes, and where a large part of it changed. */
const mostChanges = 2000;
const smallPart = 1 / 4;

/** Brings the manifest that the new one changes: that of the release before, or what it changes itself. */
function bringBase({ tree, previous }: Settings, entries: ReleaseEntries): ReleaseEntries | undefined {
  rmSync(join(tree.dir, baseFile), { force: true });
  if (!previous) return undefined;
  const { dir, manifest } = previous;
  const base = manifest.base ?? manifest.entries;
  if (differences(base, entries).length > Math.min(mostChanges, smallPart * entries.size)) return undefined;
  tree.bring(linkSync, join(dir, manifest.base ? baseFile : 'manifest.json'), baseFile);
  return base;
}

/** The manifest is written last: a folder with one is complete. */
function writeManifest(settings: Settings, facts: Omit<BuiltManifest, 'others'>, others: string[]): BuiltManifest {
  const { tree, previous } = settings;
  const base = bringBase(settings, facts.entries);
  const sizes = [...others, ...(base ? [baseFile] : [])].map((name) => [name, statSync(join(tree.dir, name)).size]);
  const manifest: BuiltManifest = { ...facts, others: Object.fromEntries(sizes), ...(base && { base }) };
  if (previous) tree.write(deltaFile, JSON.stringify(deltaBetween(previous.manifest, manifest)));
  else rmSync(join(tree.dir, deltaFile), { force: true });
  tree.write('manifest.json', manifestText(manifest));
  return manifest;
}

const isOfKit = ({ path }: MadeFile): boolean => path === pressZip || path.startsWith(downloadFolder);

/** The page of the media kit names the sizes of files that are made after it, or that the live release has. */
const sizeOf = async (file: MadeFile, { previous, isLive }: Plan): Promise<number> =>
  isLive(file) ? previous!.entries.get(file.path)!.size : (await file.make()).length;

/** The documents of an item, made of the room of this build. */
const artifactsOf = ({ item, artifacts }: ItemFiles, { room, bodyOf }: Plan): Artifact[] =>
  artifacts.map((one) => ({ ...one, body: () => shown(() => one.body(room, item, bodyOf)) }));

/** All that is made of the text of an item, one after the other, so that the text is read and parsed once. */
async function sealItem(settings: Settings, made: Plan, files: ItemFiles, sealed: Map<string, ManifestEntry>) {
  const missing = [...listed(files)].filter((file) => !made.isLive(file));
  const expected = new Map(missing.map((file): [string, Expected] => [file.path, file]));
  for (const page of files.pages.filter(({ path }) => expected.has(path)))
    sealPage(settings, made, await renderItemPage(made, page), expected.get(page.path), sealed);
  sealDocuments(settings, made, artifactsOf(files, made), sealed);
}

/** The files of items that the live release has not; items of which one cannot be made are added to `failed`. */
async function sealItems(settings: Settings, made: Plan, failed: LeftOut['items']) {
  const sealed = new Map<string, ManifestEntry>();
  const { changed } = made;
  const byOthers: LeftOut['items'] = [];
  for (const files of changed)
    try {
      await sealItem(settings, made, files, sealed);
    } catch (error) {
      if (!(error instanceof ItemError)) throw error;
      (error.isItsOwn ? failed : byOthers).push(leftOut(files.item, error.message));
    }
  if (failed.length === 0) failed.push(...byOthers);
  if (failed.length > 0) return sealed;
  const drawn = changed.flatMap(({ card = [] }) => card).map(cardFiles(settings.contentDir));
  await sealMade(settings, made, drawn, sealed);
  return sealed;
}

/** Everything with an address; undefined where pages of items could not be rendered. */
async function seal(settings: Settings, made: Plan, failed: LeftOut['items']): Promise<ReleaseEntries | undefined> {
  // Begun before the pages: the work is done in another process.
  const search = freshBundles(made);
  // A page may fail before anybody waits for it.
  search.catch(() => {});
  settings.step('items');
  const sealed = await sealItems(settings, made, failed);
  if (failed.length > 0) {
    await search;
    return undefined;
  }
  const warnings = new Set<string>();
  const files = madeFiles(made, settings, (line) => warnings.add(line));
  for (const file of files.filter(isOfKit)) made.sizes.set(file.path, await sizeOf(file, made));
  const expected = expectedFiles(made, files);
  const ofRoom = new Map<string, ManifestEntry>();
  sealAssets(settings, made, ofRoom);
  settings.step('pages');
  for await (const page of renderOtherPages(made)) sealPage(settings, made, page, expected.get(page.path), ofRoom);
  settings.step('documents');
  sealDocuments(settings, made, made.artifacts, ofRoom);
  settings.step('pictures');
  await sealMade(settings, made, files, ofRoom);
  for (const line of [...warnings].sort()) console.warn(`Build: ${line}`);
  settings.step('search');
  sealSearch(settings, made, ofRoom, await search);
  settings.step('files');
  keepUnchanged(expected.values(), made, ofRoom);
  await sealMedia(settings, made, ofRoom);
  keepRetired(made, ofRoom);
  markPages(ofRoom);
  if (made.room.nexus) ofRoom.get(nexusPath)!.frame = true;
  const entries = new ReleaseEntries(ofRoom, entriesOfItems(made, sealed));
  settings.tree.complete(entries, settings.previous?.dir);
  return entries;
}

interface Attempt {
  frame: Frame;
  /** Items whose pages could not be rendered. If there are any, no release is made. */
  failed: LeftOut['items'];
  manifest?: BuiltManifest;
}

async function attempt(settings: Settings, leftOut: LeftOut['items'], last: Frame | undefined): Promise<Attempt> {
  settings.step('plan');
  const made = await begin(settings, leftOut, last);
  const { frame } = made;
  const failed: LeftOut['items'] = [];
  const entries = await seal(settings, made, failed);
  if (!entries) return { frame, failed };
  const { tree, release, baseUrl, stamp: content } = settings;
  settings.step('lists');
  const ofSidecar = writePrivate(settings, made, entries);
  settings.step('texts');
  writeTexts(settings, made);
  settings.step('manifest');
  borrowHosting(tree.dir, settings.previous?.dir);
  updateLinks(tree, settings.codeHash, { baseUrl, entries });
  const manifest = { release, baseUrl, content, entries };
  return { frame, failed, manifest: writeManifest(settings, manifest, [...ofSidecar, textsFile]) };
}

export function openSite(): Site {
  let frame: Frame | undefined;
  return {
    /** Tries again without the items whose pages fail; only a room with such items pays for it. */
    build: async (settings) => {
      const leftOut: LeftOut['items'] = [];
      for (;;) {
        const tree = await openTree(settings.releaseDir, leftOut.length > 0 ? undefined : settings.old);
        const made = await attempt({ ...settings, tree }, leftOut, frame);
        frame = made.frame;
        if (made.manifest) return made.manifest;
        leftOut.push(...made.failed);
      }
    },
    host: async (release) => {
      if (!hasHosting(release.dir)) await writeHosting(release);
    },
    unmadePictures,
    makePictures,
  };
}
