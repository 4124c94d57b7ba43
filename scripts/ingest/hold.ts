// When most of what a feed brought before looks new at once: the feed is held, and the creator is asked what it is.
import { sha256 } from '#domain/ids.ts';
import type { KnownItem } from './known-items.ts';
import { foldTitle, type MatchedEntry } from './match.ts';

/** An item that the feed names no longer, and the entry that may be the same thing. */
export interface HeldPair {
  was: KnownItem;
  one: MatchedEntry;
}

export interface Hold {
  /** Names exactly these entries: an answer is about no others. */
  fingerprint: string;
  /** Items that the feed should still name, and does not. */
  gone: KnownItem[];
  /** Entries without an item. */
  fresh: MatchedEntry[];
  pairs: HeldPair[];
}

/** Fewer are looked after in review. */
const minItems = 2;

/** Undefined when the feed can be stored. `items` are all that the feed may speak for. */
export function detectHold(entries: MatchedEntry[], items: KnownItem[]): Hold | undefined {
  const keys = new Set(items.map(({ key }) => key));
  const present = new Set(entries.flatMap(({ key, was }) => [key, ...(was ? [was.key] : [])]));
  const expected = selectExpectedItems(entries, items);
  const gone = expected.filter(({ key }) => !present.has(key));
  const fresh = entries.filter(({ key, was }) => !was && !keys.has(key));
  const again = fresh.filter(mayBeKnown(items, gone));
  const count = Math.min(gone.length, again.length);
  if (count < minItems || 2 * count <= expected.length) return undefined;
  const fingerprint = sha256(JSON.stringify(fresh.map(({ key }) => key).sort())).slice(0, 16);
  return { fingerprint, gone, fresh, pairs: pairItemsWithEntries(gone, again) };
}

/** A feed names its newest: what is older than all of them has left it for good. */
function selectExpectedItems(entries: MatchedEntry[], items: KnownItem[]): KnownItem[] {
  const dates = entries.flatMap(({ entry }) => entry.date ?? []).sort();
  return dates.length === 0 ? items : items.filter(({ date }) => Date.parse(date) >= Date.parse(dates[0]!));
}

/** What is new is younger than everything known, and has a title of its own. */
function mayBeKnown(items: KnownItem[], gone: KnownItem[]): (one: MatchedEntry) => boolean {
  const newest = Math.max(...items.map(({ date }) => Date.parse(date)));
  const titles = new Set(gone.map(({ title }) => foldTitle(title)));
  return ({ entry: { date, title } }) => !date || Date.parse(date) <= newest || titles.has(foldTitle(title));
}

/** Those of one title, then those of one day, then what is left in the order of dates. */
function pairItemsWithEntries(gone: KnownItem[], fresh: MatchedEntry[]): HeldPair[] {
  const pairs: HeldPair[] = [];
  const left = {
    gone: newestDateFirst(gone, ({ date }) => date),
    fresh: newestDateFirst(fresh, ({ entry }) => entry.date ?? ''),
  };
  const take = (fits: (was: KnownItem, one: MatchedEntry) => boolean) => {
    for (const was of [...left.gone]) {
      const one = left.fresh.find((some) => fits(was, some));
      if (!one) continue;
      pairs.push({ was, one });
      left.gone.splice(left.gone.indexOf(was), 1);
      left.fresh.splice(left.fresh.indexOf(one), 1);
    }
  };
  take((was, { entry }) => foldTitle(was.title) === foldTitle(entry.title));
  take((was, { entry }) => was.date === entry.date);
  take((was, { entry }) => was.date.slice(0, 10) === entry.date?.slice(0, 10));
  // As many on both sides: the order tells.
  if (left.gone.length === left.fresh.length) take(() => true);
  return pairs;
}

const newestDateFirst = <T>(list: T[], dateOf: (one: T) => string): T[] =>
  [...list].sort((a, b) => (dateOf(a) < dateOf(b) ? 1 : -1));
