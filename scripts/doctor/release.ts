// What is built: whether the live release is whole and has the address of this room.
import { readlinkSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Manifest } from '#domain/release/manifest.ts';
import type { Settings } from '../../sidecar/settings/settings.ts';
import { damageOf } from '../../sidecar/release/damage.ts';
import { type Found, ok, problem } from './finding.ts';

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
  const damage = await damageOf(folder);
  if (damage) return [problem(`the live release is damaged: ${damage}`, rebuild)];
  const manifest = JSON.parse(await readFile(join(folder, 'manifest.json'), 'utf8')) as Manifest;
  if (manifest.baseUrl !== baseUrl)
    return [problem(`it was built for ${manifest.baseUrl}, but BASE_URL is ${baseUrl}`, rebuild)];
  return [ok(`release ${manifest.release} is whole: ${Object.keys(manifest.entries).length} addresses`)];
}
