// The files that a release must hold, by address: type, date and key.
import { sha256 } from '#domain/ids.ts';
import { markdownPath } from '#domain/links.ts';
import { mediaTypes } from '#domain/release/artifact.ts';
import { creatorChangedAt, indexUpdatedAt, later, type Room } from '#domain/room.ts';
import { guidePath } from '../release/guides.ts';
import type { KeyedPage } from '../release/pages.ts';
import { samplesOf } from '../views/docs.ts';
import type { Plan } from './plan.ts';

export interface Expected {
  path: string;
  type: string;
  changedAt: string;
  key?: string;
  private?: boolean;
}

/** By address. */
export const byPath = <E extends Expected>(files: E[]): Map<string, E> => new Map(files.map((one) => [one.path, one]));

/** Files of a page that lists items. */
export function filesOfList({ creator }: Pick<Room, 'creator'>, { path, key, newest }: KeyedPage): Expected[] {
  const facts = { key, changedAt: later(newest, creatorChangedAt(creator)) };
  return [
    { path, type: types.html!, ...facts },
    { path: markdownPath(path), type: mediaTypes.markdown, ...facts },
  ];
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

/** The API reference and the guides. Of the items they show samples alone, so an approval rarely changes them. */
export function docsFiles({ guides, room, frame }: Pick<Plan, 'guides' | 'room' | 'frame'>): Expected[] {
  const page = (path: string, shown: unknown): Expected => {
    const key = sha256(frame.text + JSON.stringify(shown));
    return { path, type: types.html!, changedAt: indexUpdatedAt(room), key };
  };
  return [page('/docs', [samplesOf(room), guides]), ...guides.map((guide) => page(guidePath(guide.name), guide))];
}

/** A file that Astro made by itself: a page without content of its own, a style sheet, a picture. */
export function unplanned(file: string, plan: Plan): Expected {
  const isPage = file.endsWith('.html');
  const path = isPage ? `/${file.replace(/(^|\/)index\.html$|\.html$/, '')}` : `/${file}`;
  const type = types[file.split('.').at(-1)!.toLowerCase()] ?? 'application/octet-stream';
  return { path, type, changedAt: indexUpdatedAt(plan.room) };
}
