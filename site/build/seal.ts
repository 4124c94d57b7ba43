// Turns the outputs of a build into pages of a release: reuses unchanged pages, makes the others, and adds validators.
import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { forEachConcurrently } from '#domain/arrays.ts';
import { sha256 } from '#domain/ids.ts';
import { isCopy } from '#domain/items/media-replacements.ts';
import { searchBundleFolder, markdownPath, searchEntry } from '#domain/links.ts';
import { releaseFileName } from '#domain/release/artifact.ts';
import { etagLength, type ReleasePage } from '#domain/release/page.ts';
import type { BuildSettings, CompressedSizes } from '#domain/release/site-entry.ts';
import { creatorChangedAt, indexUpdatedAt, type Room } from '#domain/room.ts';
import { estimateTokensOfBytes } from '#domain/text/token-estimate.ts';
import type { SearchBundle } from '../release/search-bundles.ts';
import { readPublishedPicture } from './made/pictures.ts';
import type { ReleaseOutput } from './made/made-file.ts';
import { mediaTypeOfFile } from './outputs.ts';
import { makeBundles } from './search-files.ts';

/** Pages of a release in progress, by path. */
export type SealedPages = Map<string, ReleasePage>;

const compressFrom = 8 * 1024;
const compressible = /^(text\/|application\/([\w.-]+\+)?(json|xml|x-ndjson)|image\/svg)/;

const isCompressed = ({ length }: Buffer, type: string): boolean => length >= compressFrom && compressible.test(type);

const wholeSeconds = (instant: string | number) => new Date(instant).toISOString().replace(/\.\d+Z$/, 'Z');

/**
 * Returns the modification date. A changed body must be newer than the previous one, or If-Modified-Since would hide
 * the change (RFC 9110 §13.1.3).
 */
function lastModified(changedAt: string, etag: string, before: ReleasePage | undefined): string {
  const own = wholeSeconds(changedAt);
  if (before?.etag === etag) return before.lastModified;
  if (!before || before.lastModified < own) return own;
  return wholeSeconds(new Date(before.lastModified).getTime() + 1000);
}

const isForModels = ({ path, type }: ReleaseOutput): boolean =>
  type.startsWith('text/markdown') || path.startsWith('/llms');

type OutputFacts = Omit<ReleaseOutput, 'make'>;

/** Returns true if the live page equals the output. A price makes a page private without changing its bytes. */
const isLive = (live: ReleasePage | undefined, { inputs, private: isPrivate }: OutputFacts): live is ReleasePage =>
  inputs !== undefined && live?.inputs === inputs && !live.private === !isPrivate && !live.retired;

function sealBytes({ live, objects }: BuildSettings, output: ReleaseOutput, bytes: Buffer): ReleasePage {
  const { path, type, changedAt, inputs } = output;
  const file = releaseFileName(path, type);
  // Bytes of the live release are checked too, because the secrets may have changed.
  objects.check(file, bytes);
  const before = live.get(path);
  const etag = sha256(bytes).slice(0, etagLength);
  const page: ReleasePage = {
    file,
    type,
    etag,
    lastModified: lastModified(changedAt, etag, before),
    size: bytes.length,
    ...(isForModels(output) && { tokens: estimateTokensOfBytes(bytes.length) }),
    ...(inputs && { inputs }),
    ...(output.private && { private: true }),
  };
  const packed = isCompressed(bytes, type);
  objects.write({ etag, bytes, isCompressed: packed }, (sizes: CompressedSizes) => {
    if (packed) page.encodings = sizes;
  });
  return page;
}

/** Reuses the live page if it equals the output. Returns true if it does. */
export function reuseLivePage({ live }: BuildSettings, output: OutputFacts, pages: SealedPages): boolean {
  const page = live.get(output.path);
  if (!isLive(page, output)) return false;
  pages.set(output.path, page);
  return true;
}

async function sealOutput(settings: BuildSettings, output: ReleaseOutput, pages: SealedPages): Promise<void> {
  pages.set(output.path, sealBytes(settings, output, await output.make()));
  await settings.objects.keepUp();
}

