// Ingest pipeline: content/feeds.json → fetch → decode → parse → normalise → identify → item files.
import PQueue from 'p-queue';
import { ChannelsFile, type Feed, type FeedsFile } from '#contract/schemas/content-files.ts';
import type { Notice } from '#contract/notices.ts';
import { type SourceProblem, toSourceProblem } from '#contract/source-problems.ts';
import { FeedAnswers, feedAnswersFile, type HeldFeed } from '#contract/schemas/ingest-report.ts';
import { contentLock, type RunExclusively } from '../../sidecar/content/locks.ts';
import { chaptersLimits, chaptersTypes } from './chapters.ts';
import { selectCurrentStates, storeChapters } from './chapters-again.ts';
import { conversion } from './convert-again.ts';
import { readFeedStates, writeFeedStates } from './feed-state.ts';
import { readFeedsFile } from './feeds-file.ts';
import { createFetcher, type FetchFeed } from './fetch.ts';
import { type KnownItems, readKnownItems, settledHashes } from './known-items.ts';
import { pageLimits, pageTypes } from './linked-pages.ts';
import { collectUnhashedDigests } from './noted.ts';
import { createFeedReader, type FeedReader } from './reader.ts';
import { removeKeysFromItems } from './repair.ts';
import { readSource, hashFeedSettings, type SourceResult, type SourceContext } from './source.ts';
import { storeEntries } from './store.ts';
import { fetchTranscripts, transcriptTypes } from './transcripts.ts';
import { mayHaveKeys, type PrivateKeys, collectPrivateKeys } from './without-keys.ts';
import { join } from 'node:path';
import type { Environment } from '../../sidecar/settings/settings.ts';
import { readJsonFile } from '../json-file.ts';
import { writeIfChanged } from '../write-file.ts';

function readAnswers(contentDir: string): FeedAnswers {
  try {
    return readJsonFile(join(contentDir, '.build', feedAnswersFile), FeedAnswers, {});
  } catch {
    return {};
  }
}

export interface FeedReport {
  id: string;
  outcome: 'ok' | 'unchanged' | 'failed' | 'held';
  problem?: SourceProblem;
  notices: Notice[];
  /** Number of entries in the feed. */
  found: number;
  /** Number of new items. */
  new: number;
  /** Number of known items that the source has changed. */
  changed: number;
  held?: HeldFeed;
  movedTo?: string;
  ms: number;
}

export interface PullReport {
  feeds: FeedReport[];
  /** Messages about the content folder. */
  notices: Notice[];
  ms: number;
}

export interface PullOptions {
  env?: Environment;
  contentDir: string;
  now: () => Date;
  /** Time zone of dates without an offset; UTC by default. */
  timeZone?: string | undefined;
  /** Id of the only feed to read. */
  feedId?: string | undefined;
  /** Hosts that may have a private address, in addition to those in feeds.json. */
  allowPrivateHosts?: string[];
  fetchFeed?: FetchFeed;
  fetchChapters?: FetchFeed;
  fetchTranscript?: FetchFeed;
  fetchPage?: FetchFeed;
  exclusively?: RunExclusively;
  /** Reader of the caller, which stays open. */
  reader?: FeedReader;
  onReport?: (report: FeedReport, done: number, total: number) => void;
}

const CONCURRENCY = 8;

interface IngestRun extends SourceContext {
  fetchTranscript: FetchFeed;
  exclusively: RunExclusively;
  known: KnownItems;
  channels: ChannelsFile['channels'];
  privateKeys: PrivateKeys;
  configured: ReadonlySet<string>;
  answers: FeedAnswers;
}

/** Reads all feeds. A failure of one feed does not affect others; throws only if feeds.json cannot be used. */
export async function pullFeeds(options: PullOptions): Promise<PullReport> {
  const startedAt = performance.now();
  const file = readFeedsFile(options.contentDir);
  if (options.feedId && !file.feeds.some(({ id }) => id === options.feedId))
    throw new Error(`There is no feed ${options.feedId}. Feeds: ${file.feeds.map(({ id }) => id).join(', ')}.`);
  const run = startRun(options, file);
  const repairs = await removeKeysFromItems(run);
  const feeds = file.feeds.filter(({ id, enabled }) => enabled !== false && (options.feedId ?? id) === id);
  const queue = new PQueue({ concurrency: CONCURRENCY });
  // Feeds are fetched concurrently but stored in the order of feeds.json, so that the result does not depend on the
  // network.
  const pending = feeds.map((feed) => queue.add(() => readSource(run, feed)));
  const reports: FeedReport[] = [];
  for (const [index, feed] of feeds.entries()) {
    const report = await storeSource(run, feed, await pending[index]!);
    reports.push(report);
    options.onReport?.(report, reports.length, feeds.length);
  }
  if (!options.reader) await run.reader.close();
  await writeFeedStates(options.contentDir, run.states);
  await writeChannels(options.contentDir, run.channels);
  const notices = [...run.known.notices, ...repairs, ...(await fetchTranscripts(run))];
  return { feeds: reports, notices, ms: Math.round(performance.now() - startedAt) };
}

