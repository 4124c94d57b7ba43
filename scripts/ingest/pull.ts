// The ingest pipeline: content/feeds.json → fetch → decode → parse → normalise → identify → item files.
import { join } from 'node:path';
import PQueue from 'p-queue';
import type { Feed, FeedsFile } from '#contract/schemas/content-files.ts';
import { sha256 } from '#domain/ids.ts';
import type { FeedProblem } from './feed-document.ts';
import { type FeedStates, readFeedStates, writeFeedStates } from './feed-state.ts';
import { readFeedsFile } from './feeds-file.ts';
import { createFetcher, type Fetched, type FetchFeed } from './fetch.ts';
import { type KnownItems, readKnownItems } from './known-items.ts';
import { readLocalFeed } from './local-file.ts';
import type { FeedReading } from './read-feed.ts';
import { createReader, type Reader } from './reader.ts';
import { storeEntries } from './store.ts';

export interface FeedReport {
  id: string;
  outcome: 'ok' | 'unchanged' | 'failed';
  cause?: string;
  advice?: string;
  notices: string[];
  /** Entries in the feed, how many of them are new, and how many known ones the source has changed. */
  found: number;
  new: number;
  changed: number;
  ms: number;
}

export interface PullReport {
  feeds: FeedReport[];
  /** About the content folder itself. */
  notices: string[];
  ms: number;
}

export interface PullOptions {
  contentDir: string;
  now: () => Date;
  /** Only the feed of this id. */
  feedId?: string | undefined;
  /** Hosts that may have a private address, besides those in feeds.json. */
  allowPrivateHosts?: string[];
  fetchFeed?: FetchFeed;
  onReport?: (report: FeedReport, done: number, total: number) => void;
}

const CONCURRENCY = 8;

interface Run {
  contentDir: string;
  now: string;
  states: FeedStates;
  known: KnownItems;
  configured: ReadonlySet<string>;
  fetchFeed: FetchFeed;
  reader: Reader;
}

/** One feed's failure never touches another. Throws only when feeds.json itself cannot be used. */
export async function pullFeeds(options: PullOptions): Promise<PullReport> {
  const started = performance.now();
  const file = readFeedsFile(options.contentDir);
  const run = startRun(options, file);
  const feeds = file.feeds.filter(({ id, enabled }) => enabled !== false && (options.feedId ?? id) === id);
  const queue = new PQueue({ concurrency: CONCURRENCY });
  // Feeds are fetched side by side and stored in the order of feeds.json, so that the result does not depend on the net.
  const pending = feeds.map((feed) => queue.add(() => readSource(run, feed)));
  const reports: FeedReport[] = [];
  for (const [index, feed] of feeds.entries()) {
    const report = await storeSource(run, feed, await pending[index]!);
    reports.push(report);
    options.onReport?.(report, reports.length, feeds.length);
  }
  await run.reader.close();
  await writeFeedStates(options.contentDir, run.states);
  return { feeds: reports, notices: run.known.notices, ms: Math.round(performance.now() - started) };
}

function startRun({ contentDir, now, fetchFeed, allowPrivateHosts = [] }: PullOptions, file: FeedsFile): Run {
  return {
    contentDir,
    now: now().toISOString().replace(/\.\d+/, ''),
    states: readFeedStates(contentDir),
    known: readKnownItems(contentDir),
    configured: new Set(file.feeds.map(({ id }) => id)),
    fetchFeed:
      fetchFeed ?? createFetcher({ allowPrivateHosts: [...(file.allowPrivateHosts ?? []), ...allowPrivateHosts] }),
    reader: createReader(),
  };
}

/** What came of fetching and reading: never a rejection, as nobody may be waiting for it yet. */
type Source = { ms: number } & (
  | { outcome: 'read'; reading: FeedReading; fetched: Fetched & { status: 'fetched' }; bytes: string }
  | { outcome: 'unchanged' }
  | { outcome: 'failed'; problem: { message: string; advice?: string } }
);

async function readSource(run: Run, feed: Feed): Promise<Source> {
  const started = performance.now();
  try {
    const state = run.states[feed.id]?.settings === settingsOf(feed) ? run.states[feed.id] : undefined;
    const fetched = feed.file ? localFeed(run, feed) : await run.fetchFeed(feed.url!, state);
    const fetchMs = performance.now() - started;
    if (fetched.status === 'unchanged') return { outcome: 'unchanged', ms: fetchMs };
    const bytes = sha256(fetched.bytes);
    if (state?.bytes === bytes) return { outcome: 'unchanged', ms: fetchMs };
    const { contentType, address } = fetched;
    const input = { feed, bytes: fetched.bytes, contentType, address, knownHashes: run.known.hashes };
    const outcome = await run.reader.read(input);
    const ms = fetchMs + outcome.ms;
    if ('problem' in outcome) return { outcome: 'failed', problem: outcome.problem, ms };
    return { outcome: 'read', reading: outcome.reading, fetched, bytes, ms };
  } catch (error) {
    return { outcome: 'failed', problem: error as FeedProblem, ms: performance.now() - started };
  }
}

const localFeed = ({ contentDir }: Run, { file, url }: Feed): Fetched & { status: 'fetched' } => ({
  status: 'fetched',
  bytes: readLocalFeed(contentDir, file!),
  address: url,
});

const settingsOf = (feed: Feed): string => sha256(JSON.stringify(feed));

async function storeSource(run: Run, feed: Feed, source: Source): Promise<FeedReport> {
  const report: FeedReport = {
    id: feed.id,
    outcome: 'ok',
    notices: [],
    found: 0,
    new: 0,
    changed: 0,
    ms: Math.round(source.ms),
  };
  if (source.outcome === 'unchanged')
    return { ...report, outcome: 'unchanged', found: run.states[feed.id]?.found ?? 0 };
  if (source.outcome === 'failed') {
    const { message, advice } = source.problem;
    return {
      ...report,
      outcome: 'failed',
      cause: message,
      advice: advice ?? `Look into ${join(run.contentDir, 'feeds.json')}.`,
    };
  }
  const { reading, fetched, bytes } = source;
  const { added, changed, notices } = await storeEntries({ ...run, feed, entries: reading.entries });
  const { etag, lastModified } = fetched;
  run.states[feed.id] = { bytes, settings: settingsOf(feed), found: reading.entries.length, etag, lastModified };
  return { ...report, notices: [...reading.notices, ...notices], found: reading.entries.length, new: added, changed };
}
