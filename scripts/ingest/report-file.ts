// Stores the last result of each feed in content/.build for the console and the doctor. The file is disposable.
import { join } from 'node:path';
import { type FeedResult, IngestReport, ingestReportFile } from '#contract/schemas/ingest-report.ts';
import type { Notice } from '#contract/notices.ts';
import { readJsonFile } from '../json-file.ts';
import { writeIfChanged } from '../write-file.ts';
import type { FeedReport, PullReport } from './pull.ts';

const maxNotices = 20;

/** Returns the first notices and the number of the remaining ones. */
const limitNotices = (notices: Notice[]): Notice[] =>
  notices.length <= maxNotices
    ? notices
    : [...notices.slice(0, maxNotices), { code: 'more', details: { count: notices.length - maxNotices } }];

function toFeedResult({ id: _, ms: __, notices, ...result }: FeedReport, at: string): FeedResult {
  return { at, ...result, notices: limitNotices(notices) };
}

const emptyReport: IngestReport = { feeds: {}, notices: [] };

/** Reads the last result of each feed. */
export const readIngestReport = (contentDir: string): IngestReport =>
  readReportFile(join(contentDir, '.build', ingestReportFile));

function readReportFile(file: string): IngestReport {
  try {
    return readJsonFile(file, IngestReport, emptyReport);
  } catch {
    return emptyReport;
  }
}

/**
 * Writes the results of an ingest. Feeds that were not read keep their last result as long as feeds.json lists them.
 * `hash` is the hash of feeds.json if all feeds were read.
 */
export async function writeIngestReport(
  contentDir: string,
  { feeds, notices }: Pick<PullReport, 'feeds' | 'notices'>,
  { ids, hash }: { ids: string[]; hash?: string | undefined },
  at: string,
): Promise<void> {
  const file = join(contentDir, '.build', ingestReportFile);
  const before = readReportFile(file);
  const read = feeds.map((feed) => [feed.id, toFeedResult(feed, at)] as const);
  const results = new Map([...Object.entries(before.feeds), ...read]);
  const current = ids.filter((id) => results.has(id)).map((id) => [id, results.get(id)!] as const);
  const feedsFile = hash ?? before.feedsFile;
  const report = {
    feeds: Object.fromEntries(current),
    notices: limitNotices(notices),
    ...(feedsFile && { feedsFile }),
  };
  await writeIfChanged(file, `${JSON.stringify(report, undefined, 2)}\n`);
}
