// Finds what of a release is missing or cut, by the existence and size of its files.
import { statSync } from 'node:fs';
import { join } from 'node:path';
import { setImmediate as giveWay } from 'node:timers/promises';
import type { BuiltManifest } from '#domain/release/built-manifest.ts';
import { type Encoding, encodingSuffix, type Manifest, type ManifestEntry } from '#domain/release/manifest.ts';
import { readManifest } from './read-manifest.ts';

/** Requests wait for these: on a slow disk, a look at one takes 0.03 ms. */
const statedAtOnce = 20;

export type NamedFiles = Iterable<[file: string, size: number]>;

/** Every file with its size, relative to the folder of the release. */
export function* filesOf(
  entries: Iterable<ManifestEntry>,
  others: Manifest['others'] | undefined,
): Generator<[file: string, size: number]> {
  for (const { file, private: isPrivate, size, encodings = {} } of entries) {
    const path = `${isPrivate ? 'private' : 'public'}/${file}`;
    yield [path, size];
    for (const [encoding, bytes] of Object.entries(encodings))
      yield [path + encodingSuffix[encoding as Encoding], bytes];
  }
  // A release of an older version does not name them.
  yield* Object.entries(others ?? {});
}

const shownAtMost = 3;

/** What is wrong with the release in this folder, in words; undefined where it is whole. */
export async function damageOf(
  dir: string,
  read: () => Promise<BuiltManifest> = () => readManifest(dir),
): Promise<string | undefined> {
  let manifest: BuiltManifest;
  try {
    manifest = await read();
  } catch (error) {
    return `its manifest.json cannot be read: ${(error as Error).message}`;
  }
  return damageAmong(dir, filesOf(manifest.entries.values(), manifest.others));
}

/** The same, for callers that know which files the manifest names. Gives up, with undefined, once `isWanted` returns false. */
export async function damageAmong(
  dir: string,
  files: NamedFiles,
  isWanted = (): boolean => true,
): Promise<string | undefined> {
  const damaged: string[] = [];
  let looked = 0;
  for (const [file, size] of files) {
    if (looked++ % statedAtOnce === statedAtOnce - 1) {
      await giveWay();
      if (!isWanted()) return undefined;
    }
    if (statSync(join(dir, file), { throwIfNoEntry: false })?.size !== size) damaged.push(file);
  }
  if (damaged.length === 0) return undefined;
  const shown = damaged.slice(0, shownAtMost).join(', ') + (damaged.length > shownAtMost ? ', …' : '');
  return `${damaged.length} of its files are missing or cut: ${shown}`;
}
