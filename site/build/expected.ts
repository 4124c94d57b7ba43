// The files that a release must hold, by address: type, date and key.
import { lastChange, listPages, pagesOfOne } from '../release/pages.ts';
import { changedAt, creatorChangedAt, indexUpdatedAt } from '#domain/room.ts';
import type { MadeFile } from './made/made-file.ts';
import type { Plan } from './plan.ts';

export interface Expected {
  path: string;
  type: string;
  changedAt: string;
  key?: string;
  private?: boolean;
}

const html = 'text/html; charset=utf-8';

/** Pages, artifacts and made files by their address; pages that every build renders have no key and are not listed. */
export function expectedFiles(plan: Plan, made: MadeFile[]): Map<string, Expected> {
  const oldest = creatorChangedAt(plan.room.creator);
  const items = pagesOfOne(plan).map(({ path, key, item }) => ({ path, key, type: html, changedAt: changedAt(item) }));
  const lists = listPages(plan).map(({ path, key, items: part }) => {
    return { path, key, type: html, changedAt: lastChange(part, oldest) };
  });
  return new Map([...items, ...lists, ...plan.artifacts, ...made].map((one): [string, Expected] => [one.path, one]));
}

const types: Record<string, string> = {
  html,
  css: 'text/css; charset=utf-8',
  js: 'text/javascript; charset=utf-8',
  json: 'application/json; charset=utf-8',
  svg: 'image/svg+xml',
  png: 'image/png',
  webp: 'image/webp',
  avif: 'image/avif',
  jpg: 'image/jpeg',
  ico: 'image/x-icon',
  woff2: 'font/woff2',
  xml: 'application/xml; charset=utf-8',
  webmanifest: 'application/manifest+json',
  txt: 'text/plain; charset=utf-8',
};

/** A file that Astro made by itself: a page without content of its own, a style sheet, a picture. */
export function unplanned(file: string, plan: Plan): Expected {
  const isPage = file.endsWith('.html');
  const path = isPage ? `/${file.replace(/(^|\/)index\.html$|\.html$/, '')}` : `/${file}`;
  const type = types[file.split('.').at(-1)!.toLowerCase()] ?? 'application/octet-stream';
  return { path, type, changedAt: indexUpdatedAt(plan.room) };
}
