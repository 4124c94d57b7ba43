// Prepares the search index for static hosts. Items are in bundles, so that a change affects only the bundle of its
// item.
import type { ReadBody } from '#domain/release/artifact.ts';
import { freelyListed } from './free-slice.ts';
import { sha256 } from '#domain/ids.ts';
import { chunkNewestFiner, chunkSizes } from '#domain/lists/chunk-by-content.ts';
import { bundleFolder, pagePath } from '#domain/links.ts';
import { itemDay, type Room, type RoomItem, itemsOn } from '#domain/room.ts';
import { textKey, searchableTexts } from '#domain/search/room-texts.ts';
import type { TextSource } from '#domain/search/text-index.ts';

export interface SearchRecord {
  url: string;
  title: string;
  date: string;
  type: RoomItem['type'];
  language: string;
  text: string;
}

export interface SearchBundle {
  /** Path of its folder, without a trailing slash. */
  path: string;
  /** Hash of everything that the files depend on. */
  inputs: string;
  language: string;
  /** Items, newest first. */
  items: RoomItem[];
  /** Reads the texts of the items. */
  records: () => Iterable<SearchRecord>;
}

type RecordOf = (item: RoomItem) => SearchRecord;

const searchRecordMaker =
  (room: Room, bodyOf: ReadBody): RecordOf =>
  (item) => {
    const [{ text }] = searchableTexts(room, [item], bodyOf) as [TextSource];
    const { title, summary, body, themes, people } = text();
    return {
      url: pagePath(item),
      title,
      date: itemDay(item),
      type: item.type,
      language: item.language ?? room.creator.language,
      text: [title, summary, body, themes, people].filter(Boolean).join('\n'),
    };
  };

/**
 * Sizes of bundles. An approval waits for the newest bundle, which takes more than a millisecond for each of its items.
 */
const bundleSizes = [...chunkSizes, 60];

/**
 * Returns the bundles from the oldest to the newest. `salt` represents the program that makes the files. Texts that
 * have a price and hidden items are excluded.
 */
export function searchBundles(room: Room, bodyOf: ReadBody, salt: string, sizes = bundleSizes): SearchBundle[] {
  const { language, name: creator, themes } = room.creator;
  const authorInputs = JSON.stringify([creator, themes]);
  const parts = chunkNewestFiner(itemsOn('mediaRoom', freelyListed(room)), sizes);
  const recordOf = searchRecordMaker(room, bodyOf);
  return parts.map((part) => {
    const name = sha256(salt + language + part.at(-1)!.id).slice(0, 16);
    const inputs = sha256(salt + language + authorInputs + part.map((item) => textKey(room, item)).join());
    return { path: bundleFolder + name, inputs, language, items: part, records: () => part.values().map(recordOf) };
  });
}
