// Fetches or opens one feed, checks whether it has changed and reads its entries.
import { readFileSync, realpathSync, statSync } from 'node:fs';
import { isAbsolute, join, relative, sep } from 'node:path';
import type { Feed } from '#contract/schemas/content-files.ts';
import type { Notice } from '#contract/notices.ts';
import { SourceError, type SourceProblem, toSourceProblem } from '#contract/source-problems.ts';
import { sha256 } from '#domain/ids.ts';
import { cleanLine } from '#domain/text/invisible.ts';
import { isSameAddress } from '../../sidecar/content/feed-changes.ts';
import { type ChaptersStates, readChapters, shortenDetails, toShortProblem } from './chapters.ts';
import { refreshChapters, type RefreshedChapters } from './chapters-again.ts';
import { conversion } from './convert-again.ts';
import { feedLimit, MAX_FEED_BYTES } from './decode.ts';
import type { FeedState, FeedStates } from './feed-state.ts';
import type { FetchResult, FetchFeed, Validators } from './fetch.ts';
import { type KnownItems, waitingHashes } from './known-items.ts';
import { readLinkedPages } from './linked-pages.ts';
import { shorten } from './normalise/plain-text.ts';
import type { FeedReading } from './read-feed.ts';
import type { FeedReader } from './reader.ts';
import { hideKeys } from './without-keys.ts';

export interface SourceContext {
  contentDir: string;
  states: FeedStates;
  fetchFeed: FetchFeed;
  fetchChapters: FetchFeed;
  fetchPage: FetchFeed;
  reader: FeedReader;
  known: KnownItems;
  /** Time of the ingest in RFC 3339. */
  now: string;
  /** Addresses of all feeds. */
  addresses: string[];
  /** Hashes that were stored before this run. */
  knownHashes: ReadonlySet<string>;
  /** Time zone of dates without an offset. */
  timeZone: string | undefined;
}

type FetchedFeed = FetchResult & { status: 'fetched' };

/**
 * Result of fetching and reading. Failures are values, since a rejection might go unhandled while other feeds are
 * stored.
 */
export type SourceResult = { ms: number; movedTo?: string | undefined } & (
  | {
      outcome: 'read';
      reading: FeedReading;
      validators: Validators;
      bytes: string;
      isUnfinished: boolean;
      /** True if the settings differ from those of the last reading or if those are unknown. */
      hasNewSettings: boolean;
      /** New address that the feed states, after it was checked. */
      newUrl: string | undefined;
      chapters: RefreshedChapters;
    }
  | { outcome: 'unchanged'; chapters: RefreshedChapters }
  | { outcome: 'failed'; problem: SourceProblem }
);

export async function readSource(context: SourceContext, feed: Feed): Promise<SourceResult> {
  const startedAt = performance.now();
  return fetchAndRead(context, feed).catch((error: Error) =>
    failedResult(toSourceProblem(error), performance.now() - startedAt),
  );
}

async function fetchAndRead(context: SourceContext, feed: Feed): Promise<SourceResult> {
  const startedAt = performance.now();
  const state = findState(context, feed);
  const current = state?.conversion === conversion ? state : undefined;
  const fetched = feed.file ? localFeed(context, feed) : await context.fetchFeed(feed.url!, current);
  const ms = performance.now() - startedAt;
  if (fetched.status === 'fetched' && current?.bytes !== sha256(fetched.bytes))
    return readFetchedFeed(context, feed, fetched, ms);
  const movedTo = fetched.movedTo ?? state?.newUrl;
  return { outcome: 'unchanged', movedTo, chapters: await refreshFeedChapters(context, feed), ms };
}

/** Returns the state of a feed, unless its settings have changed since. */
function findState({ states, timeZone }: SourceContext, feed: Feed): FeedState | undefined {
  const state = states[feed.id];
  return state?.settings === hashFeedSettings({ timeZone }, feed) ? state : undefined;
}

