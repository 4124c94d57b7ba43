// Holds the release that is served, an empty one before the first. The public pages are closed until it is opened, and
// while it shows the example although the creator has begun with a room of their own.
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type FollowDeps, followRelease, type LiveRelease } from './follow.ts';
import { createEmptyRelease, type Release } from './release.ts';

export interface ServedReleaseSettings {
  baseUrl: string;
  /** Content folder of the creator. */
  contentDir: string;
  roomDir: string;
}

export interface ServedRelease {
  live: () => Release;
  /** Returns true while the public pages are closed. */
  isClosed: () => boolean;
  /** Waits for the first release and serves it, to the console only at first. */
  follow: (deps: FollowDeps) => Promise<void>;
  /** Opens the public pages. */
  open: () => void;
  close: () => void;
}

function readCreatorName(folder: string): string | undefined {
  try {
    return (JSON.parse(readFileSync(join(folder, 'creator.json'), 'utf8')) as { name?: string }).name;
  } catch {
    return undefined;
  }
}

export function createServedRelease({ baseUrl, contentDir, roomDir }: ServedReleaseSettings): ServedRelease {
  const emptyRelease = createEmptyRelease(baseUrl);
  const example = join(roomDir, 'content', 'example');
  const exampleName = contentDir === example ? undefined : readCreatorName(example);
  const hasBegun = () => ['creator.json', '.build/setup'].some((name) => existsSync(join(contentDir, name)));
  let release: LiveRelease | undefined;
  let isOpen = false;
  const live = () => release?.current ?? emptyRelease;
  return {
    live,
    isClosed: () => !isOpen || (live().facts.creator.name === exampleName && hasBegun()),
    follow: async (deps) => void (release = await followRelease(deps)),
    open: () => void (isOpen = true),
    close: () => release?.close(),
  };
}
