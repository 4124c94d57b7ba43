// Fetches the transcripts that publishers offer: one WebVTT file for each item, in content/transcripts/publisher.
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Notice } from '#contract/notices.ts';
import type { StoredItem } from '#contract/schemas/stored-item.ts';
import { newestFirst } from '#domain/room.ts';
import { decodeIntact } from '#domain/text/decode.ts';
import { formatTranscript } from '#domain/transcripts/format.ts';
import { publisherTranscriptsFolder, transcriptFileName } from '#domain/transcripts/hosted-transcripts.ts';
import { chooseTranscripts } from '../../sidecar/features/transcription/choose-transcripts.ts';
import { readTranscript } from '../../sidecar/content/transcripts/read-transcript.ts';
import { writeIfChanged, writeWhole } from '../write-file.ts';
import { type EpisodeFailure, type EpisodeFileLimits, episodeFileNotices, toShortProblem } from './chapters.ts';
import type { FetchFeed, Validators } from './fetch.ts';
import type { KnownItem, KnownItems } from './known-items.ts';

/** Limits of one ingest, the same as for chapters. */
const defaultLimits: EpisodeFileLimits = { files: 100, failures: 3, ms: 60_000 };
/** Number of newest items whose transcript is requested again; older ones are rarely corrected. */
const maxRefreshed = 20;

export const transcriptTypes = 'text/vtt, application/json;q=0.9, application/x-subrip;q=0.9, text/*;q=0.5, */*;q=0.1';

interface TranscriptState extends Validators {
  /** Address of the last reading, successful or not. */
  url: string;
  failed?: true;
}
type TranscriptStates = Record<string, TranscriptState>;

export interface TranscriptsDeps {
  contentDir: string;
  known: KnownItems;
  fetchTranscript: FetchFeed;
}

/** A new name makes the next ingest read all transcripts again. */
const stateFile = (contentDir: string): string => join(contentDir, '.build', 'publisher-transcripts.json');

/** Reads the states; losing the file only costs requests. */
function readStates(contentDir: string): TranscriptStates {
  try {
    return JSON.parse(readFileSync(stateFile(contentDir), 'utf8')) as TranscriptStates;
  } catch {
    return {};
  }
}

type ItemWithTranscript = KnownItem & { offered: ReturnType<typeof chooseTranscripts<TranscriptLink>>[number] };
type TranscriptLink = NonNullable<StoredItem['transcripts']>[number];

function listItemsWithTranscript({ byKey }: KnownItems): ItemWithTranscript[] {
  const items = [...byKey.values()].flatMap((item) => {
    const { transcripts = [], language, hashes } = item;
    const [offered] = chooseTranscripts(transcripts, undefined, language);
    return offered && (hashes.inbox || hashes.published) ? [{ ...item, offered }] : [];
  });
  return items.sort(newestFirst);
}

/** Returns the items to request: first those without a transcript, then recent ones, last those that failed before. */
function listItemsToFetch(contentDir: string, known: KnownItems, states: TranscriptStates): ItemWithTranscript[] {
  const all = listItemsWithTranscript(known);
  const stateOf = ({ id, offered }: ItemWithTranscript) => (states[id]?.url === offered.url ? states[id] : undefined);
  const isStored = ({ id }: ItemWithTranscript): boolean =>
    existsSync(join(contentDir, publisherTranscriptsFolder, transcriptFileName(id)));
  const isRead = (item: ItemWithTranscript): boolean => stateOf(item) !== undefined && isStored(item);
  const hasFailed = (item: ItemWithTranscript): boolean => stateOf(item)?.failed === true;
  const missing = all.filter((item) => !isRead(item) && !hasFailed(item));
  return [...missing, ...all.slice(0, maxRefreshed).filter(isRead), ...all.filter(hasFailed)];
}

/** Returns the validators that the next ingest sends. */
async function fetchOneTranscript(
  { contentDir, fetchTranscript }: TranscriptsDeps,
  item: ItemWithTranscript,
  before?: TranscriptState,
): Promise<TranscriptState> {
  const { id, offered, durationSeconds = 0 } = item;
  const { url, form } = offered;
  const path = join(contentDir, publisherTranscriptsFolder, transcriptFileName(id));
  const isCurrent = before?.url === url && !before.failed && existsSync(path);
  const fetched = await fetchTranscript(url, isCurrent ? before : undefined);
  if (fetched.status === 'unchanged') return before!;
  const text = decodeIntact(fetched.bytes, { ...fetched, language: offered.language ?? item.language });
  const segments = await readTranscript(text, form, durationSeconds);
  await writeIfChanged(path, formatTranscript(segments, 'vtt'));
  const { etag, lastModified } = fetched;
  return { url, ...(etag && { etag }), ...(lastModified && { lastModified }) };
}

/** Lists new items that offer transcripts in unknown formats only. */
const listUnknownFormats = ({ byKey }: KnownItems): EpisodeFailure[] =>
  [...byKey.values()].flatMap(({ isNew, title, transcripts = [], language }) =>
    isNew && transcripts.length > 0 && chooseTranscripts(transcripts, undefined, language).length === 0
      ? [{ title, cause: { code: 'transcript_format', details: { type: transcripts[0]!.type } } }]
      : [],
  );

/** Returns notices for the creator. A failure here does not fail the ingest. */
export async function fetchTranscripts(
  desk: TranscriptsDeps,
  { files, failures, ms } = defaultLimits,
): Promise<Notice[]> {
  const { contentDir, known } = desk;
  const states = readStates(contentDir);
  const waiting = listItemsToFetch(contentDir, known, states);
  const failedEpisodes: EpisodeFailure[] = [];
  const deadline = performance.now() + ms;
  const failuresByHost = new Map<string, number>();
  let requestCount = 0;
  for (const item of waiting) {
    if (requestCount === files || performance.now() > deadline) break;
    const { host } = new URL(item.offered.url);
    if ((failuresByHost.get(host) ?? 0) >= failures) continue;
    requestCount += 1;
    try {
      states[item.id] = await fetchOneTranscript(desk, item, states[item.id]);
      failuresByHost.delete(host);
    } catch (error) {
      states[item.id] = { url: item.offered.url, failed: true };
      failuresByHost.set(host, (failuresByHost.get(host) ?? 0) + 1);
      failedEpisodes.push({ title: item.title, cause: toShortProblem(error) });
    }
  }
  await writeWhole(stateFile(contentDir), `${JSON.stringify(states, undefined, 2)}\n`);
  const remaining = listItemsToFetch(contentDir, known, states).filter(({ id }) => !states[id]).length;
  return episodeFileNotices('transcripts', [...failedEpisodes, ...listUnknownFormats(known)], remaining);
}
