// Reads a release from its database and objects.
import { readFileSync } from 'node:fs';
import type { Encoding, ReleasePage } from '#domain/release/page.ts';
import { liveFacts, objectFile, openSnapshot, readPages } from '../sidecar/release/room-db.ts';

export type Pages = Record<string, ReleasePage>;

export const releaseName = (dist: string): string | undefined => liveFacts(dist)?.release;

/** Pages of the live release by path. */
export function pagesIn(dist: string): Pages {
  const db = openSnapshot(dist);
  const pages = Object.fromEntries(readPages(db).entries());
  db.close();
  return pages;
}

/** Path of the object of a page. */
export const objectOf = (dist: string, path: string, encoding?: Encoding): string =>
  objectFile(dist, pagesIn(dist)[path]!, encoding);

/** Text of a public file, by its name in a plain tree. */
export const textOf = (dist: string, file: string): string => publicFiles(dist).get(file)!.toString();

/** Bytes of all public files, by their names in a plain tree. */
export function publicFiles(dist: string): Map<string, Buffer> {
  const pages = Object.values(pagesIn(dist)).filter((page) => !page.private);
  return new Map(pages.map((page) => [page.file, readFileSync(objectFile(dist, page))]));
}
