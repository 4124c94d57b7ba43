// Writes the last result of each feed to content/.build for the console and the doctor; losing it costs nothing.
import { join } from 'node:path';
import { type FeedResult, IngestReport, ingestReportFile } from '#contract/schemas/ingest-report.ts';
import { readJsonFile } from '../json-file.ts';
import { writeIfChanged } from '../write-file.ts';
import type { FeedReport, PullReport } from './pull.ts';

const mostNotices = 20;

/** The first ones, and how many there are more. */
const limitNotices = (notices: string[]): string[] =>
  notices.length <= mostNotices
    ? notices
    : [...notices.slice(0, mostNotices), `${notices.length - mostNotices} more like these.`];

function toFeedResult({ id: _, ms: __, notices, ...result }: FeedReport, at: string): FeedResult {
  return { at, ...result, notices: limitNotices(notices) };
}

const emptyReport: IngestReport = { feeds: {}, notices: [] };

/** What the last reading of each feed came to. */
export const readIngestReport = (contentDir: string): IngestReport =>
  readReportFile(join(contentDir, '.build', ingestReportFile));

function readReportFile(file: string): IngestReport {
  try {
    return readJsonFile(file, IngestReport, emptyReport);
  } catch {
    return emptyReport;
  }
}

/** Feeds that were not read this time keep their result, as long as feeds.json has them. `hash` where all were read. */
export async function writeIngestReport(
  contentDir: string,
  { feeds, notices }: Pick<PullReport, 'feeds' | 'notices'>,
  { ids, hash }: { ids: string[]; hash?: string | undefined },
  at: string,
): Promise<void> {
  const file = join(contentDir, '.build', ingestReportFile);
  const before = readReportFile(file);
  const read = feeds.map((feed) => [feed.id, toFeedResult(feed, at)] as const);
  const known = new Map([...Object.entries(before.feeds), ...read]);
  const kept = ids.filter((id) => known.has(id)).map((id) => [id, known.get(id)!] as const);
  const feedsFile = hash ?? before.feedsFile;
  const report = { feeds: Object.fromEntries(kept), notices: limitNotices(notices), ...(feedsFile && { feedsFile }) };
  await writeIfChanged(file, `${JSON.stringify(report, undefined, 2)}\n`);
}