async function readFetchedFeed(
  context: SourceContext,
  feed: Feed,
  { bytes, contentType, address, etag, lastModified, movedTo }: FetchedFeed,
  fetchMs: number,
): Promise<SourceResult> {
  const { timeZone } = context;
  const state = findState(context, feed);
  const input = { feed, bytes, contentType, address, timeZone, ...knownFacts(context, feed) };
  const outcome = await context.reader.read(input);
  const ms = fetchMs + outcome.ms;
  if ('problem' in outcome) return failedResult(outcome.problem, ms);
  const { channel, entries, notices, newUrl: stated } = outcome.reading;
  if (!feed.type && !feed.kind) await readLinkedPages(entries, { ...context, address });
  const { isUnfinished, states, ...read } = await readChapters(entries, context.fetchChapters);
  const checked = await checkNewAddress(context, feed, { stated, address, known: state?.newUrl });
  return {
    outcome: 'read',
    reading: { channel, entries, notices: [...notices, ...read.notices, ...checked.notices] },
    validators: { etag, lastModified },
    bytes: sha256(bytes),
    isUnfinished,
    hasNewSettings: !state,
    newUrl: checked.newUrl,
    chapters: await refreshFeedChapters(context, feed, states),
    ms,
    movedTo: movedTo ?? checked.newUrl,
  };
}

const refreshFeedChapters = (context: SourceContext, feed: Feed, read: ChaptersStates = {}) =>
  refreshChapters({ ...context, feed, before: context.states[feed.id]?.chapters ?? {}, read });

/** Returns the facts about known entries that the reader needs. */
function knownFacts(context: SourceContext, feed: Feed) {
  const { known, knownHashes, addresses } = context;
  const state = context.states[feed.id];
  const convertsAgain = state?.conversion !== conversion;
  return {
    addresses,
    knownHashes,
    convertsAgain,
    waiting: findState(context, feed) ? undefined : waitingHashes(known, feed),
    // Digests of another version cannot be compared.
    noted: convertsAgain ? undefined : state.noted,
  };
}

interface AddressClaim {
  /** Value of itunes:new-feed-url. */
  stated: string | undefined;
  /** Address that this run has read, after redirects. */
  address: string | undefined;
  /** Address that an earlier run has checked. */
  known: string | undefined;
}

/** Checks the new address that a feed states. It is reported only if a feed with entries can be read there. */
async function checkNewAddress(
  { fetchFeed, reader, knownHashes }: SourceContext,
  feed: Feed,
  { stated, address, known }: AddressClaim,
): Promise<{ newUrl?: string; notices: Notice[] }> {
  if (!stated || !feed.url || [feed.url, address].some((other) => isSameAddress(other, stated))) return { notices: [] };
  if (stated === known) return { newUrl: stated, notices: [] };
  const cause = await fetchFeed(stated).then(async (fetched): Promise<SourceProblem | undefined> => {
    if (fetched.status === 'unchanged') return { code: 'empty', details: {} };
    const read = await reader.read({ feed, bytes: fetched.bytes, contentType: fetched.contentType, knownHashes });
    if ('problem' in read) return shortenDetails(read.problem);
    return read.reading.entries.length > 0 ? undefined : { code: 'no_entries', details: {} };
  }, toShortProblem);
  if (cause === undefined) return { newUrl: stated, notices: [] };
  const details = { address: shorten(cleanLine(hideKeys(stated)), 200) };
  return { notices: [{ code: 'new_address_failed', details, cause }] };
}

const localFeed = ({ contentDir }: SourceContext, { file, url }: Feed): FetchedFeed => ({
  status: 'fetched',
  bytes: readLocalFeed(contentDir, file!),
  address: url,
});

/** Reads a feed file in the content folder. Symbolic links are resolved first, so nothing outside is read. */
function readLocalFeed(contentDir: string, file: string): Uint8Array {
  const path = resolveFeedFile(join(contentDir, file), file);
  const relativePath = relative(realpathSync(contentDir), path);
  if (relativePath.startsWith(`..${sep}`) || relativePath === '..' || isAbsolute(relativePath) || isAbsolute(file)) {
    throw new SourceError('file_outside', { file });
  }
  const { size } = statSync(path);
  if (size > MAX_FEED_BYTES) throw new SourceError('file_too_large', { file, limit: feedLimit });
  return readFileSync(path);
}

function resolveFeedFile(path: string, file: string): string {
  try {
    const real = realpathSync(path);
    if (statSync(real).isFile()) return real;
  } catch {
    // The error is thrown below.
  }
  throw new SourceError('file_missing', { file });
}

/** Hashes the settings that decide how a feed is read. */
export const hashFeedSettings = ({ timeZone }: Pick<SourceContext, 'timeZone'>, feed: Feed): string =>
  sha256(JSON.stringify([feed, timeZone]));

const failedResult = (problem: SourceProblem, ms: number): SourceResult => ({
  outcome: 'failed',
  problem: shortenDetails(problem),
  ms,
});
