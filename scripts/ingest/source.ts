// One feed from its source to its entries: fetch or open it, see whether it changed, read it.
import type { Feed } from '#contract/schemas/content-files.ts';
import { sha256 } from '#domain/ids.ts';
import { readChapters } from './chapters.ts';
import { FeedProblem } from './feed-document.ts';
import type { FeedStates } from './feed-state.ts';
import type { Fetched, FetchFeed, Validators } from './fetch.ts';
import { readLocalFeed } from './local-file.ts';
import { cleanLine, shorten } from './normalise/plain-text.ts';
import type { FeedReading } from './read-feed.ts';
import type { Reader } from './reader.ts';

export interface SourceContext {
  contentDir: string;
  states: FeedStates;
  fetchFeed: FetchFeed;
  fetchChapters: FetchFeed;
  reader: Reader;
  /** Hashes stored before this run. */
  knownHashes: ReadonlySet<string>;
}

/** What came of fetching and reading: never a rejection, as nobody may be waiting for it yet. */
export type Source = { ms: number } & (
  | { outcome: 'read'; reading: FeedReading; validators: Validators; bytes: string; isUnfinished: boolean }
  | { outcome: 'unchanged' }
  | { outcome: 'failed'; cause: string; advice: string }
);

export async function readSource(context: SourceContext, feed: Feed): Promise<Source> {
  const started = performance.now();
  try {
    const state = context.states[feed.id]?.settings === settingsOf(feed) ? context.states[feed.id] : undefined;
    const fetched = feed.file ? localFeed(context, feed) : await context.fetchFeed(feed.url!, state);
    const fetchMs = performance.now() - started;
    if (fetched.status === 'unchanged') return { outcome: 'unchanged', ms: fetchMs };
    const bytes = sha256(fetched.bytes);
    if (state?.bytes === bytes) return { outcome: 'unchanged', ms: fetchMs };
    const { contentType, address } = fetched;
    const input = { feed, bytes: fetched.bytes, contentType, address, knownHashes: context.knownHashes };
    const outcome = await context.reader.read(input);
    const ms = fetchMs + outcome.ms;
    if ('problem' in outcome) return failed(outcome.problem, ms);
    const { entries, notices } = outcome.reading;
    const chapters = await readChapters(entries, context.fetchChapters);
    const reading = { entries, notices: [...notices, ...chapters.notices] };
    const { etag, lastModified } = fetched;
    const { isUnfinished } = chapters;
    return { outcome: 'read', reading, validators: { etag, lastModified }, bytes, isUnfinished, ms };
  } catch (error) {
    return failed(error as Error, performance.now() - started);
  }
}

const localFeed = ({ contentDir }: SourceContext, { file, url }: Feed): Fetched & { status: 'fetched' } => ({
  status: 'fetched',
  bytes: readLocalFeed(contentDir, file!),
  address: url,
});

export const settingsOf = (feed: Feed): string => sha256(JSON.stringify(feed));

function failed(error: Error, ms: number): Source {
  const advice =
    error instanceof FeedProblem ? error.advice : 'Look whether feeds.json and the content folder are in order.';
  // Messages of parsers quote the feed, which may hold line breaks and terminal codes.
  return { outcome: 'failed', cause: shorten(cleanLine(error.message), 300), advice, ms };
}
