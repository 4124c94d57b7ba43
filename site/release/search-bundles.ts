// What the search of a host of files alone knows: items in bundles from the oldest, so that a new one touches the last alone.
import type { BodyOf } from '#domain/release/artifact.ts';
import { freelyListed } from './free-slice.ts';
import { inChunks } from '#domain/arrays.ts';
import { sha256 } from '#domain/ids.ts';
import { madeOnceOfList } from '#domain/items/made-once.ts';
import { pagePath } from '#domain/links.ts';
import { type Room, type RoomItem, shownOn } from '#domain/room.ts';
import { textKey, textsOf } from '#domain/search/room-texts.ts';
import type { Fresh } from '#domain/search/text-index.ts';

/**
 * Whole bundles, and those that hold the rest: the newest is made anew with each new item. Pagefind looks for words that
 * begin alike in a bundle that has not the word itself: the smaller the bundles, the more it finds that nobody asked for.
 */
const sizes = { whole: 2000, rest: 250 };

/** Below it lie the bundles, each named for its place, so that what stays in it keeps its address. */
export const bundleFolder = '/_search/';

interface SearchRecord {
  url: string;
  title: string;
  date: string;
  type: RoomItem['type'];
  language: string;
  text: string;
}

export interface SearchBundle {
  /** Path of its folder, without a slash at the end. */
  path: string;
  /** Equal keys mean equal files. */
  key: string;
  language: string;
  records: () => SearchRecord[];
}

const keyOf = madeOnceOfList((items: RoomItem[], room: Pick<Room, 'access' | 'frame'>) =>
  sha256(items.map((item) => textKey(room, item)).join()),
);

/** `salt` stands for the program that makes the files. Texts that have a price and items that are hidden are in none. */
export function searchBundles(room: Room, bodyOf: BodyOf, salt: string, { whole, rest } = sizes): SearchBundle[] {
  const items = shownOn('mediaRoom', freelyListed(room)).toReversed();
  const { language } = room.creator;
  const inWhole = Math.floor(items.length / whole) * whole;
  const parts = [...inChunks(items.slice(0, inWhole), whole), ...inChunks(items.slice(inWhole), rest)];
  return parts.map((part, n) => {
    const name = sha256(salt + language + n).slice(0, 16);
    const key = sha256(salt + language + keyOf(room, name, part));
    const records = () =>
      part.map((item): SearchRecord => {
        const [{ text }] = textsOf(room, [item], bodyOf) as [Fresh];
        const { title, summary, body } = text();
        return {
          url: pagePath(item),
          title,
          date: item.date.slice(0, 10),
          type: item.type,
          language: item.language ?? language,
          text: [title, summary, body].filter(Boolean).join('\n'),
        };
      });
    return { path: bundleFolder + name, key, language, records };
  });
}
