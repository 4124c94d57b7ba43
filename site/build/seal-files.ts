// The file work of sealing. Links share bytes with the live release, so that only what changed is written.
import { copyFile, link, mkdir, readdir, readFile, rename, rm, utimes, writeFile } from 'node:fs/promises';
import { dirname, join, relative, sep } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import { sha256 } from '#domain/ids.ts';
import { type Encoding, encodingSuffix, type ManifestEntry } from '#domain/manifest.ts';
import { type Expected, unplanned } from './expected.ts';
import type { Plan } from './plan.ts';
import type { buildSettings } from './settings.ts';

type Settings = ReturnType<typeof buildSettings>;
type Entries = Map<string, ManifestEntry>;

const compressFrom = 8 * 1024;
const compressible = /^(text\/|application\/(json|xml|x-ndjson)|image\/svg)/;

const compressors: Record<Encoding, (bytes: Buffer) => Promise<Buffer>> = {
  br: (bytes) => promisify(brotliCompress)(bytes, { params: { [constants.BROTLI_PARAM_QUALITY]: 6 } }),
  gzip: (bytes) => promisify(gzip)(bytes, { level: 6 }),
};

const folderOf = (release: string, entry: { private?: boolean }) => join(release, entry.private ? 'private' : 'public');

async function linkOrCopy(from: string, to: string): Promise<void> {
  await mkdir(dirname(to), { recursive: true });
  await link(from, to).catch(() => copyFile(from, to));
}

/** Brings a file of the live release, and its compressed variants, into the new one. */
async function linkEntry(settings: Settings, entry: ManifestEntry): Promise<void> {
  const suffixes = ['', ...Object.keys(entry.encodings ?? {}).map((encoding) => encodingSuffix[encoding as Encoding])];
  for (const suffix of suffixes) {
    const name = entry.file + suffix;
    await linkOrCopy(
      join(folderOf(settings.previousDir, entry), name),
      join(folderOf(settings.releaseDir, entry), name),
    );
  }
}

async function compress(path: string, bytes: Buffer, type: string): Promise<ManifestEntry['encodings']> {
  if (bytes.length < compressFrom || !compressible.test(type)) return undefined;
  const sizes: NonNullable<ManifestEntry['encodings']> = {};
  for (const [encoding, run] of Object.entries(compressors) as [Encoding, (typeof compressors)[Encoding]][]) {
    const small = await run(bytes);
    if (small.length > bytes.length * 0.9) continue;
    await writeFile(path + encodingSuffix[encoding], small);
    sizes[encoding] = small.length;
  }
  return sizes;
}

const wholeSeconds = (instant: string | number) => new Date(instant).toISOString().replace(/\.\d+Z$/, 'Z');

/** A changed body must look newer than the one before, or If-Modified-Since would hide the change (RFC 9110 §13.1.3). */
function lastModified(changedAt: string, before: ManifestEntry | undefined): string {
  const own = wholeSeconds(changedAt);
  if (!before || before.lastModified < own) return own;
  return wholeSeconds(new Date(before.lastModified).getTime() + 1000);
}

async function sealFile(
  publicDir: string,
  file: string,
  expected: Expected,
  settings: Settings,
  plan: Plan,
): Promise<ManifestEntry> {
  const bytes = await readFile(join(publicDir, file));
  const etag = sha256(bytes).slice(0, 32);
  const before = plan.previous?.entries[expected.path];
  const facts = { ...(expected.key && { key: expected.key }), ...(expected.private && { private: true }) };
  if (before?.etag === etag && before.file === file && !before.private === !expected.private) {
    const { key: _, retired: __, ...same } = before;
    await rm(join(publicDir, file));
    await linkEntry(settings, before);
    return { ...same, ...facts };
  }
  const path = join(folderOf(settings.releaseDir, expected), file);
  await mkdir(dirname(path), { recursive: true });
  if (expected.private) await rename(join(publicDir, file), path);
  const modified = lastModified(expected.changedAt, before);
  const sizes = await compress(path, bytes, expected.type);
  for (const suffix of ['', ...Object.keys(sizes ?? {}).map((encoding) => encodingSuffix[encoding as Encoding])]) {
    await utimes(path + suffix, new Date(modified), new Date(modified));
  }
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

/** Every file that Astro wrote in this build. */
export async function sealEmitted(
  publicDir: string,
  settings: Settings,
  expected: Map<string, Expected>,
  plan: Plan,
  entries: Entries,
): Promise<void> {
  const found = await readdir(publicDir, { recursive: true, withFileTypes: true });
  const files = found
    .filter((entry) => entry.isFile())
    .map((entry) => relative(publicDir, join(entry.parentPath, entry.name)));
  for (const file of files.map((name) => name.split(sep).join('/')).sort()) {
    const facts = expected.get(file) ?? unplanned(file, plan);
    entries.set(facts.path, await sealFile(publicDir, file, facts, settings, plan));
  }
}

/** Everything that the live release already holds and Astro therefore did not render. */
export async function linkUnchanged(
  settings: Settings,
  expected: Map<string, Expected>,
  plan: Plan,
  entries: Entries,
): Promise<void> {
  for (const { path } of expected.values()) {
    if (entries.has(path)) continue;
    const before = plan.previous?.entries[path];
    if (!before) throw new Error(`${path} was neither rendered nor in the live release`);
    await linkEntry(settings, before);
    entries.set(path, before);
  }
}

/** The creator's pictures, linked from content/media. */
export async function linkMedia(settings: Settings, plan: Plan, entries: Entries): Promise<void> {
  for (const { file, type, bytes, sha256: digest } of plan.room.media) {
    const path = `/media/${file}`;
    const target = join(settings.releaseDir, 'public', 'media', file);
    await mkdir(dirname(target), { recursive: true });
    await copyFile(join(settings.contentDir, 'media', file), target);
    const etag = digest.slice(0, 32);
    const before = plan.previous?.entries[path];
    const modified =
      before?.etag === etag
        ? before.lastModified
        : lastModified(`${plan.room.creator.updatedAt ?? '1970-01-01'}T00:00:00Z`, before);
    await utimes(target, new Date(modified), new Date(modified));
    entries.set(path, { file: `media/${file}`, type, etag, lastModified: modified, size: bytes });
  }
}

/** Hashed assets of the release before stay for one more release: pages that are still open ask for them. */
export async function linkRetired(settings: Settings, plan: Plan, entries: Entries): Promise<void> {
  for (const [path, before] of Object.entries(plan.previous?.entries ?? {})) {
    if (!path.startsWith('/_astro/') || entries.has(path) || before.retired) continue;
    await linkEntry(settings, before);
    entries.set(path, { ...before, retired: true });
  }
}
