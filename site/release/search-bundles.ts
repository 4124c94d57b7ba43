// What the search of a host of files alone knows: items in bundles from the oldest, so that a new one touches the last alone.
import type { BodyOf } from '#domain/release/artifact.ts';
import { freelyListed } from './free-slice.ts';
import { inChunks } from '#domain/arrays.ts';
import { sha256 } from '#domain/ids.ts';
import { pagePath } from '#domain/links.ts';
import { type Room, type RoomItem, visibleOn } from '#domain/room.ts';
import { roomTexts } from '#domain/search/room-texts.ts';

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

/** `salt` stands for the program that makes the files. Texts that have a price and items that are hidden are in none. */
export function searchBundles(room: Room, bodyOf: BodyOf, salt: string, { whole, rest } = sizes): SearchBundle[] {
  const items = freelyListed(room).filter(visibleOn('mediaRoom')).reverse();
  const { language } = room.creator;
  const texts = roomTexts({ ...room, items }, bodyOf);
  const inWhole = Math.floor(texts.length / whole) * whole;
  const parts = [...inChunks(texts.slice(0, inWhole), whole), ...inChunks(texts.slice(inWhole), rest)];
  return parts.map((part, n) => {
    const name = sha256(salt + language + n).slice(0, 16);
    const key = sha256(salt + language + part.map(({ key: own }) => own));
    const records = () => {
      const byId = new Map(items.map((item) => [item.id, item]));
      return part.map(({ id, text }): SearchRecord => {
        const item = byId.get(id)!;
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
    };
    return { path: bundleFolder + name, key, language, records };
  });
}
