// Finds objects of a release that are missing or cut off, by the existence and size of their files.
import { statSync } from 'node:fs';
import { setImmediate as giveWay } from 'node:timers/promises';
import type { Encoding, ReleasePage } from '#domain/release/page.ts';
import type { Release } from './release.ts';

/** Requests wait for these: on a slow disk, a look at one takes 0.03 ms. */
const statedAtOnce = 20;
const namedAtMost = 3;

type Objects = Pick<Release, 'fileOf'> & { pages: Pick<Release['pages'], 'entries'> };

const isWhole = (file: string, size: number): boolean => statSync(file, { throwIfNoEntry: false })?.size === size;

/** Returns whether the object of a page and its compressed forms have the right sizes. */
export const hasWholeObject = (fileOf: Release['fileOf'], page: ReleasePage): boolean =>
  isWhole(fileOf(page), page.size) &&
  Object.entries(page.encodings ?? {}).every(([encoding, size]) => isWhole(fileOf(page, encoding as Encoding), size));

/** Paths of the pages whose objects are damaged. Gives up, with undefined, once `isWanted` returns false. */
export async function findDamagedPages(
  { pages, fileOf }: Objects,
  isWanted = (): boolean => true,
): Promise<string[] | undefined> {
  const damaged: string[] = [];
  let looked = 0;
  for (const [path, page] of pages.entries()) {
    if (looked++ % statedAtOnce === statedAtOnce - 1) {
      await giveWay();
      if (!isWanted()) return undefined;
    }
    if (!hasWholeObject(fileOf, page)) damaged.push(path);
  }
  return damaged;
}

/** Describes damage in words. */
export const describeDamage = (paths: string[]): string =>
  `the files of ${paths.length} pages are missing or cut off: ${paths.slice(0, namedAtMost).join(', ')}${paths.length > namedAtMost ? ', …' : ''}`;
