// Every list of the API, whole; the documents hold the first 1000, the sidecar reads the rest.
import { type ListName, listNames, typesIn } from '#contract/content-types.ts';
import { contentItem, entries } from '../documents/items.ts';
import { currentFirst } from '../items/standing.ts';
import { ofType, type Room, type RoomItem, shownOn } from '../room.ts';

type Entries = { [N in ListName]: ReturnType<(typeof entries)[N]>[] };
export interface Lists extends Entries {
  contentIndex: ReturnType<typeof contentItem>[];
}

/** Items on a list of the API, in its order. */
export const itemsOnList = ({ items }: Pick<Room, 'items'>, name: ListName): RoomItem[] =>
  currentFirst(ofType(shownOn('api', items), ...typesIn(name)));

export function listsOf(room: Room): Lists {
  const shown = shownOn('api', room.items);
  const listed = listNames.map((name) => [name, itemsOnList(room, name).map((item) => entries[name](room, item))]);
  return {
    contentIndex: shown.map((item) => contentItem(room, item)),
    ...(Object.fromEntries(listed) as Entries),
  };
}
