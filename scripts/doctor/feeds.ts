// Reports the result of the last reading of each feed.
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { Feed } from '#contract/schemas/content-files.ts';
import type { FeedResult } from '#contract/schemas/ingest-report.ts';
import { describeSourceProblem, sourceProblems } from '#contract/source-problems.ts';
import { strangerText } from '#domain/text/stranger-text.ts';
import { findPendingMove } from '../../sidecar/content/feed-changes.ts';
import { readFeedsFile } from '../ingest/feeds-file.ts';
import { readIngestReport } from '../ingest/report-file.ts';
import { type CheckResult, ok, problem, warning } from './finding.ts';

const maxTextLength = 300;

function checkLastReading(feed: Feed, last: FeedResult): CheckResult[] {
  const { id } = feed;
  const { problem: cause, at, held } = last;
  if (cause) {
    const says = `${id} could not be read at ${at}: ${strangerText(describeSourceProblem(cause), maxTextLength)}`;
    return [problem(says, { fix: sourceProblems[cause.code].advice })];
  }
  return [
    ...(held
      ? [problem(`${id} is on hold because ${held.fresh} entries look new`, { fix: `npm run feeds -- --held ${id}` })]
      : []),
    ...(findPendingMove(feed, last) ? [warning(`${id} has moved`, { fix: `npm run feeds -- --move ${id}` })] : []),
  ];
}

export function checkFeeds(contentDir: string): CheckResult[] {
  if (!existsSync(join(contentDir, 'feeds.json'))) return [ok('you have no feeds')];
  const report = readIngestReport(contentDir);
  const feeds = readFeedsFile(contentDir).feeds.filter(({ enabled }) => enabled !== false);
  const unread = feeds.filter(({ id }) => !report.feeds[id]).map(({ id }) => id);
  const results: CheckResult[] = unread.map((id) => warning(`${id} has not been read yet`, { fix: 'npm run ingest' }));
  for (const feed of feeds) {
    const last = report.feeds[feed.id];
    if (last) results.push(...checkLastReading(feed, last));
  }
  return results.length > 0 ? results : [ok(`${feeds.length} feeds were read without problems`)];
}
