// The feeds: how the last reading of each went.
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { Feed } from '#contract/schemas/content-files.ts';
import { type FeedResult, IngestReport, ingestReportFile } from '#contract/schemas/ingest-report.ts';
import { strangerText } from '#domain/text/stranger-text.ts';
import { findPendingMove } from '../../sidecar/content/feed-changes.ts';
import { readFeedsFile } from '../ingest/feeds-file.ts';
import { readJsonFile } from '../json-file.ts';
import { type CheckResult, ok, problem, warning } from './finding.ts';

const maxTextLength = 300;

function checkLastReading(feed: Feed, last: FeedResult): CheckResult[] {
  const { id } = feed;
  const { outcome, at, cause, advice, held } = last;
  if (outcome === 'failed') {
    const says = `${id} could not be read at ${at}: ${strangerText(cause ?? 'it failed', maxTextLength)}`;
    return [problem(says, { fix: advice ? strangerText(advice, maxTextLength) : 'npm run ingest tries again' })];
  }
  return [
    ...(held
      ? [problem(`${id} is held, because ${held.fresh} entries look new`, { fix: `npm run feeds -- --held ${id}` })]
      : []),
    ...(findPendingMove(feed, last) ? [warning(`${id} has moved`, { fix: `npm run feeds -- --move ${id}` })] : []),
  ];
}

export function checkFeeds(contentDir: string): CheckResult[] {
  if (!existsSync(join(contentDir, 'feeds.json'))) return [ok('there is no feeds.json')];
  const report = readJsonFile(join(contentDir, '.build', ingestReportFile), IngestReport, { feeds: {}, notices: [] });
  const feeds = readFeedsFile(contentDir).feeds.filter(({ enabled }) => enabled !== false);
  const unread = feeds.filter(({ id }) => !report.feeds[id]).map(({ id }) => id);
  const found: CheckResult[] = unread.map((id) => warning(`${id} was never read`, { fix: 'npm run ingest' }));
  for (const feed of feeds) {
    const last = report.feeds[feed.id];
    if (last) found.push(...checkLastReading(feed, last));
  }
  return found.length > 0 ? found : [ok(`${feeds.length} were read without trouble`)];
}
