// Where pages load from what a source names elsewhere: a copy that the room holds, or the same address over https.
import { sha256 } from '../ids.ts';
import type { Places, RoomItem } from '../room.ts';
import { parseMarkdown } from '../text/markdown.ts';
import type { ItemFile } from './item-file.ts';

/** Copies lie below content/media; a source's address names its copy. */
export const copiesFolder = 'copies';
/** A stranger's picture: shown as it is, and not decoded again and again. `file`: below content/media. */
export const isCopy = ({ file }: { file: string }): boolean => file.startsWith(`${copiesFolder}/`);
export const copyName = (address: string): string => sha256(address).slice(0, 16);

export interface OutsideMedia {
  address: string;
  kind: 'picture' | 'recording';
}

const pictures = ['image', 'thumbnailUrl'] as const;
const recordings = ['audioUrl', 'videoUrl'] as const;

const isOutside = (address: string | undefined): address is string => /^https?:/.test(address ?? '');
const isHttp = (address: string | undefined): address is string => address?.startsWith('http:') === true;

/** The pictures that a page of the item would load from elsewhere, and the recordings that it would load over http. */
export function outsideMediaOf({ item, body }: ItemFile): OutsideMedia[] {
  const shown = [...pictures.map((name) => item[name]), ...picturesIn(body)].filter(isOutside);
  const played = recordings.map((name) => item[name]).filter(isHttp);
  return [
    ...[...new Set(shown)].map((address): OutsideMedia => ({ address, kind: 'picture' })),
    ...[...new Set(played)].map((address): OutsideMedia => ({ address, kind: 'recording' })),
  ];
}

function picturesIn(body: string): string[] {
  if (!body.includes('![') || !/\]\(<?https?:/.test(body)) return [];
  const images = parseMarkdown(body).flatMap(({ children }) => (children ?? []).filter(({ type }) => type === 'image'));
  return images.map((image) => String(image.attrGet('src')));
}

/**
 * The item with what it loads over http in its place; a recording that was copied keeps its address for programs, and so
 * does a picture that is to be had over https. Another place makes another item of it.
 */
export function placedItem(
  item: RoomItem,
  outside: readonly string[],
  placeOf: (address: string) => string | undefined,
): RoomItem {
  if (outside.length === 0) return item;
  const found = outside.map((address) => [address, placeOf(address)] as const);
  const all = Object.fromEntries(found.filter((pair): pair is [string, string] => pair[1] !== undefined));
  if (Object.keys(all).length === 0) return item;
  const used = Object.fromEntries(Object.entries(all).filter(([address]) => isHttp(address)));
  const of = (name: (typeof pictures | typeof recordings)[number]) => used[item[name] ?? ''];
  const fields = [
    ...pictures.map((name) => [name, of(name)] as const),
    ...recordings.map((name) => [name, of(name)?.startsWith('https:') ? of(name) : undefined] as const),
  ].filter(([, place]) => place !== undefined);
  const isUsed = Object.keys(used).length > 0;
  const placed = { ...Object.fromEntries(fields), ...(isUsed && { places: used }) };
  return { ...item, ...placed, hash: sha256(item.hash + JSON.stringify(all)) };
}

/** The body with its pictures in their places. */
export const placedBody = (body: string, places: Places | undefined): string =>
  places
    ? body.replace(/(\]\(<?)(http:(?:\\.|[^\s()<>\\])+)/g, (whole, before: string, address: string) => {
        const place = places[address.replace(/\\([()])/g, '$1')];
        return place === undefined ? whole : before + place;
      })
    : body;
