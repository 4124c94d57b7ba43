// A file of the release that is no page: its address, its type, its date and its bytes.
import type { RoomItem } from '../room.ts';

export interface Artifact {
  /** Path of the address. */
  path: string;
  /** Where it lies in the release. */
  file: string;
  type: string;
  /** RFC 3339 instant of the newest change of what it says. */
  changedAt: string;
  /** Hash of everything that the bytes depend on; without it, the bytes are made at each build. */
  inputs?: string | undefined;
  /** Lies outside the public folder: read by the sidecar alone. */
  private?: boolean;
  body: () => string;
}

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

/** `/X` lies in `X.json`; a path with an extension lies where it says, `…/markdown` in `….md`. */
export function releaseFileName(path: string): string {
  const name = path.slice(1);
  if (/\.[a-z]+$/i.test(name)) return name;
  return name.endsWith('/markdown') ? `${name}.md` : `${name}.json`;
}

/** A document that is made at each build. */
export function createArtifact(path: string, type: string, changedAt: string, body: () => string): Artifact {
  return { path, file: releaseFileName(path), type, changedAt, body };
}
