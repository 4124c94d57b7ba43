// Facts about each feed from the last ingest, in content/.build/feed-state.json. Losing the file costs time and the
// changes that only `noted` reveals.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { ChaptersStates } from './chapters.ts';
import type { UnhashedDigests } from './noted.ts';
import { writeIfChanged } from '../write-file.ts';

export interface FeedState {
  /** SHA-256 of the last bytes of the feed. */
  bytes: string;
  /** SHA-256 of the settings of the feed and the time zone of the room. If it changes, the feed is read again. */
  settings: string;
  /** Version of the conversion that wrote the items. If it changes, known entries are converted again. */
  conversion?: string;
  /** Number of entries. */
  found: number;
  etag?: string | undefined;
  lastModified?: string | undefined;
  /** New address of the feed as the feed states it. */
  newUrl?: string | undefined;
  /** Digests of what the hashes of the entries leave out. */
  noted?: UnhashedDigests;
  /** States of the chapters files that are requested regularly. */
  chapters?: ChaptersStates;
}
export type FeedStates = Record<string, FeedState>;

const feedStateFile = (contentDir: string): string => join(contentDir, '.build', 'feed-state.json');

export function readFeedStates(contentDir: string): FeedStates {
  try {
    return { ...(JSON.parse(readFileSync(feedStateFile(contentDir), 'utf8')) as FeedStates) };
  } catch {
    return {};
  }
}

export async function writeFeedStates(contentDir: string, states: FeedStates): Promise<void> {
  await writeIfChanged(feedStateFile(contentDir), `${JSON.stringify(states, undefined, 2)}\n`);
}
