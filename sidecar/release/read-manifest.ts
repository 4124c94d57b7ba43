// Reads the manifest of a release whole, for those who walk all of its entries.
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { builtManifest, type BuiltManifest, builtOnBase } from '#domain/release/built-manifest.ts';
import { baseFile, type Manifest } from '#domain/release/manifest.ts';

const read = async (path: string): Promise<Manifest> => JSON.parse(await readFile(path, 'utf8'));

/** Of the release in this folder. Entries that are the same in `known` are its objects. */
export async function readManifest(dir: string, known?: BuiltManifest): Promise<BuiltManifest> {
  const manifest = await read(join(dir, 'manifest.json'));
  if (!manifest.base) return builtManifest(manifest, known);
  const base = builtManifest(await read(join(dir, baseFile)), known?.base ? { ...known, entries: known.base } : known);
  return builtOnBase(manifest, base);
}
