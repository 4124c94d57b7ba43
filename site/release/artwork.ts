// Finds pictures that belong to a show and not to an item. Lists show such a picture once and not in every row.
import { itemPicture } from '#domain/links.ts';
import { memoizeByRoom, itemsOfType, type Room, type RoomItem, itemsOn } from '#domain/room.ts';
import { type ItemType, itemTypes } from '#contract/content-types.ts';

interface Artwork {
  shared: string | undefined;
  /** True if most items have their own picture. */
  isUsual: boolean;
}

/** Share of the items above which a common picture counts as that of the show. */
const sharedFrom = 0.4;
const fewest = 4;

/**
 * Returns a function that identifies pictures, by digest if the room has the file, because a cover may have many
 * addresses.
 */
const pictureKeyFor = memoizeByRoom((room) => {
  const digests = new Map(room.media.map(({ file, sha256 }) => [`media/${file}`, sha256]));
  return (pictureName: string): string => digests.get(pictureName) ?? pictureName;
});

const artworks = memoizeByRoom((room): Map<ItemType, Artwork> => {
  const keyOf = pictureKeyFor(room);
  const visibleItems = itemsOn('mediaRoom', room.items);
  const entries = itemTypes.map((type): [ItemType, Artwork] => {
    const items = itemsOfType(visibleItems, type);
    const pictures = items.flatMap((item) => itemPicture(item) ?? []);
    const groups = [...Map.groupBy(pictures, keyOf).values()].sort((a, b) => b.length - a.length);
    const [largestGroup = []] = groups;
    const isShared = largestGroup.length >= fewest && largestGroup.length >= items.length * sharedFrom;
    const isUsual = items.length > 0 && pictures.length >= items.length / 2;
    return [type, { shared: isShared ? largestGroup[0] : undefined, isUsual }];
  });
  return new Map(entries);
});

const artwork = (room: Room, type: ItemType): Artwork => artworks(room).get(type)!;

/** Returns a key that changes when other items affect the picture or tile of these types in lists. */
export const artworkKey = (room: Room, types: readonly ItemType[]): string =>
  JSON.stringify(
    types.map((type) => {
      const { shared, isUsual } = artwork(room, type);
      return [shared && pictureKeyFor(room)(shared), isUsual];
    }),
  );

export const sharedPicture = (room: Room, type: ItemType): string | undefined => artwork(room, type).shared;

/** Returns the picture of an item in a list: its own one, or a tile if most other items have one. */
export function pictureInList(room: Room, item: RoomItem): { picture?: string; isTile: boolean } {
  const { shared, isUsual } = artwork(room, item.type);
  const pictureName = itemPicture(item);
  const keyOf = pictureKeyFor(room);
  const isOwn = pictureName !== undefined && (shared === undefined || keyOf(pictureName) !== keyOf(shared));
  return { ...(isOwn && { picture: pictureName }), isTile: isUsual && shared === undefined };
}
