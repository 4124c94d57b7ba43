// Reads the manifest of a release whole, for those who walk all of its entries.
import { statSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { builtManifest, type BuiltManifest, builtOnBase } from '#domain/release/built-manifest.ts';
import { baseFile, type Manifest } from '#domain/release/manifest.ts';
import type { ReleaseEntries } from '#domain/release/release-entries.ts';
import type { BuiltRelease } from '#domain/release/site-entry.ts';

const manifestFile = 'manifest.json';

// Given an encoding, readFile decodes piece by piece, which takes several times as long for a long file.
const readJson = async (path: string): Promise<Manifest> => JSON.parse((await readFile(path)).toString());
const inodeOf = (path: string): number | undefined => statSync(path, { throwIfNoEntry: false })?.ino;

/** Releases that follow each other share the file. */
async function readBase(dir: string, known: BuiltRelease | undefined): Promise<ReleaseEntries> {
  const path = join(dir, baseFile);
  if (!known) return builtManifest(await readJson(path)).entries;
  const { base = known.manifest.entries } = known.manifest;
  const itsPath = join(known.dir, known.manifest.base ? baseFile : manifestFile);
  if (inodeOf(itsPath) === inodeOf(path)) return base;
  return builtManifest(await readJson(path)).entries.asKnown(base);
}

/** Of the release in this folder. Entries that are the same in the one that is `known` are its objects. */
export async function readManifest(dir: string, known?: BuiltRelease): Promise<BuiltManifest> {
  const read = await readJson(join(dir, manifestFile));
  const manifest = read.base ? builtOnBase(read, await readBase(dir, known)) : builtManifest(read);
  return known ? { ...manifest, entries: manifest.entries.asKnown(known.manifest.entries) } : manifest;
}
