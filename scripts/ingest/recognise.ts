// Assigns the entries of a feed to known items, by their keys or by other features, or holds the feed for a decision.
import type { Feed } from '#contract/schemas/content-files.ts';
import type { FeedAnswer, HeldFeed } from '#contract/schemas/ingest-report.ts';
import { type Hold, detectHold } from './hold.ts';
import { type IdentifiedEntry, identify } from './identify.ts';
import type { KnownItem, KnownItems } from './known-items.ts';
import { matchEntries, type MatchedEntry } from './match.ts';
import { entryTitle, type NormalisedEntry } from './normalise/normalise.ts';

interface FeedContext {
  feed: Feed;
  /** Ids of the active feeds. */
  configured: ReadonlySet<string>;
}

export interface RecogniseInput extends FeedContext {
  known: KnownItems;
  entries: NormalisedEntry[];
  /** Decision of the creator about a feed on hold. */
  answer?: FeedAnswer | undefined;
}

const maxPairsShown = 50;

export function recogniseEntries(question: RecogniseInput): { entries: MatchedEntry[] } | { held: HeldFeed } {
  const { entries, feed, known, answer } = question;
  const items = [...known.byKey.values()].filter((item) => !belongsToOtherFeed(question, item));
  const isOfOtherFeed = (key: string) => known.byKey.has(key) && belongsToOtherFeed(question, known.byKey.get(key)!);
  const identified = identify(entries, feed.id, known.byKey);
  const own = identified.filter(({ key }) => !isOfOtherFeed(key));
  const ownItems = items.filter(isFromFeed(feed));
  const orphans = items.filter((item) => !isFromFeed(feed)(item));
  const matched = matchOwnItemsFirst(own, ownItems, orphans);
  const hold = detectHold(matched, ownItems.length > 0 ? ownItems : items);
  const all = [...matched, ...identified.filter(({ key }) => isOfOtherFeed(key))];
  if (!hold) return { entries: all };
  if (answer?.fingerprint !== hold.fingerprint) return { held: reportHold(hold) };
  return { entries: answer.entriesAre === 'known' ? applyPairs(all, hold) : all };
}

const isFromFeed =
  ({ id }: Feed) =>
  ({ sourceFeed }: KnownItem): boolean =>
    sourceFeed === id;

/** Matches the items of this feed first, then those of removed feeds, since both may hold the same items. */
function matchOwnItemsFirst(
  entries: IdentifiedEntry<NormalisedEntry>[],
  ownItems: KnownItem[],
  orphans: KnownItem[],
): MatchedEntry[] {
  const keys = new Set([...ownItems, ...orphans].map(({ key }) => key));
  const first = matchEntries(entries, ownItems);
  const unknown = first.filter(({ key, previous }) => !previous && !keys.has(key));
  const entryKeys = new Set(entries.map(({ key }) => key));
  const second = new Map(
    matchEntries(
      unknown,
      orphans.filter(({ key }) => !entryKeys.has(key)),
    ).map((one) => [one.key, one]),
  );
  return first.map((one) => second.get(one.key) ?? one);
}

/** Returns true if another active feed has brought the item first: only that feed may update it. */
export const belongsToOtherFeed = ({ feed, configured }: FeedContext, { sourceFeed }: KnownItem): boolean =>
  sourceFeed !== undefined && sourceFeed !== feed.id && configured.has(sourceFeed);

function applyPairs(entries: MatchedEntry[], { pairs }: Hold): MatchedEntry[] {
  const items = new Map(pairs.map(({ match, item }) => [match, item]));
  return entries.map((match) => (items.has(match) ? { ...match, previous: items.get(match)! } : match));
}

const reportHold = ({ fingerprint, missing, fresh, pairs }: Hold): HeldFeed => ({
  fingerprint,
  gone: missing.length,
  fresh: fresh.length,
  pairs: pairs.slice(0, maxPairsShown).map(({ item, match: { entry } }) => ({
    id: item.id,
    before: item.title,
    after: entryTitle(entry),
  })),
});
