// The folder of a fetched release: a link to the objects, the few files at no address, and the manifest.
import { mkdir, readFile, rename, rm, symlink, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { pid } from 'node:process';
import {
  deltaFile,
  type Manifest,
  type ManifestDelta,
  type ManifestEntry,
  manifestText,
} from '#domain/release/manifest.ts';
import { nameOf, partsOf, type StoredDelta, type StoredRelease } from './stored.ts';

const here = (entries: Iterable<[string, ManifestEntry]>): Manifest['entries'] => {
  const placed: Manifest['entries'] = {};
  for (const [path, entry] of entries) placed[path] = { ...entry, file: `objects/${entry.file}` };
  return placed;
};

/** Reads the folder of a fetched release back into the form that it has in the bucket. */
export async function readFolder(dir: string): Promise<StoredRelease | undefined> {
  const text = await readFile(join(dir, 'manifest.json'), 'utf8').catch(() => undefined);
  if (text === undefined) return undefined;
  const { isFetched, entries, ...facts } = JSON.parse(text) as Manifest;
  if (!isFetched) return undefined;
  const stored = Object.entries(entries).map(([path, entry]) => [path, { ...entry, file: nameOf(entry) }] as const);
  return { ...facts, entries: Object.fromEntries(stored), parts: {}, leftovers: [] };
}

/** Assembles a file; most of its parts are in the file of the release before. */
async function assemble(
  path: string,
  names: string[],
  before: string | undefined,
  fetchPart: (name: string) => Promise<Buffer>,
): Promise<Buffer> {
  const bytes = before === undefined ? undefined : await readFile(join(before, path)).catch(() => undefined);
  const known = new Map(bytes ? partsOf(path, bytes) : []);
  return Buffer.concat(await Promise.all(names.map((name) => known.get(name) ?? fetchPart(name))));
}

interface FolderParts {
  dir: string;
  /** Folder of the release that is live here. */
  before: string | undefined;
  facts: Omit<StoredDelta, 'changed' | 'gone'>;
  entries: Iterable<[string, ManifestEntry]>;
  /** What is different from the live one, where that is known. */
  delta: { from: string; changed: Manifest['entries']; gone: string[] } | undefined;
  fetchPart: (name: string) => Promise<Buffer>;
}

export async function makeFolder({ dir, before, facts, entries, delta, fetchPart }: FolderParts): Promise<void> {
  const making = `${dir}.${pid}.fetching`;
  await rm(making, { recursive: true, force: true });
  for (const folder of ['public', 'private']) {
    await mkdir(join(making, folder), { recursive: true });
    await symlink(join('..', '..', '..', 'objects'), join(making, folder, 'objects'));
  }
  const { parts, ...others } = facts;
  for (const [path, names] of Object.entries(parts)) {
    await mkdir(dirname(join(making, path)), { recursive: true });
    await writeFile(join(making, path), await assemble(path, names, before, fetchPart));
  }
  const about = { ...others, isFetched: true as const };
  const said: ManifestDelta | undefined = delta && {
    ...about,
    ...delta,
    changed: here(Object.entries(delta.changed)),
  };
  if (said) await writeFile(join(making, deltaFile), JSON.stringify(said));
  await writeFile(join(making, 'manifest.json'), manifestText({ ...about, entries: here(entries) }));
  await rm(dir, { recursive: true, force: true });
  await rename(making, dir);
}
