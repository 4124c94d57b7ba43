// What is built: whether the live release is whole and has the address of this room.
import { readlinkSync } from 'node:fs';
import { join } from 'node:path';
import type { Settings } from '../../sidecar/settings/settings.ts';
import { damageOf } from '../../sidecar/release/damage.ts';
import { readManifest } from '../../sidecar/release/read-manifest.ts';
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
  const manifest = await readManifest(folder);
  if (manifest.baseUrl !== baseUrl)
    return [problem(`it was built for ${manifest.baseUrl}, but BASE_URL is ${baseUrl}`, rebuild)];
  return [ok(`release ${manifest.release} is whole: ${manifest.entries.size} addresses`)];
}
