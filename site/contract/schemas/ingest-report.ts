// Result of the last ingest of each feed. Every ingest writes it below .build.
import { type Static, Type } from 'typebox';
import { type NoticeCode, notices } from '../notices.ts';
import { type SourceProblemCode, sourceProblems } from '../source-problems.ts';
import { closedObject, Count, Instant, list, oneOf, optional, text } from './shape.ts';

export const ingestReportFile = 'ingest-report.json';

/** Feed whose known entries suddenly look new. The creator decides whether they are. */
export const HeldFeed = closedObject({
  fingerprint: text('Identifies these entries in an answer.'),
  gone: Count('Known items that are missing in the feed.'),
  fresh: Count('Entries that look new.'),
  pairs: list(
    closedObject({ id: text('The item.'), before: text('Its title.'), after: text('The title of the entry.') }),
    'First pairs that look like the same item.',
  ),
});
export type HeldFeed = Static<typeof HeldFeed>;

export const entryVerdicts = ['known', 'new'] as const;
/** File below .build with the creator's decisions by feed; the next ingest applies and removes them. */
export const feedAnswersFile = 'feed-answers.json';
export const FeedAnswer = closedObject({
  entriesAre: oneOf([...entryVerdicts], 'known: the known items with new ids; new: new items.'),
  fingerprint: text('Fingerprint of the entries.'),
});
export type FeedAnswer = Static<typeof FeedAnswer>;
export const FeedAnswers = Type.Record(Type.String(), FeedAnswer);
export type FeedAnswers = Static<typeof FeedAnswers>;

const Details = Type.Record(Type.String(), Type.Union([Type.String(), Type.Number()]), {
  description: 'Values in the message.',
});
const problemFields = {
  code: oneOf(Object.keys(sourceProblems) as SourceProblemCode[], 'Cause of the failure.'),
  details: Details,
};

/** Addresses that a command could not read. */
export const PageProblems = list(closedObject({ url: text('The address.'), ...problemFields }));

export const Notices = list(
  closedObject({
    code: oneOf(Object.keys(notices) as NoticeCode[], 'Subject of the notice.'),
    details: optional(Details),
    cause: optional(closedObject(problemFields)),
  }),
);

export const FeedResult = closedObject({
  at: Instant('Time of reading.'),
  outcome: oneOf(['ok', 'unchanged', 'failed', 'held']),
  found: Count('Entries in the feed.'),
  new: Count('New entries among them.'),
  changed: Count('Entries that changed at the source.'),
  problem: optional(closedObject(problemFields)),
  notices: Notices,
  held: optional(HeldFeed),
  movedTo: optional(text('New address of the feed, as announced by the source.')),
});
export type FeedResult = Static<typeof FeedResult>;

export const IngestReport = closedObject({
  feeds: Type.Record(Type.String(), FeedResult, { description: 'Results by feed id.' }),
  notices: Notices,
  feedsFile: optional(text('SHA-256 of feeds.json at the last complete ingest.')),
});
export type IngestReport = Static<typeof IngestReport>;
