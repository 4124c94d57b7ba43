// What is built: whether the live release is whole and has the address of this room.
import { existsSync, readlinkSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Manifest } from '#domain/release/manifest.ts';
import type { Settings } from '../../sidecar/settings/settings.ts';
import { type Found, ok, problem } from './finding.ts';

const shownAtMost = 3;
const rebuild = { fix: 'npm run build' };

function liveFolder(distDir: string): string | undefined {
  try {
    return join(distDir, readlinkSync(join(distDir, 'current')));
  } catch {
    return undefined;
  }
}

export async function checkRelease({ distDir, baseUrl }: Pick<Settings, 'distDir' | 'baseUrl'>): Promise<Found[]> {
  const folder = liveFolder(distDir);
  if (!folder) return [problem(`there is no release in ${distDir}`, rebuild)];
  const text = await readFile(join(folder, 'manifest.json'), 'utf8').catch(() => undefined);
  if (text === undefined) return [problem(`${folder} is gone or damaged`, rebuild)];
  const manifest = JSON.parse(text) as Manifest;
  const paths = Object.values(manifest.entries).map(({ file, private: isPrivate }) =>
    join(folder, isPrivate ? 'private' : 'public', file),
  );
  const missing = paths.filter((path) => !existsSync(path));
  if (missing.length > 0) {
    const shown = missing.slice(0, shownAtMost).join(', ');
    return [problem(`${missing.length} files of the live release are missing: ${shown}`, rebuild)];
  }
  if (manifest.baseUrl !== baseUrl)
    return [problem(`it was built for ${manifest.baseUrl}, but BASE_URL is ${baseUrl}`, rebuild)];
  return [ok(`release ${manifest.release} has all its ${paths.length} files`)];
}