function startRun(options: PullOptions, file: FeedsFile): IngestRun {
  const { env, contentDir, now, fetchFeed, fetchChapters, exclusively = contentLock(contentDir) } = options;
  const allowPrivateHosts = [...(file.allowPrivateHosts ?? []), ...(options.allowPrivateHosts ?? [])];
  // Files that belong to a feed are small and not worth a second attempt in one run.
  const createFileFetcher = (accept: string, limits = chaptersLimits) =>
    createFetcher({ env, allowPrivateHosts, limits, accept, attempts: 1 });
  const addresses = file.feeds.flatMap(({ url }) => url ?? []);
  const privateKeys = collectPrivateKeys(addresses);
  const knownItems = readKnownItems(contentDir, (source) => mayHaveKeys(source, privateKeys));
  return {
    contentDir,
    timeZone: options.timeZone,
    now: now().toISOString().replace(/\.\d+/, ''),
    states: readFeedStates(contentDir),
    known: knownItems,
    addresses,
    privateKeys,
    channels: readChannels(contentDir),
    answers: readAnswers(contentDir),
    knownHashes: settledHashes(knownItems),
    configured: new Set(file.feeds.filter(({ enabled }) => enabled !== false).map(({ id }) => id)),
    fetchFeed: fetchFeed ?? createFetcher({ env, allowPrivateHosts }),
    fetchChapters: fetchChapters ?? createFileFetcher(chaptersTypes),
    fetchPage: options.fetchPage ?? createFileFetcher(pageTypes, pageLimits),
    fetchTranscript: options.fetchTranscript ?? createFileFetcher(transcriptTypes),
    reader: options.reader ?? createFeedReader(),
    exclusively,
  };
}

async function storeSource(run: IngestRun, feed: Feed, source: SourceResult): Promise<FeedReport> {
  const nothing = { notices: [], found: 0, new: 0, changed: 0 };
  const movedTo = source.movedTo === feed.url ? undefined : source.movedTo;
  const ms = Math.round(source.ms);
  const report: FeedReport = { id: feed.id, outcome: 'ok', ...nothing, ...(movedTo && { movedTo }), ms };
  if (source.outcome === 'failed') return { ...report, outcome: 'failed', problem: source.problem };
  try {
    return { ...report, ...(await storeEntriesAndChapters(run, feed, source)) };
  } catch (error) {
    return { ...report, outcome: 'failed', problem: toSourceProblem(error as Error, 'not_stored') };
  }
}

type SuccessfulSource = Exclude<SourceResult, { outcome: 'failed' }>;
type StoredFeed = Partial<FeedReport> & Pick<FeedReport, 'outcome' | 'found'>;

async function storeEntriesAndChapters(run: IngestRun, feed: Feed, source: SuccessfulSource): Promise<StoredFeed> {
  const { changed, states, notices } = source.chapters;
  const storeResult = source.outcome === 'read' ? await storeReading(run, feed, source) : undefined;
  if (storeResult?.held) return { outcome: 'held', found: storeResult.found, held: storeResult.held };
  const changedChapters = await storeChapters(run, feed, changed);
  const state = run.states[feed.id];
  if (state) state.chapters = selectCurrentStates(run.known, feed, states);
  const unchanged = { found: state?.found ?? 0, added: 0, changed: 0, notices: [] };
  const { found, added, changed: changedEntries, notices: readingNotices } = storeResult ?? unchanged;
  return {
    outcome: storeResult || changedChapters > 0 ? 'ok' : 'unchanged',
    found,
    new: added,
    changed: changedEntries + changedChapters,
    notices: [...readingNotices, ...notices],
  };
}

async function storeReading(run: IngestRun, feed: Feed, source: SourceResult & { outcome: 'read' }) {
  const { reading, validators, bytes, isUnfinished, hasNewSettings, newUrl } = source;
  const answer = run.answers[feed.id];
  const { channel, entries } = reading;
  run.channels[feed.id] = channel;
  const { notices, ...stored } = await storeEntries({ ...run, feed, entries, answer, hasNewSettings });
  if (!isUnfinished && !stored.held)
    run.states[feed.id] = {
      bytes,
      settings: hashFeedSettings(run, feed),
      conversion,
      found: entries.length,
      newUrl,
      noted: collectUnhashedDigests(entries),
      ...validators,
    };
  return { ...stored, found: entries.length, notices: [...reading.notices, ...notices] };
}

type Channels = ChannelsFile['channels'];

/** Path of the facts of each feed about its show. */
const channelsPath = (contentDir: string): string => join(contentDir, 'channels.json');

/** Returns no facts if the file is damaged; the next reading of each feed restores them. */
function readChannels(contentDir: string): Channels {
  try {
    return { ...readJsonFile(channelsPath(contentDir), ChannelsFile, { channels: {} }).channels };
  } catch {
    return {};
  }
}

/** Writes the facts of all feeds, also of removed ones, whose items may stay in the room. */
async function writeChannels(contentDir: string, channels: Channels): Promise<void> {
  await writeIfChanged(channelsPath(contentDir), `${JSON.stringify({ channels }, undefined, 2)}\n`);
}
