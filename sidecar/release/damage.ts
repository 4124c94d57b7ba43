// Finds objects of a release that are missing or truncated, by the existence and size of their files.
import { statSync } from 'node:fs';
import { setImmediate as yieldToEventLoop } from 'node:timers/promises';
import type { Encoding, ReleasePage } from '#domain/release/page.ts';
import type { Release } from './release.ts';

/** Number of files that are checked at a time, while requests wait. On a slow disk, each check takes 0.03 ms. */
const batchSize = 20;
const maxNamedPages = 3;

type Objects = Pick<Release, 'fileOf'> & { pages: Pick<Release['pages'], 'entries'> };

const isWhole = (file: string, size: number): boolean => statSync(file, { throwIfNoEntry: false })?.size === size;

/** Returns whether the object of a page and its compressed forms have the right sizes. */
export const hasWholeObject = (fileOf: Release['fileOf'], page: ReleasePage): boolean =>
  isWhole(fileOf(page), page.size) &&
  Object.entries(page.encodings ?? {}).every(([encoding, size]) => isWhole(fileOf(page, encoding as Encoding), size));

/** Returns the paths of pages whose objects are damaged, or undefined as soon as `isWanted` returns false. */
export async function findDamagedPages(
  { pages, fileOf }: Objects,
  isWanted = (): boolean => true,
): Promise<string[] | undefined> {
  const damaged: string[] = [];
  let looked = 0;
  for (const [path, page] of pages.entries()) {
    if (looked++ % batchSize === batchSize - 1) {
      await yieldToEventLoop();
      if (!isWanted()) return undefined;
    }
    if (!hasWholeObject(fileOf, page)) damaged.push(path);
  }
  return damaged;
}

/** Describes damage for people. */
export const describeDamage = (paths: string[]): string =>
  `the files of ${paths.length} pages are missing or cut off: ${paths.slice(0, maxNamedPages).join(', ')}${paths.length > maxNamedPages ? ', …' : ''}`;
