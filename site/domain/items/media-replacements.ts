// Addresses that pages load instead of external media: a copy in the room, or the same address over https.
import { sha256 } from '../ids.ts';
import { memoizeLast } from '../memoize.ts';
import type { MediaReplacements, RoomItem } from '../room.ts';
import { findPictures } from '../text/body-pictures.ts';
import type { ItemFile } from './item-file.ts';
import { fileKind } from './playable.ts';

/** Folder of copies below content/media. A copy is named by the hash of its source address. */
export const copiesFolder = 'copies';
/**
 * Returns true for the copy of an external picture, which is shown without resizing. `file` is a path below
 * content/media.
 */
export const isCopy = ({ file }: { file: string }): boolean => file.startsWith(`${copiesFolder}/`);
export const copyBaseName = (address: string): string => sha256(address).slice(0, 16);

export interface OutsideMedia {
  address: string;
  kind: 'picture' | 'recording';
}

const pictureFields = ['image', 'thumbnailUrl'] as const;
const recordingFields = ['audioUrl', 'videoUrl'] as const;

const isOutside = (address: string | undefined): address is string => /^https?:/.test(address ?? '');
const isHttp = (address: string | undefined): address is string => address?.startsWith('http:') === true;

/** Returns the external pictures of an item, and the recordings in its fields and its body with http addresses. */
export function findOutsideMedia({ item, body }: ItemFile): OutsideMedia[] {
  const pictures = [...pictureFields.map((name) => item[name]), item.contentWarning?.image];
  const externalPictures = [...pictures, ...findPictures(body).map(({ url }) => url)].filter(isOutside);
  const httpRecordings = [...recordingFields.map((name) => item[name]), ...findRecordings(body)].filter(isHttp);
  return [
    ...[...new Set(externalPictures)].map((address): OutsideMedia => ({ address, kind: 'picture' })),
    ...[...new Set(httpRecordings)].map((address): OutsideMedia => ({ address, kind: 'recording' })),
  ];
}

const unescapeAddress = (address: string): string => address.replace(/\\([()])/g, '$1');

const markedLink = /▶ [^\]]*\]\(<?(http:(?:\\.|[^\s()<>\\])+)/g;

const findRecordings = (body: string): string[] =>
  [...body.matchAll(markedLink)].map(([, address]) => unescapeAddress(address!)).filter(fileKind);

/** Lookup of external addresses. */
export interface MediaSources {
  /** Returns the address that pages load instead. */
  replacementFor: (address: string) => string | undefined;
  /** Returns true if fetching the address failed. An address that was never tried is not lost. */
  isLost: (address: string) => boolean;
}

/**
 * Replaces the http addresses of an item and removes lost pictures. A copied recording and a picture that is
 * available over https keep their addresses in the API. The hash of the item changes with the replacements.
 */
export function replaceItemMedia(
  item: RoomItem,
  outside: readonly string[],
  { replacementFor, isLost }: MediaSources,
): RoomItem {
  if (outside.length === 0) return item;
  const pairs = outside.map((address) => [address, replacementFor(address)] as const);
  const all = Object.fromEntries(pairs.filter((pair): pair is [string, string] => pair[1] !== undefined));
  const lostAddresses = outside.filter((address) => all[address] === undefined && isLost(address));
  if (Object.keys(all).length === 0 && lostAddresses.length === 0) return item;
  const replacements = JSON.stringify(lostAddresses.length > 0 ? [all, lostAddresses] : all);
  return applyReplacements(replacements, item, replacements, all, lostAddresses);
}

/** Replaces addresses. An item with the same replacements is the same object in later builds. */
const applyReplacements = memoizeLast(
  (item: RoomItem, replacements: string, all: MediaReplacements, lostAddresses: string[]) => {
    const httpReplacements = Object.fromEntries(Object.entries(all).filter(([address]) => isHttp(address)));
    const of = (name: (typeof pictureFields | typeof recordingFields)[number]) => httpReplacements[item[name] ?? ''];
    const fields = [
      ...pictureFields.map((name) => [name, of(name)] as const),
      ...recordingFields.map((name) => [name, of(name)?.startsWith('https:') ? of(name) : undefined] as const),
    ].filter(([, place]) => place !== undefined);
    const isUsed = Object.keys(httpReplacements).length > 0;
    const replaced: RoomItem = {
      ...item,
      ...Object.fromEntries(fields),
      ...(isUsed && { mediaReplacements: httpReplacements }),
      ...(lostAddresses.length > 0 && { lostPictures: lostAddresses }),
      hash: sha256(item.hash + replacements),
    };
    for (const name of pictureFields) if (lostAddresses.includes(replaced[name] ?? '')) delete replaced[name];
    return replaced;
  },
);

/** Returns the text for a picture that is not shown. */
export const pictureLabel = (alt: string | undefined, address: string): string =>
  alt || address.replace(/^https?:\/\//, '').replace(/[/?#].*$/, '');

const picturePattern = /!\[((?:\\.|[^[\]\\])*)\]\(\s*<?(https?:(?:\\.|[^\s()<>\\])+)>?(?:\s+(?:"[^"]*"|'[^']*'))?\s*\)/;
const everyPicture = new RegExp(picturePattern.source, 'g');
/** The text of a link that contains pictures. */
const linkWithPictures = new RegExp(`\\[(?:[^[\\]!]|${picturePattern.source})*\\](?=\\()`, 'g');

/** Replaces lost pictures by links to them, or by their names if they are inside a link. */
function replaceLostPictures(body: string, lost: readonly string[]): string {
  const replacePictures = (text: string, name: (alt: string, address: string) => string): string =>
    text.replace(everyPicture, (whole, alt: string, address: string) =>
      lost.includes(unescapeAddress(address)) ? name(pictureLabel(alt, address), address) : whole,
    );
  return replacePictures(
    body.replace(linkWithPictures, (link) => replacePictures(link, (name) => name)),
    (name, address) => `[${name}](${address})`,
  );
}

const replaceAddresses = (body: string, places: MediaReplacements): string =>
  body.replace(/(\]\(<?)(http:(?:\\.|[^\s()<>\\])+)/g, (whole, before: string, address: string) => {
    const place = places[unescapeAddress(address)];
    return place === undefined ? whole : before + place;
  });

/** Replaces the addresses of pictures in a body, and lost pictures by links. */
export function replaceBodyMedia(
  body: string,
  { mediaReplacements: places, lostPictures: lost }: Pick<RoomItem, 'mediaReplacements' | 'lostPictures'>,
): string {
  const text = lost ? replaceLostPictures(body, lost) : body;
  return places ? replaceAddresses(text, places) : text;
}
