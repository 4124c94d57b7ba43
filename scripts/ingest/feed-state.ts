// What the last ingest learned of each feed, in content/.build/feed-state.json. Losing it costs time, and the changes that only `noted` shows.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { ChaptersStates } from './chapters.ts';
import type { UnhashedDigests } from './noted.ts';
import { writeIfChanged } from '../write-file.ts';

interface FeedState {
  /** SHA-256 of the bytes last read. */
  bytes: string;
  /** SHA-256 of the feed's entry in feeds.json and the room's time zone: a changed setting reads the feed again. */
  settings: string;
  found: number;
  etag?: string | undefined;
  lastModified?: string | undefined;
  /** Where the feed says that it is from now on. */
  newUrl?: string | undefined;
  noted?: UnhashedDigests;
  /** Of the episodes that are asked about. */
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
