// Reads the chapters files of new and changed episodes. An episode is stored even if its file cannot be read.
import type { Chapter } from '#contract/content-types.ts';
import { listTitles, type Notice } from '#contract/notices.ts';
import { type SourceProblem, toSourceProblem } from '#contract/source-problems.ts';
import { sha256 } from '#domain/ids.ts';
import type { StoredItem } from '#contract/schemas/stored-item.ts';
import { decodeIntact } from '#domain/text/decode.ts';
import { cleanLine } from '#domain/text/invisible.ts';
import type { RequestLimits } from '../../sidecar/outgoing/limits.ts';
import type { FetchFeed, Validators } from './fetch.ts';
import { normaliseChapters } from './normalise/chapters.ts';
import type { NormalisedEntry } from './normalise/normalise.ts';
import { shorten } from './normalise/plain-text.ts';
import { readChaptersFile } from './parse/chapters-file.ts';
import { collectPrivateKeys, removeKeys } from './without-keys.ts';

/** Limits of one run for files that belong to episodes. */
export interface EpisodeFileLimits {
  /** Number of files requested in one run; the next run continues. */
  files: number;
  /** Number of consecutive failures after which the source is left alone. */
  failures: number;
  ms: number;
}
const defaultLimits: EpisodeFileLimits = { files: 100, failures: 3, ms: 60_000 };

/** Network limits of one file. */
export const chaptersLimits: Partial<RequestLimits> = {
  connectMs: 5000,
  firstByteMs: 10_000,
  totalMs: 15_000,
  bytes: 1024 * 1024,
};

export const chaptersTypes = 'application/json+chapters, application/json;q=0.9, */*;q=0.1';

/** Validators and digest of a chapters file at its last reading. */
export interface ChaptersState extends Validators {
  /** SHA-256 of the bytes. */
  bytes: string;
}
/** States of chapters files by address. */
export type ChaptersStates = Record<string, ChaptersState>;

export interface ChaptersReading {
  notices: Notice[];
  states: ChaptersStates;
  /** True if some files were not requested, so that the feed has to be read again. */
  isUnfinished: boolean;
}

/**
 * Reads the files of unknown entries only. An entry whose file could not be read gets another hash, so that the next
 * change of the feed finds it unknown and tries again; its chapters then count as a change at the source.
 */
export async function readChapters(
  entries: NormalisedEntry[],
  fetchChapters: FetchFeed,
  { files, failures, ms }: EpisodeFileLimits = defaultLimits,
): Promise<ChaptersReading> {
  const waiting = entries.filter(
    ({ content, lacksChapters }) => content?.item.chaptersUrl && !content.item.chapters && !lacksChapters,
  );
  const failedEpisodes: EpisodeFailure[] = [];
  const states: ChaptersStates = {};
  const deadline = performance.now() + ms;
  let failuresInARow = 0;
  let requestCount = 0;
  for (const entry of waiting) {
    if (requestCount === files || failuresInARow === failures || performance.now() > deadline) break;
    const cause = await readChaptersInto(entry, fetchChapters, states);
    requestCount += 1;
    failuresInARow = cause ? failuresInARow + 1 : 0;
    if (!cause) continue;
    failedEpisodes.push({ title: entry.content!.item.title, cause });
    markUnread(entry);
  }
  const remaining = waiting.slice(requestCount);
  remaining.forEach(markUnread);
  return {
    notices: episodeFileNotices('chapters', failedEpisodes, remaining.length),
    states,
    isUnfinished: remaining.length > 0 && failuresInARow < failures,
  };
}

/** Returns the cause of a failure. */
async function readChaptersInto(
  { content }: NormalisedEntry,
  fetchChapters: FetchFeed,
  states: ChaptersStates,
): Promise<SourceProblem | undefined> {
  const { item } = content!;
  try {
    const file = await fetchChaptersFile({ ...item, chaptersUrl: item.chaptersUrl! }, fetchChapters);
    if (file) states[item.chaptersUrl!] = file.state;
    if (file && file.chapters.length > 0) item.chapters = file.chapters;
    return undefined;
  } catch (error) {
    return toShortProblem(error);
  }
}

/** Returns undefined if the file has not changed since `before`. */
export async function fetchChaptersFile(
  episode: Pick<StoredItem, 'language'> & { chaptersUrl: string },
  fetchChapters: FetchFeed,
  before?: ChaptersState,
): Promise<{ chapters: Chapter[]; state: ChaptersState } | undefined> {
  const fetched = await fetchChapters(episode.chaptersUrl, before);
  if (fetched.status === 'unchanged') return undefined;
  const { etag, lastModified } = fetched;
  const bytes = sha256(fetched.bytes);
  if (before?.bytes === bytes) return undefined;
  const all = normaliseChapters(
    readChaptersFile(decodeIntact(fetched.bytes, { ...fetched, language: episode.language })),
  );
  const { chapters } = removeKeys({ chapters: all }, collectPrivateKeys([episode.chaptersUrl])).values;
  return { chapters, state: { bytes, etag, lastModified } };
}

/** Shortens the details, because messages of parsers quote the source, which may contain control characters. */
export function shortenDetails({ code, details }: SourceProblem): SourceProblem {
  const shortDetails = Object.entries(details).map(([name, value]) => [
    name,
    typeof value === 'string' ? shorten(cleanLine(value), 250) : value,
  ]);
  return { code, details: Object.fromEntries(shortDetails) };
}

export const toShortProblem = (error: unknown): SourceProblem =>
  shortenDetails(toSourceProblem(error as Error, 'reading_failed'));

const markUnread = (entry: NormalisedEntry): void => {
  entry.lacksChapters = true;
  entry.hash = sha256(`${entry.hash} without its chapters`);
};

/** File of an episode that could not be read. */
export interface EpisodeFailure {
  title: string;
  cause: SourceProblem;
}

const maxTitles = 10;

/** Returns notices for the creator that name the episodes whose files could not be read. */
export function episodeFileNotices(
  kind: 'chapters' | 'transcripts',
  failures: EpisodeFailure[],
  remaining: number,
): Notice[] {
  const byCause = Map.groupBy(failures, ({ cause }) => JSON.stringify(cause));
  const failureNotices = [...byCause.values()].map((episodes): Notice => {
    const titles = episodes.map(({ title }) => shorten(title, 80));
    const details = { count: episodes.length, titles: listTitles(titles, maxTitles) };
    return { code: `${kind}_failed`, details, cause: episodes[0]!.cause };
  });
  return [
    ...failureNotices,
    ...(remaining > 0 ? [{ code: `${kind}_pending` as const, details: { count: remaining } }] : []),
  ];
}
