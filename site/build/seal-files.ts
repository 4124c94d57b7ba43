// The file work of sealing: validators and compressed variants of what is new, and links to what the live release has.
import { copyFileSync, linkSync, readdirSync, readFileSync, utimesSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { join, relative, sep } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import PQueue from 'p-queue';
import { inChunks } from '#domain/arrays.ts';
import { sha256 } from '#domain/ids.ts';
import { isCopy } from '#domain/items/places.ts';
import { differenceOf } from '#domain/lists/parts.ts';
import { bundleOf, markdownPath, searchEntry } from '#domain/links.ts';
import type { Artifact } from '#domain/release/artifact.ts';
import type { ManifestEntry } from '#domain/release/manifest.ts';
import { ReleaseEntries } from '#domain/release/release-entries.ts';
import type { BuildSettings, CompressedSizes } from '#domain/release/site-entry.ts';
import { creatorChangedAt } from '#domain/room.ts';
import { listed } from '../release/item-files.ts';
import type { SearchBundle } from '../release/search-bundles.ts';
import { tokensOfBytes } from '#domain/text/token-estimate.ts';
import { type Expected, filesOfList, unplanned } from './expected.ts';
import { fileOf, type MadeFile } from './made/made-file.ts';
import { publishedBytes } from './made/pictures.ts';
import type { Plan } from './plan.ts';
import { type Remembered, remembered } from './remembered.ts';
import type { FreshBundles, SearchFile } from './search-files.ts';
import type { Rendered } from './render.ts';
import { placeOf, type Tree } from './tree.ts';

/** The tree, with the settings of its build. */
export interface Settings extends BuildSettings {
  tree: Tree;
}
type Entries = Map<string, ManifestEntry>;

const compressFrom = 8 * 1024;
const compressible = /^(text\/|application\/([\w.-]+\+)?(json|xml|x-ndjson)|image\/svg)/;

const isCompressed = ({ length }: Buffer, type: string): boolean => length >= compressFrom && compressible.test(type);

const wholeSeconds = (instant: string | number) => new Date(instant).toISOString().replace(/\.\d+Z$/, 'Z');

/** A changed body must look newer than the one before, or If-Modified-Since would hide the change (RFC 9110 §13.1.3). */
function lastModified(changedAt: string, before: ManifestEntry | undefined): string {
  const own = wholeSeconds(changedAt);
  if (!before || before.lastModified < own) return own;
  return wholeSeconds(new Date(before.lastModified).getTime() + 1000);
}

const isForModels = ({ path, type }: Expected): boolean => type.startsWith('text/markdown') || path.startsWith('/llms');

const isSame = (before: ManifestEntry | undefined, etag: string, file: string, expected: Expected): boolean =>
  before?.etag === etag && before.file === file && !before.private === !expected.private;

/** Bytes that the live release has too stay as they are there, others are put in their place. `encodings` is filled in when the file is written. */
function sealFile(settings: Settings, plan: Plan, file: string, bytes: Buffer, expected: Expected): ManifestEntry {
  const { tree } = settings;
  const place = placeOf({ ...expected, file });
  // Also if the live release has the same bytes: what counts as a secret may have changed.
  settings.files.check(place, bytes);
  const etag = sha256(bytes).slice(0, 32);
  const before = plan.previous?.entries.get(expected.path);
  const facts = {
    ...(isForModels(expected) && { tokens: tokensOfBytes(bytes.length) }),
    ...(expected.key && { key: expected.key }),
    ...(expected.private && { private: true }),
  };
  if (before && isSame(before, etag, file, expected)) {
    const { key: _, retired: __, ...same } = before;
    const entry = { ...same, ...facts };
    return isDeepStrictEqual(entry, before) ? before : entry;
  }
  const modified = lastModified(expected.changedAt, before);
  const sizes: CompressedSizes | undefined = isCompressed(bytes, expected.type) ? {} : undefined;
  tree.put(place, bytes, modified, sizes);
  return {
    file,
    type: expected.type,
    etag,
    lastModified: modified,
    size: bytes.length,
    ...(sizes && { encodings: sizes }),
    ...facts,
  };
}

/** The entries of the live release that are not of items or lists. If another process made that release, all of its entries. */
const entriesBefore = ({ previous }: Plan): ReadonlyMap<string, ManifestEntry> =>
  (previous && remembered.get(previous.entries)?.ofRoom) ?? previous?.entries ?? new Map();

/** Style sheets, scripts and fonts of the compiled pages. Their folder never changes, so they are read once. */
export function sealAssets(settings: Settings, plan: Plan): ReadonlyMap<string, ManifestEntry> {
  const { assetsDir } = settings;
  const before = plan.previous && remembered.get(plan.previous.entries);
  if (before?.assetsDir === assetsDir) return before.assets;
  const assets: Entries = new Map();
  const found = readdirSync(assetsDir, { recursive: true, withFileTypes: true });
  for (const entry of found.filter((entry) => entry.isFile())) {
    const path = join(entry.parentPath, entry.name);
    const file = relative(assetsDir, path).split(sep).join('/');
    assets.set(`/${file}`, sealFile(settings, plan, file, readFileSync(path), unplanned(file, plan)));
  }
  return assets;
}

export function sealPage(
  settings: Settings,
  plan: Plan,
  { file, bytes }: Rendered,
  expected: Expected | undefined,
  entries: Entries,
): void {
  const facts = expected ?? unplanned(file, plan);
  entries.set(facts.path, sealFile(settings, plan, file, bytes, facts));
}

/** The documents that the live release has not. */
export function sealDocuments(settings: Settings, plan: Plan, artifacts: Artifact[], entries: Entries): void {
  for (const artifact of artifacts) {
    if (plan.isLive(artifact)) continue;
    const bytes = Buffer.from(artifact.body());
    entries.set(artifact.path, sealFile(settings, plan, artifact.file, bytes, artifact));
  }
}

/** Made while others are written: libvips works on threads of its own. */
const madeTogether = 2 * availableParallelism();
/** With ten thousand files in the queue, the closures and promises alone take tens of megabytes. */
const queuedAtOnce = 200;

/**
 * Makes the pictures and other files that the live release lacks, and reports progress under the name of the step.
 * The entries are added in the given order, whichever file is ready first.
 */
export async function sealMade(
  settings: Settings,
  plan: Plan,
  made: MadeFile[],
  entries: Entries,
  step: string,
): Promise<void> {
  const queue = new PQueue({ concurrency: madeTogether });
  const missing = made.filter((file) => !plan.isLive(file));
  settings.step(step);
  for (const [n, next] of inChunks(missing, queuedAtOnce).entries()) {
    settings.step(step, { done: n * queuedAtOnce, of: missing.length });
    const sealed = await queue.addAll(
      next.map((file) => async () => sealFile(settings, plan, fileOf(file), await file.make(), file)),
    );
    next.forEach(({ path }, i) => entries.set(path, sealed[i]!));
    await settings.files.keepUp();
  }
}

/** The search bundles of the live release, by folder. */
function bundlesBefore({ previous }: Plan): Remembered['bundles'] {
  const known = previous && remembered.get(previous.entries);
  if (known) return known.bundles;
  const found = new Map<string, Entries>();
  for (const [path, entry] of previous?.entries ?? []) {
    const folder = bundleOf(path);
    if (folder) found.set(folder, (found.get(folder) ?? new Map<string, ManifestEntry>()).set(path, entry));
  }
  return found;
}

/**
 * The bundles of the static search: those of the live release, and the `fresh` ones. Old ones do not stay as assets do:
 * what was retracted, or has a price now, may be in them.
 */
export function sealSearch(settings: Settings, plan: Plan, fresh: FreshBundles): Remembered['bundles'] {
  const before = bundlesBefore(plan);
  const seal = ({ path: folder, key }: SearchBundle, files: SearchFile[]): Entries => {
    const entries: Entries = new Map();
    for (const { path: name, bytes } of files) {
      const path = `${folder}/${name}`;
      const facts = { ...unplanned(path.slice(1), plan), ...(path === folder + searchEntry && { key }) };
      entries.set(path, sealFile(settings, plan, path.slice(1), bytes, facts));
    }
    return entries;
  };
  return new Map(
    plan.bundles.map((bundle) => {
      const files = fresh.get(bundle.path);
      return [bundle.path, files ? seal(bundle, files) : before.get(bundle.path)!];
    }),
  );
}

function entryBefore(path: string, { previous }: Plan): ManifestEntry {
  const before = previous?.entries.get(path);
  if (!before) throw new Error(`${path} was neither made nor in the live release`);
  return before;
}

/** Everything that the live release already holds and that was therefore not made. */
export function keepUnchanged(expected: Iterable<Expected>, plan: Plan, entries: Entries): void {
  for (const { path } of expected) if (!entries.has(path)) entries.set(path, entryBefore(path, plan));
}

/** Entries of the items and lists that changed, and all others. */
export interface Sealed {
  items: Entries;
  lists: Entries;
  /** Every bundle, changed or not. */
  bundles: Remembered['bundles'];
  ofRoom: Entries;
}

/** All entries of the release. Entries that equal those of the live release are the same objects. */
export function allEntries(
  { previous, changes, room }: Plan,
  { items, lists, bundles, ofRoom }: Sealed,
): ReleaseEntries {
  const before = previous && remembered.get(previous.entries);
  const { come, gone } = differenceOf([...(before?.bundles.values() ?? [])], [...bundles.values()]);
  const all = new Map([...items, ...lists, ...come.flatMap((bundle) => [...bundle]), ...ofRoom]);
  if (!previous) return new ReleaseEntries(all);
  if (!before) return new ReleaseEntries(all).asKnown(previous.entries);
  const old = [
    ...changes.items.gone.flatMap((files) => [...listed(files)].map(({ path }) => path)),
    ...changes.lists.gone.flatMap((page) => filesOfList(room, page).map(({ path }) => path)),
    ...gone.flatMap((bundle) => [...bundle.keys()]),
    ...before.ofRoom.keys(),
  ];
  return previous.entries.with(all, old.filter((path) => !all.has(path))); // prettier-ignore
}

/** The creator's pictures and the room's copies, from content/media. */
export async function sealMedia(settings: Settings, plan: Plan, entries: Entries): Promise<void> {
  for (const one of [...plan.room.media, ...(plan.room.recordings ?? [])]) {
    const { file, type, bytes, sha256: digest } = one;
    const path = `/media/${file}`;
    const etag = digest.slice(0, 32);
    const before = plan.previous?.entries.get(path);
    if (before?.etag === etag) {
      entries.set(path, before);
      continue;
    }
    const entry = { file: `media/${file}`, type, etag, size: bytes };
    if ('hasNotes' in one) settings.tree.write(placeOf(entry), await publishedBytes(settings.contentDir, one));
    else {
      // The creator may write into a picture; a copy is only ever replaced.
      const how = isCopy({ file }) ? linkSync : copyFileSync;
      settings.tree.bring(how, join(settings.contentDir, 'media', file), placeOf(entry));
    }
    const modified = lastModified(creatorChangedAt(plan.room.creator), before);
    utimesSync(join(settings.tree.dir, placeOf(entry)), new Date(modified), new Date(modified));
    entries.set(path, { ...entry, lastModified: modified });
  }
}

/** Hashed assets of the release before stay for one more release: pages that are still open ask for them. */
export function keepRetired(plan: Plan, entries: Entries): void {
  for (const [path, before] of entriesBefore(plan)) {
    if (!/^\/(_astro|pictures)\//.test(path) || entries.has(path) || before.retired) continue;
    entries.set(path, { ...before, retired: true });
  }
}

/** Pages say that they lie as Markdown, too. */
export function markPages(entries: Entries): void {
  for (const [path, entry] of entries) {
    if (!entry.type.startsWith('text/html')) continue;
    const isThere = entries.has(markdownPath(path));
    if (isThere === (entry.markdown === true)) continue;
    const { markdown: _, ...page } = entry;
    entries.set(path, isThere ? { ...page, markdown: true } : page);
  }
}