/** Reuses or makes the pages, one after the other. */
export async function sealEach(settings: BuildSettings, outputs: ReleaseOutput[], pages: SealedPages): Promise<void> {
  for (const output of outputs) if (!reuseLivePage(settings, output, pages)) await sealOutput(settings, output, pages);
}

/** Number of pictures that are made concurrently; libvips has its own threads. */
const madeTogether = 2 * availableParallelism();
/** Seals outputs that take long, concurrently, and reports progress under the name of the step. */
export async function sealTogether(
  settings: BuildSettings,
  outputs: ReleaseOutput[],
  pages: SealedPages,
  step: string,
): Promise<void> {
  settings.step(step);
  const missing = outputs.filter((output) => !reuseLivePage(settings, output, pages));
  let count = 0;
  await forEachConcurrently(missing, madeTogether, (output) => {
    settings.step(step, { done: count++, of: missing.length });
    return sealOutput(settings, output, pages);
  });
}

const bundleOutput = (
  room: Room,
  { path: folder, inputs }: SearchBundle,
  name: string,
  bytes: Buffer,
): ReleaseOutput => {
  const path = `${folder}/${name}`;
  const entry = path === folder + searchEntry ? { inputs } : {};
  return { path, type: mediaTypeOfFile(path), changedAt: indexUpdatedAt(room), ...entry, make: () => bytes };
};

/** Seals the files of the static search. Old bundles are not retained, because they may contain retracted items. */
export async function sealSearch(
  settings: BuildSettings,
  room: Room,
  bundles: SearchBundle[],
  pages: SealedPages,
): Promise<void> {
  const { live } = settings;
  const isMade = ({ path, inputs }: SearchBundle) => live.get(path + searchEntry)?.inputs === inputs;
  const folders = new Set(bundles.filter(isMade).map(({ path }) => path));
  if (folders.size > 0)
    for (const [path, page] of live) if (folders.has(searchBundleFolder(path) ?? '')) pages.set(path, page);
  await makeBundles(
    bundles.filter((bundle) => !isMade(bundle)),
    (bundle, files) => {
      for (const { path, bytes } of files) {
        const output = bundleOutput(room, bundle, path, bytes);
        pages.set(output.path, sealBytes(settings, output, bytes));
      }
    },
  );
}

/** Seals the creator's pictures and the room's copies in content/media. */
export async function sealMedia(
  settings: BuildSettings,
  { media, recordings = [], creator }: Room,
  pages: SealedPages,
): Promise<void> {
  const { live, objects, contentDir } = settings;
  const changedAt = creatorChangedAt(creator);
  for (const one of [...media, ...recordings]) {
    const path = `/media/${one.file}`;
    const facts = { path, type: one.type, changedAt, inputs: one.sha256 };
    const before = live.get(path);
    if (isLive(before, facts)) {
      pages.set(path, before);
    } else if ('hasMetadata' in one) {
      const bytes = await readPublishedPicture(contentDir, one);
      pages.set(path, sealBytes(settings, { ...facts, make: () => bytes }, bytes));
    } else {
      const etag = one.sha256.slice(0, etagLength);
      // The creator may change a picture in place, so it is copied. The room only replaces its copies.
      objects.link(etag, join(contentDir, 'media', one.file), isCopy(one) ? 'link' : 'copy');
      const { type, inputs } = facts;
      pages.set(path, {
        file: path.slice(1),
        type,
        etag,
        lastModified: lastModified(changedAt, etag, before),
        size: one.bytes,
        inputs,
      });
    }
  }
}

/** Retains hashed assets of the live release for one more release, because open pages may still request them. */
export function retainRetiredAssets(live: BuildSettings['live'], pages: SealedPages): void {
  for (const [path, page] of live)
    if (/^\/(_astro|pictures)\//.test(path) && !pages.has(path) && !page.retired)
      pages.set(path, { ...page, retired: true });
}

/** Marks pages that are available as Markdown. */
export function markPagesWithMarkdown(pages: SealedPages): void {
  for (const [path, page] of pages) {
    if (!page.type.startsWith('text/html')) continue;
    const isThere = pages.has(markdownPath(path));
    if (isThere === (page.markdown === true)) continue;
    const { markdown: _, ...others } = page;
    pages.set(path, isThere ? { ...others, markdown: true } : others);
  }
}
