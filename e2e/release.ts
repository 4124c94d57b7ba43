// Reads a release from its database and objects, as any other program could.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { isLong } from './soak/size.ts';

export interface Page {
  file: string;
  type: string;
  etag: string;
  lastModified: string;
  size: number;
  /** Sizes of the compressed forms, in bytes. */
  br: number | null;
  gzip: number | null;
  private: 0 | 1;
  markdown: 0 | 1;
  frame: 0 | 1;
  retired: 0 | 1;
  inputs: string | null;
}

/** Pages by path. */
export type Pages = Record<string, Page>;

export const databaseOf = (dist: string): string => join(dist, 'room.db');

function read<Row>(dist: string, query: string): Row[] {
  const db = new DatabaseSync(databaseOf(dist), { readOnly: true, timeout: 10_000 });
  try {
    return db.prepare(query).all() as Row[];
  } finally {
    db.close();
  }
}

interface ReleaseRow {
  name: string;
  /** Higher than that of the release before. */
  number: number;
  baseUrl: string;
}

/** Returns undefined before the first release. */
export const releaseIn = (dist: string): ReleaseRow | undefined =>
  read<ReleaseRow>(dist, 'select name, number, baseUrl from release')[0];

export const pagesIn = (dist: string): Pages =>
  Object.fromEntries(
    read<Page & { path: string }>(dist, 'select * from page order by path').map(({ path, ...page }) => [path, page]),
  );

const kindOf = (path: string): string =>
  path
    .replace(/[\w-]+-[0-9a-f]{8}|(?<=year\/)\d{4}/, 'ONE')
    .replace(/^(\/(?:_astro|docs\/endpoints|cards)\/).*?(\.\w+)?$/, '$1$2');

/**
 * Returns one path of each kind: typefaces, cards, items and pages of the reference differ in nothing but their bytes.
 * `npm run soak` takes all of them.
 */
export const onePerKind = (paths: string[]): string[] =>
  isLong ? paths : [...new Map(paths.map((path) => [kindOf(path), path])).values()];

const fileOf = (dist: string, { etag }: Page, suffix = ''): string =>
  join(dist, 'objects', etag.slice(0, 2), etag + suffix);

/** Address on disk of the object of a page. */
export const objectOf = (dist: string, path: string): string => fileOf(dist, pagesIn(dist)[path]!);

/** Bytes of all public files, by their names in a plain tree. */
export function publicFiles(dist: string): Map<string, Buffer> {
  const pages = Object.values(pagesIn(dist)).filter((page) => !page.private);
  return new Map(pages.map((page) => [page.file, readFileSync(fileOf(dist, page))]));
}

/** Text of a public file, by its name in a plain tree. */
export function textOf(dist: string, file: string): string {
  const page = Object.values(pagesIn(dist)).find((one) => one.file === file && !one.private)!;
  return readFileSync(fileOf(dist, page), 'utf8');
}
