// Which item each entry of a feed is: by its key, or found again by what else names it; or the feed is held for the creator.
import type { Feed } from '#contract/schemas/content-files.ts';
import type { FeedAnswer, HeldFeed } from '#contract/schemas/ingest-report.ts';
import { type Hold, detectHold } from './hold.ts';
import { type Identified, identify } from './identify.ts';
import type { KnownItem, KnownItems } from './known-items.ts';
import { matchEntries, type MatchedEntry } from './match.ts';
import type { NormalisedEntry } from './normalise/normalise.ts';

interface FeedContext {
  feed: Feed;
  /** Ids of the feeds in use. */
  configured: ReadonlySet<string>;
}

export interface RecogniseInput extends FeedContext {
  known: KnownItems;
  entries: NormalisedEntry[];
  answer?: FeedAnswer | undefined;
}

const maxPairsShown = 50;

export function recogniseEntries(question: RecogniseInput): { entries: MatchedEntry[] } | { held: HeldFeed } {
  const { entries, feed, known, answer } = question;
  const items = [...known.byKey.values()].filter((item) => !belongsToOtherFeed(question, item));
  const others = (key: string) => known.byKey.has(key) && belongsToOtherFeed(question, known.byKey.get(key)!);
  const identified = identify(entries, feed.id, known.byKey);
  const own = identified.filter(({ key }) => !others(key));
  const [mine, left] = [items.filter(isFromFeed(feed)), items.filter((item) => !isFromFeed(feed)(item))];
  const matched = matchOwnItemsFirst(own, mine, left);
  const hold = detectHold(matched, mine.length > 0 ? mine : items);
  const all = [...matched, ...identified.filter(({ key }) => others(key))];
  if (!hold) return { entries: all };
  if (answer?.fingerprint !== hold.fingerprint) return { held: reportHold(hold) };
  return { entries: answer.entriesAre === 'known' ? applyPairs(all, hold) : all };
}

const isFromFeed =
  ({ id }: Feed) =>
  ({ sourceFeed }: KnownItem): boolean =>
    sourceFeed === id;

/** What feeds that are gone left behind is looked through last: the same things may have come from both. */
function matchOwnItemsFirst(
  entries: Identified<NormalisedEntry>[],
  mine: KnownItem[],
  left: KnownItem[],
): MatchedEntry[] {
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
export const belongsToOtherFeed = ({ feed, configured }: FeedContext, { sourceFeed }: KnownItem): boolean =>
  sourceFeed !== undefined && sourceFeed !== feed.id && configured.has(sourceFeed);

function applyPairs(entries: MatchedEntry[], { pairs }: Hold): MatchedEntry[] {
  const items = new Map(pairs.map(({ one, was }) => [one, was]));
  return entries.map((one) => (items.has(one) ? { ...one, was: items.get(one)! } : one));
}

const reportHold = ({ fingerprint, gone, fresh, pairs }: Hold): HeldFeed => ({
  fingerprint,
  gone: gone.length,
  fresh: fresh.length,
  pairs: pairs.slice(0, maxPairsShown).map(({ was, one: { entry } }) => ({
    id: was.id,
    before: was.title,
    after: entry.content?.item.title ?? entry.title,
  })),
});
