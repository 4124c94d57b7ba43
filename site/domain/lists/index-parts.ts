// What the content index is made of: facts of the items, as a release stores them, and the same as numbers, part by part.
import { type ItemType, itemTypes } from '#contract/content-types.ts';
import { type Filed, keysOf, type Naming, themeKeysOf } from './topics.ts';

export interface IndexedItem {
  type: ItemType;
  /** YYYY-MM-DD */
  date: string;
  /** RFC 3339; without it, the beginning of the day in UTC. */
  publishedAt?: string;
  keywords: string[];
  themeIds: string[];
}

const timeOf = ({ publishedAt, date }: IndexedItem): number =>
  Math.floor(Date.parse(publishedAt ?? `${date}T00:00:00Z`) / 1000);

/** The beginning of a day that is written as a number. */
const beginningOf = (day: number): number =>
  Date.UTC(Math.floor(day / 10_000), (Math.floor(day / 100) % 100) - 1, day % 100) / 1000;

export const dayNumber = (day: string): number => Number(day.slice(0, 4) + day.slice(5, 7) + day.slice(8, 10));

/** What the index is made of, as a release stores it: by item, newest first. */
export interface IndexFacts {
  types: ItemType[];
  /** As numbers (20260131). */
  days: number[];
  /** Seconds since the epoch; missing in releases that were made before November 2026. */
  times?: number[];
  /** What the items are filed under, each once: themes and keywords. */
  words: string[];
  /** Places of the themes in `words`. */
  themes: number[];
  /** By item: places in `words`. */
  filed: number[][];
}

export function indexFacts(items: IndexedItem[]): IndexFacts {
  const [places, themes, words] = [new Map<string, number>(), [] as number[], [] as string[]];
  const placeOf = (word: string, isTheme: boolean): number => {
    const name = isTheme ? `\t${word}` : word;
    const known = places.get(name);
    if (known !== undefined) return known;
    const place = words.push(word) - 1;
    places.set(name, place);
    if (isTheme) themes.push(place);
    return place;
  };
  const filed = items.map(({ themeIds, keywords }) => [
    ...themeIds.map((id) => placeOf(id, true)),
    ...keywords.map((word) => placeOf(word, false)),
  ]);
  return {
    types: items.map(({ type }) => type),
    days: items.map(({ date }) => dayNumber(date)),
    times: items.map(timeOf),
    words,
    themes,
    filed,
  };
}

/** What the index needs of items that follow one another, newest first. */
export interface IndexPart {
  days: Uint32Array;
  times: Float64Array;
  types: Uint8Array;
  /** Numbers of the topics of each item, one item behind the other. */
  topics: Uint32Array;
  /** For each item, where its numbers in `topics` end. */
  ends: Uint32Array;
  filed: Filed;
}

/** By key of a topic, for as long as the process lives: parts of one release go into the next. */
const topicNumbers = new Map<string, number>();

export function topicNumber(key: string): number {
  const known = topicNumbers.get(key) ?? topicNumbers.size;
  topicNumbers.set(key, known);
  return known;
}

/** How many were seen so far. */
export const topicCount = (): number => topicNumbers.size;

export function indexPart(
  { types, days, times, words, themes, filed }: IndexFacts,
  naming: Naming['themes'],
): IndexPart {
  const isTheme = new Set(themes);
  const themeKeys = themeKeysOf(naming);
  const topicsOfWord = words.map((word, place) =>
    keysOf(themeKeys, word, isTheme.has(place)).filter(Boolean).map(topicNumber),
  );
  const topics: number[] = [];
  /** By topic: the last item that has it. Two words of an item may be the same topic. */
  const last = new Map<number, number>();
  const ends = Uint32Array.from(filed, (places, item) => {
    for (const place of places)
      for (const topic of topicsOfWord[place]!) {
        if (last.get(topic) !== item) topics.push(topic);
        last.set(topic, item);
      }
    return topics.length;
  });
  return {
    days: Uint32Array.from(days),
    times: Float64Array.from(times ?? days.map(beginningOf)),
    types: Uint8Array.from(types, (type) => itemTypes.indexOf(type)),
    topics: Uint32Array.from(topics),
    ends,
    filed: { words, themes: new Set(themes.map((place) => words[place]!)) },
  };
}
