// Points dist/current at a release.
import { rename, rm, symlink } from 'node:fs/promises';
import { join } from 'node:path';

/** A reader sees the old one or the new one, never neither. */
export async function switchTo(dist: string, id: string): Promise<void> {
  const next = join(dist, 'current.next');
  await rm(next, { force: true });
  await symlink(join('releases', id), next);
  await rename(next, join(dist, 'current'));
}
