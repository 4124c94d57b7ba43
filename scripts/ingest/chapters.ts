// Reads the chapters files of the episodes that are new or changed; an episode whose file fails loses nothing else.
import type { Chapter } from '#contract/content-types.ts';
import { sha256 } from '#domain/ids.ts';
import type { StoredItem } from '#contract/schemas/stored-item.ts';
import { cleanLine } from '#domain/text/invisible.ts';
import type { RequestLimits } from '../../sidecar/outgoing/limits.ts';
import { decodeEpisodeFile } from './decode.ts';
import type { FetchFeed, Validators } from './fetch.ts';
import { normaliseChapters } from './normalise/chapters.ts';
import type { NormalisedEntry } from './normalise/normalise.ts';
import { shorten } from './normalise/plain-text.ts';
import { readChaptersFile } from './parse/chapters-file.ts';
import { collectPrivateKeys, removeKeys } from './without-keys.ts';

export interface EpisodeFileLimits {
  /** Files asked for in one run; the next run goes on. */
  files: number;
  /** Failures in a row after which the source is left alone. */
  failures: number;
  ms: number;
}
const usualLimits: EpisodeFileLimits = { files: 100, failures: 3, ms: 60_000 };

/** Limits of one file. */
export const chaptersLimits: Partial<RequestLimits> = {
  connectMs: 5000,
  firstByteMs: 10_000,
  wholeMs: 15_000,
  bytes: 1024 * 1024,
};

export const chaptersTypes = 'application/json+chapters, application/json;q=0.9, */*;q=0.1';

/** A chapters file as it was read last. */
export interface ChaptersState extends Validators {
  /** SHA-256 of its bytes. */
  bytes: string;
}
/** By address. */
export type ChaptersStates = Record<string, ChaptersState>;

export interface ChaptersReading {
  notices: string[];
  states: ChaptersStates;
  /** Some were not asked for: the feed has to be read again. */
  isUnfinished: boolean;
}

/**
 * Known entries are not asked about. One whose file could not be read gets a hash of its own: the feed's next change
 * finds it unknown and tries again, and what is found then is a change at the source, for the creator to see.
 */
export async function readChapters(
  entries: NormalisedEntry[],
  fetchChapters: FetchFeed,
  { files, failures, ms }: EpisodeFileLimits = usualLimits,
): Promise<ChaptersReading> {
  const waiting = entries.filter(
    ({ content, lacksChapters }) => content?.item.chaptersUrl && !content.item.chapters && !lacksChapters,
  );
  const causes: string[] = [];
  const states: ChaptersStates = {};
  const until = performance.now() + ms;
  let inARow = 0;
  let asked = 0;
  for (const entry of waiting) {
    if (asked === files || inARow === failures || performance.now() > until) break;
    const cause = await readChaptersInto(entry, fetchChapters, states);
    asked += 1;
    inARow = cause ? inARow + 1 : 0;
    if (cause) causes.push(cause);
    if (cause) markUnread(entry);
  }
  const left = waiting.slice(asked);
  left.forEach(markUnread);
  return { notices: chaptersNotices(causes, left.length), states, isUnfinished: left.length > 0 && inARow < failures };
}

/** Gives the cause of a failure. */
async function readChaptersInto(
  { content }: NormalisedEntry,
  fetchChapters: FetchFeed,
  states: ChaptersStates,
): Promise<string | undefined> {
  const { item } = content!;
  try {
    const file = await fetchChaptersFile({ ...item, chaptersUrl: item.chaptersUrl! }, fetchChapters);
    if (file) states[item.chaptersUrl!] = file.state;
    if (file && file.chapters.length > 0) item.chapters = file.chapters;
    return undefined;
  } catch (error) {
    return shortErrorMessage(error);
  }
}

/** Undefined where it is as it was `before`. */
export async function fetchChaptersFile(
  episode: Pick<StoredItem, 'title' | 'language'> & { chaptersUrl: string },
  fetchChapters: FetchFeed,
  before?: ChaptersState,
): Promise<{ chapters: Chapter[]; state: ChaptersState } | undefined> {
  const fetched = await fetchChapters(episode.chaptersUrl, before);
  if (fetched.status === 'unchanged') return undefined;
  const { etag, lastModified } = fetched;
  const bytes = sha256(fetched.bytes);
  if (before?.bytes === bytes) return undefined;
  const all = normaliseChapters(readChaptersFile(decodeEpisodeFile(episode, fetched)));
  const { chapters } = removeKeys({ chapters: all }, collectPrivateKeys([episode.chaptersUrl])).values;
  return { chapters, state: { bytes, etag, lastModified } };
}

export const shortErrorMessage = (error: unknown): string => shorten(cleanLine((error as Error).message), 200);

const markUnread = (entry: NormalisedEntry): void => {
  entry.lacksChapters = true;
  entry.hash = sha256(`${entry.hash} without its chapters`);
};

export function chaptersNotices(causes: string[], left: number): string[] {
  const many = (count: number): string => (count === 1 ? 'one episode' : `${count} episodes`);
  return [
    ...(causes.length > 0
      ? [`Chapters of ${many(causes.length)} could not be read: ${[...new Set(causes)].join(' ')}`]
      : []),
    ...(left > 0 ? [`Chapters of ${many(left)} were left for a later ingest.`] : []),
  ];
}
