// Which item each entry of a feed is: by its key, or found again by what else names it; or the feed is held for the creator.
import type { Feed } from '#contract/schemas/content-files.ts';
import type { FeedAnswer, HeldFeed } from '#contract/schemas/ingest-report.ts';
import { type Hold, holdOf } from './hold.ts';
import { type Identified, identify } from './identify.ts';
import type { KnownItem, KnownItems } from './known-items.ts';
import { matchEntries, type Matched } from './match.ts';
import type { Entry } from './normalise/normalise.ts';

interface Feeds {
  feed: Feed;
  /** Ids of the feeds in use. */
  configured: ReadonlySet<string>;
}

export interface Question extends Feeds {
  known: KnownItems;
  entries: Entry[];
  answer?: FeedAnswer | undefined;
}

const mostPairsShown = 50;

export function recognise(question: Question): { entries: Matched[] } | { held: HeldFeed } {
  const { entries, feed, known, answer } = question;
  const items = [...known.byKey.values()].filter((item) => !belongsElsewhere(question, item));
  const others = (key: string) => known.byKey.has(key) && belongsElsewhere(question, known.byKey.get(key)!);
  const identified = identify(entries, feed.id, known.byKey);
  const own = identified.filter(({ key }) => !others(key));
  const [mine, left] = [items.filter(isOf(feed)), items.filter((item) => !isOf(feed)(item))];
  const matched = matchAmong(own, mine, left);
  const hold = holdOf(matched, mine.length > 0 ? mine : items);
  const all = [...matched, ...identified.filter(({ key }) => others(key))];
  if (!hold) return { entries: all };
  if (answer?.fingerprint !== hold.fingerprint) return { held: heldFeed(hold) };
  return { entries: answer.entriesAre === 'known' ? paired(all, hold) : all };
}

const isOf =
  ({ id }: Feed) =>
  ({ sourceFeed }: KnownItem): boolean =>
    sourceFeed === id;

/** What feeds that are gone left behind is looked through last: the same things may have come from both. */
function matchAmong(entries: Identified<Entry>[], mine: KnownItem[], left: KnownItem[]): Matched[] {
  const keys = new Set([...mine, ...left].map(({ key }) => key));
  const first = matchEntries(entries, mine);
  const unknown = first.filter(({ key, was }) => !was && !keys.has(key));
  const named = new Set(entries.map(({ key }) => key));
  const second = new Map(
    matchEntries(
      unknown,
      left.filter(({ key }) => !named.has(key)),
    ).map((one) => [one.key, one]),
  );
  return first.map((one) => second.get(one.key) ?? one);
}

/** The feed that brought an item first speaks for it as long as it is in use. */
export const belongsElsewhere = ({ feed, configured }: Feeds, { sourceFeed }: KnownItem): boolean =>
  sourceFeed !== undefined && sourceFeed !== feed.id && configured.has(sourceFeed);

function paired(entries: Matched[], { pairs }: Hold): Matched[] {
  const items = new Map(pairs.map(({ one, was }) => [one, was]));
  return entries.map((one) => (items.has(one) ? { ...one, was: items.get(one)! } : one));
}

const heldFeed = ({ fingerprint, gone, fresh, pairs }: Hold): HeldFeed => ({
  fingerprint,
  gone: gone.length,
  fresh: fresh.length,
  pairs: pairs.slice(0, mostPairsShown).map(({ was, one: { entry } }) => ({
    id: was.id,
    before: was.title,
    after: entry.content?.item.title ?? entry.title,
  })),
});
