// Computes the digest of all program files that shape the output of some folders.
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { readdir } from 'node:fs/promises';
import { join, relative } from 'node:path';
import { sha256 } from '#domain/ids.ts';
import { root } from '../settings.ts';
import { createFileCache } from './file-cache.ts';

const digests = createFileCache<string>();
const fileDigest = (path: string): string => digests(path, () => sha256(readFileSync(path)));

export async function hashCode(...folders: string[]): Promise<string> {
  const hash = createHash('sha256');
  const read = (folder: string) => readdir(join(root, folder), { recursive: true, withFileTypes: true });
  const entries = (await Promise.all(folders.map(read))).flat();
  const files = entries.filter((entry) => entry.isFile() && !entry.name.endsWith('.test.ts'));
  const paths = files.map((entry) => join(entry.parentPath, entry.name)).sort();
  for (const path of [...paths, join(root, 'astro.config.mjs'), join(root, 'package-lock.json')])
    hash.update(`${relative(root, path)}\0${fileDigest(path)}\n`);
  return hash.digest('hex');
}
