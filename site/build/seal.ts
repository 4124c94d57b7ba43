// Turns the outputs of a build into pages of a release: keeps what is unchanged, makes the rest, and gives it validators.
import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import PQueue from 'p-queue';
import { sha256 } from '#domain/ids.ts';
import { isCopy } from '#domain/items/media-replacements.ts';
import { searchBundleFolder, markdownPath, searchEntry } from '#domain/links.ts';
import { etagLength, type ReleasePage } from '#domain/release/page.ts';
import type { BuildSettings, CompressedSizes } from '#domain/release/site-entry.ts';
import { creatorChangedAt, indexUpdatedAt, type Room } from '#domain/room.ts';
import { estimateTokensOfBytes } from '#domain/text/token-estimate.ts';
import type { SearchBundle } from '../release/search-bundles.ts';
import { readPublishedPicture } from './made/pictures.ts';
import { type ReleaseOutput, mediaTypeOfFile } from './outputs.ts';
import { makeBundles } from './search-files.ts';

/** Pages of a release in the making, by path. */
export type SealedPages = Map<string, ReleasePage>;

const compressFrom = 8 * 1024;
const compressible = /^(text\/|application\/([\w.-]+\+)?(json|xml|x-ndjson)|image\/svg)/;

const isCompressed = ({ length }: Buffer, type: string): boolean => length >= compressFrom && compressible.test(type);

const wholeSeconds = (instant: string | number) => new Date(instant).toISOString().replace(/\.\d+Z$/, 'Z');

/** A changed body must look newer than the one before, or If-Modified-Since would hide the change (RFC 9110 §13.1.3). */
function lastModified(changedAt: string, etag: string, before: ReleasePage | undefined): string {
  const own = wholeSeconds(changedAt);
  if (before?.etag === etag) return before.lastModified;
  if (!before || before.lastModified < own) return own;
  return wholeSeconds(new Date(before.lastModified).getTime() + 1000);
}

const isForModels = ({ path, type }: ReleaseOutput): boolean =>
  type.startsWith('text/markdown') || path.startsWith('/llms');

/** Returns whether the live page is the output. A price makes a page private without changing a byte of it. */
const isLive = (live: ReleasePage | undefined, { inputs, private: isPrivate }: ReleaseOutput): live is ReleasePage =>
  inputs !== undefined && live?.inputs === inputs && !live.private === !isPrivate && !live.retired;

function sealBytes({ live, objects }: BuildSettings, output: ReleaseOutput, bytes: Buffer): ReleasePage {
  const { path, file, type, changedAt, inputs } = output;
  // Also if the live release has the same bytes: what counts as a secret may have changed.
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

/** Keeps the live page, if it is the output; returns whether it is. */
function reuseLivePage({ live }: BuildSettings, output: ReleaseOutput, pages: SealedPages): boolean {
  const page = live.get(output.path);
  if (!isLive(page, output)) return false;
  pages.set(output.path, page);
  return true;
}

async function sealOutput(settings: BuildSettings, output: ReleaseOutput, pages: SealedPages): Promise<void> {
  pages.set(output.path, sealBytes(settings, output, await output.make()));
  await settings.objects.keepUp();
}

/** Keeps the live pages or makes them, one after the other. */
export async function sealEach(settings: BuildSettings, outputs: ReleaseOutput[], pages: SealedPages): Promise<void> {
  for (const output of outputs) if (!reuseLivePage(settings, output, pages)) await sealOutput(settings, output, pages);
}

/** Pictures are made several at a time: libvips works on threads of its own. */
const madeTogether = 2 * availableParallelism();
/** With ten thousand pictures in the queue, the closures and promises alone take tens of megabytes. */
const queuedAtOnce = 200;

/** Seals outputs that take long, and reports progress under the name of the step. */
export async function sealTogether(
  settings: BuildSettings,
  outputs: ReleaseOutput[],
  pages: SealedPages,
  step: string,
): Promise<void> {
  const queue = new PQueue({ concurrency: madeTogether });
  settings.step(step);
  const missing = outputs.filter((output) => !reuseLivePage(settings, output, pages));
  for (let at = 0; at < missing.length; at += queuedAtOnce) {
    settings.step(step, { done: at, of: missing.length });
    const next = missing.slice(at, at + queuedAtOnce);
    await queue.addAll(next.map((output) => () => sealOutput(settings, output, pages)));
  }
}

const bundleOutput = (
  room: Room,
  { path: folder, inputs }: SearchBundle,
  name: string,
  bytes: Buffer,
): ReleaseOutput => {
  const path = `${folder}/${name}`;
  const file = path.slice(1);
  const entry = path === folder + searchEntry ? { inputs } : {};
  return { path, file, type: mediaTypeOfFile(file), changedAt: indexUpdatedAt(room), ...entry, make: () => bytes };
};

/** The files of the static search. Those of old bundles are not retained: what was retracted may be in them. */
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

/** The creator's pictures and the room's copies, from content/media. */
export async function sealMedia(
  settings: BuildSettings,
  { media, recordings = [], creator }: Room,
  pages: SealedPages,
): Promise<void> {
  const { live, objects, contentDir } = settings;
  const changedAt = creatorChangedAt(creator);
  for (const one of [...media, ...recordings]) {
    const path = `/media/${one.file}`;
    const facts = { path, file: path.slice(1), type: one.type, changedAt, inputs: one.sha256 };
    const before = live.get(path);
    if (isLive(before, { ...facts, make: () => Buffer.alloc(0) })) {
      pages.set(path, before);
    } else if ('hasNotes' in one) {
      const bytes = await readPublishedPicture(contentDir, one);
      pages.set(path, sealBytes(settings, { ...facts, make: () => bytes }, bytes));
    } else {
      const etag = one.sha256.slice(0, etagLength);
      // The creator may write into a picture; a copy is only ever replaced.
      objects.link(etag, join(contentDir, 'media', one.file), isCopy(one) ? 'link' : 'copy');
      const { file, type, inputs } = facts;
      pages.set(path, {
        file,
        type,
        etag,
        lastModified: lastModified(changedAt, etag, before),
        size: one.bytes,
        inputs,
      });
    }
  }
}

/** Hashed assets of the live release stay for one more release: pages that are still open ask for them. */
export function retainRetiredAssets(live: BuildSettings['live'], pages: SealedPages): void {
  for (const [path, page] of live)
    if (/^\/(_astro|pictures)\//.test(path) && !pages.has(path) && !page.retired)
      pages.set(path, { ...page, retired: true });
}

/** Pages say that they are available as Markdown, too. */
export function markPagesWithMarkdown(pages: SealedPages): void {
  for (const [path, page] of pages) {
    if (!page.type.startsWith('text/html')) continue;
    const isThere = pages.has(markdownPath(path));
    if (isThere === (page.markdown === true)) continue;
    const { markdown: _, ...others } = page;
    pages.set(path, isThere ? { ...others, markdown: true } : others);
  }
}
