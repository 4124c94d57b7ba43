// Files of the release that are not pages.
import type { RoomItem } from '../room.ts';

export interface Artifact {
  path: string;
  type: string;
  /** RFC 3339 instant of the newest change of its content. */
  changedAt: string;
  /** Hash of everything that the bytes depend on; if absent, every build makes the bytes again. */
  inputs?: string | undefined;
  /** Set for a file outside of the public folder, which only the sidecar reads. */
  private?: boolean;
  body: () => string;
}

/** Returns an artifact; without `inputs`, every build makes it again. */
export const createArtifact = (
  path: string,
  type: string,
  changedAt: string,
  body: () => string,
  inputs?: string,
): Artifact => ({ path, type, changedAt, inputs, body });

export type ReadBody = (item: RoomItem) => string;

export const mediaTypes = {
  json: 'application/json; charset=utf-8',
  markdown: 'text/markdown; charset=utf-8',
  vtt: 'text/vtt; charset=utf-8',
  srt: 'application/x-subrip; charset=utf-8',
  chapters: 'application/json+chapters; charset=utf-8',
  text: 'text/plain; charset=utf-8',
  rss: 'application/rss+xml; charset=utf-8',
  atom: 'application/atom+xml; charset=utf-8',
  jsonFeed: 'application/feed+json; charset=utf-8',
  rsl: 'application/rsl+xml; charset=utf-8',
  xml: 'application/xml; charset=utf-8',
};

/**
 * Returns the file name of an address: `X.html` for a page, `X.json` for other addresses without an extension, and
 * `….md` for `…/markdown`.
 */
export function releaseFileName(path: string, type: string): string {
  const name = path.slice(1) || 'index';
  if (type.startsWith('text/html')) return `${name}.html`;
  if (/\.\w+$/.test(name) || type.startsWith('image/')) return name;
  return name.endsWith('/markdown') ? `${name}.md` : `${name}.json`;
}
