// How the feeds are, in a line for doctor; a feed that failed or is held is an Error that says what to do.
import { openMove } from '../../sidecar/content/feed-changes.ts';
import { readFeedsFile } from '../ingest/feeds-file.ts';
import { readReport } from '../ingest/report-file.ts';

export function feedsState(contentDir: string): string {
  const { feeds: last } = readReport(contentDir);
  const feeds = readFeedsFile(contentDir).feeds.filter(({ enabled }) => enabled !== false);
  const said = feeds.flatMap(({ id }) => {
    const { outcome, cause, advice, held } = last[id] ?? {};
    if (outcome === 'failed') return [`${id} failed: ${cause} ${advice ?? ''}`.trim()];
    if (held) return [`${id} is held, as ${held.fresh} entries look new: npm run feeds -- --held ${id}`];
    return [];
  });
  if (said.length > 0) throw new Error(said.join('; '));
  const moved = feeds.flatMap((feed) =>
    openMove(feed, last[feed.id]) ? [`${feed.id} has moved: npm run feeds -- --move ${feed.id}`] : [],
  );
  return [`${feeds.length} in use`, ...moved].join('; ');
}
