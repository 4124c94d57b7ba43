// Where pages load from what a source names over http: the same address over https, or a copy that the room holds.
import { sha256 } from '../ids.ts';
import type { Places, RoomItem } from '../room.ts';
import { parseMarkdown } from '../text/markdown.ts';
import type { ItemFile } from './item-file.ts';

/** Copies lie below content/media; a source's address names its copy. */
export const copiesFolder = 'copies';
/** A stranger's picture: shown as it is, and not decoded again and again. `file`: below content/media. */
export const isCopy = ({ file }: { file: string }): boolean => file.startsWith(`${copiesFolder}/`);
export const copyName = (address: string): string => sha256(address).slice(0, 16);

export interface HttpMedia {
  address: string;
  kind: 'picture' | 'recording';
}

const pictures = ['image', 'thumbnailUrl'] as const;
const recordings = ['audioUrl', 'videoUrl'] as const;

const isHttp = (address: string | undefined): address is string => address?.startsWith('http:') === true;

/** All that a page of the item would load over http. */
export function httpMediaOf({ item, body }: ItemFile): HttpMedia[] {
  const shown = [...pictures.map((name) => item[name]), ...picturesIn(body)].filter(isHttp);
  const played = recordings.map((name) => item[name]).filter(isHttp);
  return [
    ...[...new Set(shown)].map((address): HttpMedia => ({ address, kind: 'picture' })),
    ...[...new Set(played)].map((address): HttpMedia => ({ address, kind: 'recording' })),
  ];
}

function picturesIn(body: string): string[] {
  if (!body.includes('](http:') && !body.includes('](<http:')) return [];
  const images = parseMarkdown(body).flatMap(({ children }) => (children ?? []).filter(({ type }) => type === 'image'));
  return images.map((image) => String(image.attrGet('src')));
}

/** The item with what it loads in its place; a recording that was copied keeps its address for programs. */
export function placedItem(item: RoomItem, overHttp: readonly string[], places: Places): RoomItem {
  const used = Object.fromEntries(overHttp.flatMap((address) => (places[address] ? [[address, places[address]]] : [])));
  if (Object.keys(used).length === 0) return item;
  const of = (name: (typeof pictures | typeof recordings)[number]) => used[item[name] ?? ''];
  const fields = [
    ...pictures.map((name) => [name, of(name)] as const),
    ...recordings.map((name) => [name, of(name)?.startsWith('https:') ? of(name) : undefined] as const),
  ].filter(([, place]) => place !== undefined);
  return { ...item, ...Object.fromEntries(fields), places: used, hash: sha256(item.hash + JSON.stringify(used)) };
}

/** The body with its pictures in their places. */
export const placedBody = (body: string, places: Places | undefined): string =>
  places
    ? body.replace(/(\]\(<?)(http:(?:\\.|[^\s()<>\\])+)/g, (whole, before: string, address: string) => {
        const place = places[address.replace(/\\([()])/g, '$1')];
        return place === undefined ? whole : before + place;
      })
    : body;
