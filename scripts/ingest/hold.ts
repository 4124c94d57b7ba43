// Detects feeds whose known items have suddenly become new ones. Such a feed is held until the creator decides.
import { sha256 } from '#domain/ids.ts';
import type { KnownItem } from './known-items.ts';
import { foldTitle, type MatchedEntry } from './match.ts';

/** Item that the feed no longer lists, and the entry that may be the same item. */
export interface HeldPair {
  item: KnownItem;
  match: MatchedEntry;
}

/** Reason to hold a feed. */
export interface Hold {
  /** Digest of exactly these entries, so that a decision applies to no others. */
  fingerprint: string;
  /** Items that the feed should still list, but does not. */
  missing: KnownItem[];
  /** Entries without a known item. */
  fresh: MatchedEntry[];
  pairs: HeldPair[];
}

/** Smallest number of items that justifies a hold; fewer are handled in review. */
const minItems = 2;

/** Returns undefined if the entries can be stored. `items` are all items that the feed may update. */
export function detectHold(entries: MatchedEntry[], items: KnownItem[]): Hold | undefined {
  const keys = new Set(items.map(({ key }) => key));
  const present = new Set(entries.flatMap(({ key, previous }) => [key, ...(previous ? [previous.key] : [])]));
  const expectedItems = selectExpectedItems(entries, items);
  const missing = expectedItems.filter(({ key }) => !present.has(key));
  const fresh = entries.filter(({ key, previous }) => !previous && !keys.has(key));
  const suspects = fresh.filter(mayBeKnown(items, missing));
  const count = Math.min(missing.length, suspects.length);
  if (count < minItems || 2 * count <= expectedItems.length) return undefined;
  const fingerprint = sha256(JSON.stringify(fresh.map(({ key }) => key).sort())).slice(0, 16);
  return { fingerprint, missing, fresh, pairs: pairItemsWithEntries(missing, suspects) };
}

/** Selects the items that the feed should still list: feeds drop items that are older than all their entries. */
function selectExpectedItems(entries: MatchedEntry[], items: KnownItem[]): KnownItem[] {
  const dates = entries.flatMap(({ entry }) => entry.date ?? []).sort();
  return dates.length === 0 ? items : items.filter(({ date }) => Date.parse(date) >= Date.parse(dates[0]!));
}

/** Returns a test for entries that may be known: a truly new entry is the newest and has a title of its own. */
function mayBeKnown(items: KnownItem[], missing: KnownItem[]): (match: MatchedEntry) => boolean {
  const newest = Math.max(...items.map(({ date }) => Date.parse(date)));
  const titles = new Set(missing.map(({ title }) => foldTitle(title)));
  return ({ entry: { date, title } }) => !date || Date.parse(date) <= newest || titles.has(foldTitle(title));
}

/** Pairs by title, then by date, then by day; an equal number of remaining items and entries is paired in order. */
function pairItemsWithEntries(missing: KnownItem[], fresh: MatchedEntry[]): HeldPair[] {
  const pairs: HeldPair[] = [];
  const items = newestDateFirst(missing, ({ date }) => date);
  const entries = newestDateFirst(fresh, ({ entry }) => entry.date ?? '');
  const takePairs = (fits: (item: KnownItem, match: MatchedEntry) => boolean) => {
    for (const item of [...items]) {
      const match = entries.find((candidate) => fits(item, candidate));
      if (!match) continue;
      pairs.push({ item, match });
      items.splice(items.indexOf(item), 1);
      entries.splice(entries.indexOf(match), 1);
    }
  };
  takePairs((item, { entry }) => foldTitle(item.title) === foldTitle(entry.title));
  takePairs((item, { entry }) => item.date === entry.date);
  takePairs((item, { entry }) => item.date.slice(0, 10) === entry.date?.slice(0, 10));
  if (items.length === entries.length) takePairs(() => true);
  return pairs;
}

const newestDateFirst = <T>(list: T[], readDate: (element: T) => string): T[] =>
  [...list].sort((a, b) => (readDate(a) < readDate(b) ? 1 : -1));
