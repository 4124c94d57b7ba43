// The files that a release must hold, by address: type, date and key.
import { creatorChangedAt, indexUpdatedAt, later } from '#domain/room.ts';
import type { MadeFile } from './made/made-file.ts';
import type { Plan } from './plan.ts';

export interface Expected {
  path: string;
  type: string;
  changedAt: string;
  key?: string;
  private?: boolean;
}

/** Files of the room by their address, without those of its items; pages that every build renders have no key and are not listed. */
export function expectedFiles({ room, lists, artifacts }: Plan, made: MadeFile[]): Map<string, Expected> {
  const oldest = creatorChangedAt(room.creator);
  const pages = lists.map(({ path, key, newest }) => ({
    path,
    key,
    type: types.html!,
    changedAt: later(newest, oldest),
  }));
  return new Map([...pages, ...artifacts, ...made].map((one): [string, Expected] => [one.path, one]));
}

const types: Record<string, string> = {
  html: 'text/html; charset=utf-8',
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
