// Columns of the content index: the properties of items that queries filter by, as numbers.
import { type ItemType, itemTypes } from '#contract/content-types.ts';
import { topicKeys, type TopicNaming, buildThemeKeys } from './topics.ts';

export interface IndexedItem {
  type: ItemType;
  /** YYYY-MM-DD */
  date: string;
  /** RFC 3339; defaults to the beginning of the day in UTC. */
  publishedAt?: string;
  keywords: string[];
  themeIds: string[];
  personIds?: string[];
}

/** Returns the key of a person, whose items are listed as those of a topic are. No topic has a colon. */
export const personKey = (id: string): string => `person:${id}`;

const publishedSeconds = ({ publishedAt, date }: IndexedItem): number =>
  Math.floor(Date.parse(publishedAt ?? `${date}T00:00:00Z`) / 1000);

export const dayNumber = (day: string): number => Number(day.slice(0, 4) + day.slice(5, 7) + day.slice(8, 10));

export interface IndexColumns {
  /** Days as numbers (20260131). */
  days: Uint32Array;
  /** Seconds since the epoch. */
  times: Float64Array;
  /** Indexes in `itemTypes`. */
  types: Uint8Array;
  /** Topic numbers of all items, concatenated. */
  topics: Uint32Array;
  /** End of each item's numbers in `topics`. */
  ends: Uint32Array;
}

/** Builds the columns and adds the number of each topic to `topicNumbers`. */
export function buildIndexColumns(
  items: IndexedItem[],
  naming: TopicNaming['themes'],
  topicNumbers: Map<string, number>,
): IndexColumns {
  const themeKeys = buildThemeKeys(naming);
  const topicNumber = (key: string): number => {
    if (!topicNumbers.has(key)) topicNumbers.set(key, topicNumbers.size);
    return topicNumbers.get(key)!;
  };
  const topics: number[] = [];
  const ends = Uint32Array.from(items, ({ themeIds, keywords, personIds = [] }) => {
    const keys = [
      ...themeIds.flatMap((id) => topicKeys(themeKeys, id, true)),
      ...keywords.flatMap((word) => topicKeys(themeKeys, word, false)),
      ...personIds.map(personKey),
    ];
    for (const key of new Set(keys)) if (key) topics.push(topicNumber(key));
    return topics.length;
  });
  return {
    days: Uint32Array.from(items, ({ date }) => dayNumber(date)),
    times: Float64Array.from(items, publishedSeconds),
    types: Uint8Array.from(items, ({ type }) => itemTypes.indexOf(type)),
    topics: Uint32Array.from(topics),
    ends,
  };
}
