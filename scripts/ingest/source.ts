// One feed from its source to its entries: fetch or open it, see whether it changed, read it.
import type { Feed } from '#contract/schemas/content-files.ts';
import { sha256 } from '#domain/ids.ts';
import { cleanLine } from '#domain/text/invisible.ts';
import { isSameAddress } from '../../sidecar/content/feed-changes.ts';
import { type ChaptersStates, readChapters } from './chapters.ts';
import { refreshChapters, type RefreshedChapters } from './chapters-again.ts';
import { FeedProblem } from './feed-document.ts';
import type { FeedStates } from './feed-state.ts';
import type { FetchResult, FetchFeed, Validators } from './fetch.ts';
import { type KnownItems, waitingHashes } from './known-items.ts';
import { readLocalFeed } from './local-file.ts';
import { shorten } from './normalise/plain-text.ts';
import type { FeedReading } from './read-feed.ts';
import type { FeedReader } from './reader.ts';
import { hideKeys } from './without-keys.ts';

export interface SourceContext {
  contentDir: string;
  states: FeedStates;
  fetchFeed: FetchFeed;
  fetchChapters: FetchFeed;
  reader: FeedReader;
  known: KnownItems;
  /** The addresses of all feeds. */
  addresses: string[];
  /** Hashes stored before this run. */
  knownHashes: ReadonlySet<string>;
  /** Zone of the room, for dates that state no offset. */
  timeZone: string | undefined;
}

/** What came of fetching and reading: never a rejection, as nobody may be waiting for it yet. */
export type SourceResult = { ms: number; movedTo?: string | undefined } & (
  | {
      outcome: 'read';
      reading: FeedReading;
      validators: Validators;
      bytes: string;
      isUnfinished: boolean;
      /** Other ones than when the feed was read last, or that is not known. */
      hasNewSettings: boolean;
      /** What the feed says of itself, once it has been looked at. */
      newUrl: string | undefined;
      chapters: RefreshedChapters;
    }
  | { outcome: 'unchanged'; chapters: RefreshedChapters }
  | { outcome: 'failed'; cause: string; advice: string }
);

export async function readSource(context: SourceContext, feed: Feed): Promise<SourceResult> {
  const started = performance.now();
  try {
    const before = context.states[feed.id];
    const state = before?.settings === hashFeedSettings(context, feed) ? before : undefined;
    // What is noted of the entries since November 2026 is learned once.
    const known = state?.noted && state;
    const again = (read: ChaptersStates = {}) =>
      refreshChapters({ ...context, feed, before: before?.chapters ?? {}, read });
    const fetched = feed.file ? localFeed(context, feed) : await context.fetchFeed(feed.url!, known);
    const fetchMs = performance.now() - started;
    const movedTo = fetched.movedTo ?? state?.newUrl;
    if (fetched.status === 'unchanged') return { outcome: 'unchanged', movedTo, chapters: await again(), ms: fetchMs };
    const bytes = sha256(fetched.bytes);
    if (known?.bytes === bytes) return { outcome: 'unchanged', movedTo, chapters: await again(), ms: fetchMs };
    const { contentType, address } = fetched;
    const input = {
      feed,
      bytes: fetched.bytes,
      contentType,
      address,
      timeZone: context.timeZone,
      ...knownFacts(context, feed),
    };
    const outcome = await context.reader.read(input);
    const ms = fetchMs + outcome.ms;
    if ('problem' in outcome) return failedResult(outcome.problem, ms);
    const { entries, notices } = outcome.reading;
    const { isUnfinished, states, ...read } = await readChapters(entries, context.fetchChapters);
    const named = await checkNewAddress(context, feed, {
      named: outcome.reading.newUrl,
      address,
      known: state?.newUrl,
    });
    const reading = { entries, notices: [...notices, ...read.notices, ...named.notices] };
    const { newUrl } = named;
    const validators = { etag: fetched.etag, lastModified: fetched.lastModified };
    const chapters = await again(states);
    return {
      ...{ outcome: 'read', reading, validators, bytes, isUnfinished, hasNewSettings: !state, newUrl, chapters, ms },
      movedTo: fetched.movedTo ?? newUrl,
    };
  } catch (error) {
    return failedResult(error as Error, performance.now() - started);
  }
}

/** What is known of the entries before they are read. */
const knownFacts = ({ known, knownHashes, states, addresses, timeZone }: SourceContext, feed: Feed) => ({
  addresses,
  knownHashes,
  ...(states[feed.id]?.settings !== hashFeedSettings({ timeZone }, feed) && { waiting: waitingHashes(known, feed) }),
  noted: states[feed.id]?.noted,
});

interface AddressClaim {
  /** itunes:new-feed-url */
  named: string | undefined;
  /** Where the feed was read just now. */
  address: string | undefined;
  /** Looked at before. */
  known: string | undefined;
}

/** Any program that makes feeds may write an address there: only one where a feed can be read is told. */
async function checkNewAddress(
  { fetchFeed, reader, knownHashes }: SourceContext,
  feed: Feed,
  { named, address, known }: AddressClaim,
): Promise<{ newUrl?: string; notices: string[] }> {
  if (!named || !feed.url || [feed.url, address].some((one) => isSameAddress(one, named))) return { notices: [] };
  if (named === known) return { newUrl: named, notices: [] };
  const reason = await fetchFeed(named).then(
    async (fetched) => {
      if (fetched.status === 'unchanged') return 'it has no content';
      const read = await reader.read({ feed, bytes: fetched.bytes, contentType: fetched.contentType, knownHashes });
      if ('problem' in read) return read.problem.message;
      return read.reading.entries.length > 0 ? undefined : 'it has no entries';
    },
    (error: Error) => error.message,
  );
  if (reason === undefined) return { newUrl: named, notices: [] };
  return {
    notices: [
      shorten(cleanLine(`The feed names ${hideKeys(named)} as its new address, but there is none: ${reason}`), 300),
    ],
  };
}

const localFeed = ({ contentDir }: SourceContext, { file, url }: Feed): FetchResult & { status: 'fetched' } => ({
  status: 'fetched',
  bytes: readLocalFeed(contentDir, file!),
  address: url,
});

/** The text changes when a feed that is as it was has to be read in another way. */
export const hashFeedSettings = ({ timeZone }: Pick<SourceContext, 'timeZone'>, feed: Feed): string =>
  sha256(JSON.stringify([feed, timeZone, 'days in the offset of the source, months in many languages']));

function failedResult(error: Error, ms: number): SourceResult {
  const advice =
    error instanceof FeedProblem ? error.advice : 'Look whether feeds.json and the content folder are in order.';
  // Messages of parsers quote the feed, which may hold line breaks and terminal codes.
  return { outcome: 'failed', cause: shorten(cleanLine(error.message), 300), advice, ms };
}
