// The manifest of a release as its files say it: where it changes an earlier one, that one lies beside it.
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';

export interface Entry {
  file: string;
  type: string;
  etag: string;
  lastModified: string;
  size: number;
  encodings?: Record<string, number>;
  private?: true;
  frame?: true;
  retired?: boolean;
  markdown?: true;
  key?: string;
}

interface Manifest {
  baseUrl: string;
  base?: { gone: string[] };
  entries: Record<string, Entry>;
}

const read = async (path: string): Promise<Manifest> => JSON.parse(await readFile(path, 'utf8'));

/** Of the release in the folder. */
export async function readManifest(dir: string): Promise<Manifest> {
  const manifest = await read(join(dir, 'manifest.json'));
  if (!manifest.base) return manifest;
  const entries = { ...(await read(join(dir, 'base.json'))).entries, ...manifest.entries };
  for (const path of manifest.base.gone) delete entries[path];
  return { ...manifest, entries };
}
