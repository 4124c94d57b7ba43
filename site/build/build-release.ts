// Makes a release: renders what the live one has not, gives each file its validators and compressed variants, links what is
// unchanged, and writes the private parts and the manifest.
import { linkSync, rmSync, statSync } from 'node:fs';
import { join } from 'node:path';
import PQueue from 'p-queue';
import type { LeftOut } from '#contract/schemas/left-out.ts';
import { type BuiltManifest, deltaBetween, manifestPieces } from '#domain/release/built-manifest.ts';
import { baseFile, deltaFile, type ManifestEntry, mostChanges } from '#domain/release/manifest.ts';
import type { Artifact } from '#domain/release/artifact.ts';
import { differences, type ReleaseEntries } from '#domain/release/release-entries.ts';
import { nexusPath } from '#domain/live-pages.ts';
import type { BuildSettings, Site } from '#domain/release/site-entry.ts';
import { pressZip } from '#domain/links.ts';
import { type ItemFiles, listed } from '../release/item-files.ts';
import { listMarkdown } from '../release/markdown-pages.ts';
import { downloadFolder } from '../press/downloads.ts';
import { searched } from '#domain/search/room-texts.ts';
import { differenceOf } from '#domain/lists/parts.ts';
import { byPath, docsFiles, type Expected, filesOfList } from './expected.ts';
import { updateLinks } from './hosting/nginx-links.ts';
import { borrowHosting, hasHosting, writeHosting } from './hosting/write.ts';
import type { MadeFile } from './made/made-file.ts';
import { cardFiles, madeFiles } from './made/made-files.ts';
import { makePictures, unmadePictures } from './made/pictures.ts';
import { begin, type Frame, type Plan, plan } from './plan.ts';
import { writePrivate } from './private-files.ts';
import { renderItemPage, renderLists, renderOtherPages } from './render.ts';
import {
  allEntries,
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
import { type Remembered, remembered } from './remembered.ts';
import { ItemError, leftOut, shown } from './showable.ts';
import { openTree } from './tree.ts';
import { makeAhead, type SearchPass, withSearch } from './search-files.ts';
import { writeTextIndexes } from './text-indexes.ts';

/** A manifest is also written whole if more than this part of it changed. */
const smallPart = 1 / 4;

/** Brings the manifest that the new one changes: that of the release before, or what it changes itself. */
function bringBase({ tree, previous }: Settings, entries: ReleaseEntries): ReleaseEntries | undefined {
  rmSync(join(tree.dir, baseFile), { force: true });
  if (!previous) return undefined;
  const { dir, manifest } = previous;
  const base = manifest.base ?? manifest.entries;
  if (differences(base, entries, manifest.entries).length > Math.min(mostChanges, smallPart * entries.size))
    return undefined;
  tree.bring(linkSync, join(dir, manifest.base ? baseFile : 'manifest.json'), baseFile);
  return base;
}

/** Ids of the items whose texts differ from the release before; undefined if this process did not make that release. */
function changedTexts({ room, frame, previous }: Plan): string[] | undefined {
  const before = previous && remembered.get(previous.entries);
  if (before?.frame !== frame) return undefined;
  return differenceOf(before.searched, searched(room)).come.map(({ id }) => id);
}

/** The manifest is written last: a folder with one is complete. */
function writeManifest(
  settings: Settings,
  facts: Omit<BuiltManifest, 'others'>,
  others: string[],
  texts: string[] | undefined,
): BuiltManifest {
  const { tree, previous } = settings;
  const base = bringBase(settings, facts.entries);
  const sizes = [...others, ...(base ? [baseFile] : [])].map((name) => [name, statSync(join(tree.dir, name)).size]);
  const manifest: BuiltManifest = { ...facts, others: Object.fromEntries(sizes), ...(base && { base }) };
  if (previous) tree.write(deltaFile, JSON.stringify({ ...deltaBetween(previous.manifest, manifest), texts }));
  else rmSync(join(tree.dir, deltaFile), { force: true });
  tree.write('manifest.json', manifestPieces(manifest));
  return manifest;
}

const isOfKit = ({ path }: MadeFile): boolean => path === pressZip || path.startsWith(downloadFolder);

/** The page of the media kit names the sizes of files that are made after it, or that the live release has. */
const sizeOf = async (file: MadeFile, { previous, isLive }: Plan): Promise<number> =>
  isLive(file) ? previous!.entries.get(file.path)!.size : (await file.make()).length;

/** The documents of an item, made of the room of this build. */
const artifactsOf = ({ item, artifacts }: ItemFiles, { room, bodyOf }: Plan): Artifact[] =>
  artifacts.map((one) => ({ ...one, body: () => shown(() => one.body(room, item, bodyOf)) }));

/** Makes everything that needs the text of an item in succession, so that the text is read and parsed once. */
async function sealItem(settings: Settings, made: Plan, files: ItemFiles, sealed: Map<string, ManifestEntry>) {
  const all: Expected[] = [...listed(files)];
  const missing = byPath(all.filter((file) => !made.isLive(file)));
  for (const page of files.pages.filter(({ path }) => missing.has(path)))
    sealPage(settings, made, await renderItemPage(made, page), missing.get(page.path), sealed);
  sealDocuments(settings, made, artifactsOf(files, made), sealed);
}

/** The files of items that changed. An item with a file that cannot be made is added to `failed`. */
async function sealItems(settings: Settings, made: Plan, search: SearchPass, failed: LeftOut['items']) {
  const sealed = new Map<string, ManifestEntry>();
  const { come } = made.changes.items;
  const byOthers: LeftOut['items'] = [];
  for (const [i, files] of come.entries())
    try {
      settings.step('items', { done: i, of: come.length });
      await settings.files.keepUp();
      await search.keepUp();
      await sealItem(settings, made, files, sealed);
      search.take(files.item);
    } catch (error) {
      if (!(error instanceof ItemError)) throw error;
      (error.isItsOwn ? failed : byOthers).push(leftOut(files.item, error.message));
    }
  if (failed.length === 0) failed.push(...byOthers);
  if (failed.length > 0) return sealed;
  const drawn = come.flatMap(({ card = [] }) => card).map(cardFiles(settings.contentDir));
  await sealMade(settings, made, drawn, sealed, 'cards');
  for (const files of come) keepUnchanged(listed(files), made, sealed);
  markPages(sealed);
  return sealed;
}

/** The files of changed pages that list items. */
async function sealLists(settings: Settings, made: Plan) {
  const sealed = new Map<string, ManifestEntry>();
  const { come } = made.changes.lists;
  const expected = byPath(come.flatMap((page) => filesOfList(made.room, page)));
  for await (const page of renderLists(made)) {
    sealPage(settings, made, page, expected.get(page.path), sealed);
    await settings.files.keepUp();
  }
  sealDocuments(settings, made, come.map((page) => listMarkdown(made.room, page)), sealed); // prettier-ignore
  keepUnchanged(expected.values(), made, sealed);
  markPages(sealed);
  return sealed;
}

/** Everything else that has an address. */
async function sealRoom(settings: Settings, made: Plan, assets: Remembered['assets']) {
  const warnings = new Set<string>();
  const files = madeFiles(made, settings, (line) => warnings.add(line));
  for (const file of files.filter(isOfKit)) made.sizes.set(file.path, await sizeOf(file, made));
  const pages = [...filesOfList(made.room, made.timeline), ...docsFiles(made)];
  const expected = byPath<Expected>([...pages, ...made.artifacts, ...files]);
  const sealed = new Map(assets);
  settings.step('pages');
  for await (const page of renderOtherPages(made)) sealPage(settings, made, page, expected.get(page.path), sealed);
  settings.step('documents');
  sealDocuments(settings, made, made.artifacts, sealed);
  await sealMade(settings, made, files, sealed, 'pictures');
  for (const line of [...warnings].sort()) settings.warn(`Build: ${line}`);
  keepUnchanged(expected.values(), made, sealed);
  await sealMedia(settings, made, sealed);
  keepRetired(made, sealed);
  markPages(sealed);
  if (made.room.nexus) sealed.get(nexusPath)!.frame = true;
  return sealed;
}

/** Everything with an address; undefined where pages of items could not be rendered. */
async function seal(
  settings: Settings,
  outcome: Plan,
  search: SearchPass,
  failed: LeftOut['items'],
): Promise<ReleaseEntries | undefined> {
  settings.step('items');
  const items = await sealItems(settings, outcome, search, failed);
  if (failed.length > 0) {
    await settings.files.finish();
    return undefined;
  }
  settings.step('lists');
  const lists = await sealLists(settings, outcome);
  const assets = sealAssets(settings, outcome);
  const ofRoom = await sealRoom(settings, outcome, assets);
  settings.step('search');
  const bundles = sealSearch(settings, outcome, await search.files());
  settings.step('files');
  await settings.files.finish();
  const entries = allEntries(outcome, { items, lists, bundles, ofRoom });
  settings.tree.complete(entries, settings.previous?.dir);
  const facts = { items: outcome.items, pages: outcome.lists, lists: outcome.apiLists, frame: outcome.frame };
  const files = { bundles, assets, assetsDir: settings.assetsDir, ofRoom };
  remembered.set(entries, { ...facts, ...files, searched: searched(outcome.room) });
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
  const come = made.changes.items.come.map(({ item }) => item);
  const entries = await withSearch(made, come, (search) => seal(settings, made, search, failed));
  if (!entries) return { frame, failed };
  const { tree, baseUrl, stamp: content } = settings;
  const release = made.bundlesLater.length > 0 ? settings.unfinished! : settings.release;
  settings.step('private');
  const ofSidecar = writePrivate(settings, made);
  settings.step('texts');
  const indexes = writeTextIndexes(settings, made);
  settings.step('links');
  borrowHosting(tree.dir, settings.previous?.dir);
  updateLinks(tree, settings.codeHash, { baseUrl, entries });
  settings.step('manifest');
  const manifest = { release, baseUrl, content, entries };
  const others = [...ofSidecar, ...indexes];
  return { frame, failed, manifest: writeManifest(settings, manifest, others, changedTexts(made)) };
}

/** Pages read the plan of the build that is under way (plan.ts), so that a process makes one release at a time. */
const oneAtATime = new PQueue({ concurrency: 1 });

export function openSite(): Site {
  let frame: Frame | undefined;
  /** Tries again without the items whose pages fail; only a room with such items pays for it. */
  async function build(settings: BuildSettings): Promise<BuiltManifest> {
    const leftOut: LeftOut['items'] = [];
    for (;;) {
      const tree = openTree(settings.releaseDir, settings.files, leftOut.length > 0 ? undefined : settings.old);
      const made = await attempt({ ...settings, tree }, leftOut, frame);
      frame = made.frame;
      if (made.manifest) return made.manifest;
      leftOut.push(...made.failed);
    }
  }
  return {
    build: (settings) => oneAtATime.add(() => build(settings)),
    host: async (release) => {
      if (!hasHosting(release.dir)) await writeHosting(release);
    },
    remembers: (entries) => remembered.has(entries),
    unmadePictures,
    makePictures,
    makeSearch: () => makeAhead(plan()),
  };
}
