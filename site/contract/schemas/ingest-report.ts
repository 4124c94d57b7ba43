// What the last reading of each feed came to: ingest leaves it below .build, however it was started.
import { type Static, Type } from 'typebox';
import { closed, Count, Instant, list, oneOf, text } from './shape.ts';

const maybe = Type.Optional;

export const ingestReportFile = 'ingest-report.json';

export const FeedResult = closed({
  at: Instant('When the feed was read.'),
  outcome: oneOf(['ok', 'unchanged', 'failed']),
  found: Count('Entries in the feed.'),
  new: Count('Of these, entries that were never seen before.'),
  changed: Count('Known entries that the source has changed.'),
  cause: maybe(text('Why it failed.')),
  advice: maybe(text('What to do.')),
  notices: list(text('About single entries.')),
});
export type FeedResult = Static<typeof FeedResult>;

export const IngestReport = closed({
  feeds: Type.Record(Type.String(), FeedResult, { description: 'By the id of the feed.' }),
  notices: list(text('About files of the content folder.')),
});
export type IngestReport = Static<typeof IngestReport>;
