// Holds the release that is served, which is empty before the first one. The public pages stay closed until then, and
// while the release shows the example although the creator has begun to set up a room.
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { RoomEnvironment } from '../settings/environment.ts';
import { exampleUntilSetUp } from '../settings/settings.ts';
import { type FollowDeps, followRelease, type LiveRelease } from './follow.ts';
import { createEmptyRelease, type Release } from './release.ts';

interface ServedReleaseSettings {
  baseUrl: string;
  /** Content folder of the creator. */
  contentDir: string;
  roomDir: string;
  environment: Pick<RoomEnvironment, 'env'>;
}

interface ServedRelease {
  live: () => Release;
  /** Returns true while the public pages are closed. */
  isClosed: () => boolean;
  /** Returns true if the example is built on the next visit. */
  awaitsVisitor: () => boolean;
  /** Waits for the first release and serves it, at first only to the console. */
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

const briefMs = 500;

/** Limits calls of a function to two per second, since it reads files and is needed by each request. */
function rememberBriefly(read: () => boolean): () => boolean {
  let remembered = { value: false, at: -Infinity };
  return () => {
    const at = performance.now();
    if (at - remembered.at > briefMs) remembered = { value: read(), at };
    return remembered.value;
  };
}

export function createServedRelease({
  baseUrl,
  contentDir,
  roomDir,
  environment,
}: ServedReleaseSettings): ServedRelease {
  const isExampleAllowed = environment.env[exampleUntilSetUp] !== undefined;
  const emptyRelease = createEmptyRelease(baseUrl);
  const example = join(roomDir, 'content', 'example');
  const exampleName = readCreatorName(example);
  /** A release with the creator of the example belongs to this room. */
  const hasBegun = () =>
    existsSync(join(contentDir, 'creator.json'))
      ? readCreatorName(contentDir) !== exampleName
      : existsSync(join(contentDir, '.build', 'setup'));
  const hasRecentlyBegun = rememberBriefly(hasBegun);
  let release: LiveRelease | undefined;
  let isOpen = false;
  const live = () => release?.current ?? emptyRelease;
  return {
    live,
    isClosed: () => !isOpen || (live().facts.creator.name === exampleName && hasRecentlyBegun()),
    awaitsVisitor: () => isExampleAllowed && !hasRecentlyBegun(),
    follow: async (deps) => void (release = await followRelease(deps)),
    open: () => void (isOpen = true),
    close: () => release?.close(),
  };
}
