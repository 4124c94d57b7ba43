// Finds pictures that belong to a show rather than an item: lists show such a picture once, not on every line.
import { itemPicture } from '#domain/links.ts';
import { memoizeByRoom, itemsOfType, type Room, type RoomItem, itemsOn } from '#domain/room.ts';
import { type ItemType, itemTypes } from '#contract/content-types.ts';

interface Artwork {
  /** The picture that many items share. */
  shared: string | undefined;
  /** Whether most items have one of their own. */
  isUsual: boolean;
}

/** A picture that this share of the items has is the show's. */
const sharedFrom = 0.4;
const fewest = 4;

/** By the bytes where the room has the file: a show's cover may come under many addresses. */
const pictureKeyFor = memoizeByRoom((room) => {
  const digests = new Map(room.media.map(({ file, sha256 }) => [`media/${file}`, sha256]));
  return (named: string): string => digests.get(named) ?? named;
});

const artworks = memoizeByRoom((room): Map<ItemType, Artwork> => {
  const keyOf = pictureKeyFor(room);
  const shown = itemsOn('mediaRoom', room.items);
  const entries = itemTypes.map((type): [ItemType, Artwork] => {
    const items = itemsOfType(shown, type);
    const named = items.flatMap((item) => itemPicture(item) ?? []);
    const groups = [...Map.groupBy(named, keyOf).values()].sort((a, b) => b.length - a.length);
    const [most = []] = groups;
    const isShared = most.length >= fewest && most.length >= items.length * sharedFrom;
    const isUsual = items.length > 0 && named.length >= items.length / 2;
    return [type, { shared: isShared ? most[0] : undefined, isUsual }];
  });
  return new Map(entries);
});

const artwork = (room: Room, type: ItemType): Artwork => artworks(room).get(type)!;

/** Changes when other items change how lists show items of these types: with which picture, or with a tile. */
export const artworkKey = (room: Room, types: readonly ItemType[]): string =>
  JSON.stringify(
    types.map((type) => {
      const { shared, isUsual } = artwork(room, type);
      return [shared && pictureKeyFor(room)(shared), isUsual];
    }),
  );

/** The picture for all items of the type. */
export const sharedPicture = (room: Room, type: ItemType): string | undefined => artwork(room, type).shared;

/** What a list shows beside an item: its own picture, a tile where the others have one, else nothing. */
export function pictureInList(room: Room, item: RoomItem): { named?: string; isTile: boolean } {
  const { shared, isUsual } = artwork(room, item.type);
  const named = itemPicture(item);
  const keyOf = pictureKeyFor(room);
  const isOwn = named !== undefined && (shared === undefined || keyOf(named) !== keyOf(shared));
  return { ...(isOwn && { named }), isTile: isUsual && shared === undefined };
}
