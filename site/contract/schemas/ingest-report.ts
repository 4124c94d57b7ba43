// Result of the last ingest of each feed. Every ingest writes it below .build.
import { type Static, Type } from 'typebox';
import { closedObject, Count, Instant, list, oneOf, optional, text } from './shape.ts';

export const ingestReportFile = 'ingest-report.json';

/** Feed whose known entries suddenly look new. The creator decides whether they are. */
export const HeldFeed = closedObject({
  fingerprint: text('Names exactly these entries; an answer carries it.'),
  gone: Count('Known items that the feed names no longer.'),
  fresh: Count('Entries that look new.'),
  pairs: list(
    closedObject({ id: text('The item.'), before: text('Its title.'), after: text('The title of the entry.') }),
    'What would be taken as the same, the first ones.',
  ),
});
export type HeldFeed = Static<typeof HeldFeed>;

export const entryVerdicts = ['known', 'new'] as const;
/** File below .build with the creator's decisions by feed; the next ingest applies and removes them. */
export const feedAnswersFile = 'feed-answers.json';
export const FeedAnswer = closedObject({
  entriesAre: oneOf([...entryVerdicts], 'The known items under new names, or new ones.'),
  fingerprint: text('Of the entries that it is about.'),
});
export type FeedAnswer = Static<typeof FeedAnswer>;
export const FeedAnswers = Type.Record(Type.String(), FeedAnswer);
export type FeedAnswers = Static<typeof FeedAnswers>;

export const FeedResult = closedObject({
  at: Instant('When the feed was read.'),
  outcome: oneOf(['ok', 'unchanged', 'failed', 'held']),
  found: Count('Entries in the feed.'),
  new: Count('Of these, entries that were never seen before.'),
  changed: Count('Known entries that the source has changed.'),
  cause: optional(text('Why it failed.')),
  advice: optional(text('What to do.')),
  notices: list(text('About single entries.')),
  held: optional(HeldFeed),
  movedTo: optional(text('Where the source says that the feed is from now on.')),
});
export type FeedResult = Static<typeof FeedResult>;

export const IngestReport = closedObject({
  feeds: Type.Record(Type.String(), FeedResult, { description: 'By the id of the feed.' }),
  notices: list(text('About files of the content folder.')),
  feedsFile: optional(text('SHA-256 of feeds.json as it was when all its feeds were read last.')),
});
export type IngestReport = Static<typeof IngestReport>;
