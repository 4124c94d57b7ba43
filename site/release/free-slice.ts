// What programs are shown of the list of everything without paying: all of it, or the newest where the content index has a price.
import { freeSlice, isIndexGated } from '#domain/access/access.ts';
import { type Room, type RoomItem, visibleOn } from '#domain/room.ts';

/** Newest first, as in the index; none that is hidden from programs. */
export const freelyListed = (room: Room): RoomItem[] => freeSlice(room.access, room.items.filter(visibleOn('api')));

/** Whether an item that programs may see is among them. */
export function isFreelyListed(room: Room): (item: RoomItem) => boolean {
  if (!isIndexGated(room.access)) return () => true;
  const ids = new Set(freelyListed(room).map(({ id }) => id));
  return ({ id }) => ids.has(id);
}
