// The complete lists of the API. Documents contain the first 1000 entries; the sidecar reads the rest.
import { type ListName, listNames, typesInList } from '#contract/content-types.ts';
import { contentItem, entries } from '../documents/items.ts';
import { currentFirst } from '../items/phases.ts';
import { itemsOfType, type Room, type RoomItem, itemsOn } from '../room.ts';

type Entries = { [N in ListName]: ReturnType<(typeof entries)[N]>[] };
export interface Lists extends Entries {
  contentIndex: ReturnType<typeof contentItem>[];
}

/** Returns the items of an API list in its order. */
export const itemsOnList = ({ items }: Pick<Room, 'items'>, name: ListName): RoomItem[] =>
  currentFirst(itemsOfType(itemsOn('api', items), ...typesInList(name)));

export function buildLists(room: Room): Lists {
  const visible = itemsOn('api', room.items);
  const lists = listNames.map((name) => [name, itemsOnList(room, name).map((item) => entries[name](room, item))]);
  return {
    contentIndex: visible.map((item) => contentItem(room, item)),
    ...(Object.fromEntries(lists) as Entries),
  };
}
