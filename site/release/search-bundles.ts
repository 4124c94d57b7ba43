// What the search of a host of files alone knows: items in bundles from the oldest, so that a new one touches the last alone.
import type { BodyOf } from '#domain/release/artifact.ts';
import { freelyListed } from './free-slice.ts';
import { sha256 } from '#domain/ids.ts';
import { pagePath } from '#domain/links.ts';
import { type Room, type RoomItem, visibleOn } from '#domain/room.ts';
import { roomTexts } from '#domain/search/room-texts.ts';

/** Whole bundles, and smaller ones that hold the rest: the newest is made anew with each new item, and its files go out anew. */
const sizes = [2000, 250, 50];

/** Below it lie the bundles, each named for what is in it. */
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
  language: string;
  records: () => SearchRecord[];
}

const chunks = <T>(all: T[], size: number): T[][] =>
  Array.from({ length: Math.ceil(all.length / size) }, (_, i) => all.slice(i * size, (i + 1) * size));

/** As many as fit of the first size, then of the next; what is left over is the last. */
function bundled<T>(all: T[], [size, ...smaller]: number[]): T[][] {
  if (size === undefined) return all.length > 0 ? [all] : [];
  const whole = all.length - (all.length % size);
  return [...chunks(all.slice(0, whole), size), ...bundled(all.slice(whole), smaller)];
}

/** `salt` stands for the program that makes the files. Texts that have a price and items that are hidden are in none. */
export function searchBundles(room: Room, bodyOf: BodyOf, salt: string, ofSizes = sizes): SearchBundle[] {
  const items = freelyListed(room).filter(visibleOn('mediaRoom')).reverse();
  const { language } = room.creator;
  const texts = roomTexts({ ...room, items }, bodyOf);
  return bundled(texts, ofSizes).map((part) => {
    const name = sha256(salt + language + part.map(({ key }) => key)).slice(0, 16);
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
    return { path: bundleFolder + name, language, records };
  });
}
