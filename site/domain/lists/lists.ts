// Every list of the API, whole; the documents hold the first 1000, the sidecar reads the rest.
import { type ListName, listNames, typesIn } from '#contract/content-types.ts';
import { contentItem, entries } from '../documents/items.ts';
import { madeOnce } from '../items/made-once.ts';
import { ofType, type Room, type RoomItem, shownOn } from '../room.ts';

type Entries = { [N in ListName]: ReturnType<(typeof entries)[N]>[] };
export interface Lists extends Entries {
  contentIndex: ReturnType<typeof contentItem>[];
}

const contentItemOf = madeOnce(contentItem);
const entryOf = Object.fromEntries(listNames.map((name) => [name, madeOnce<Room, unknown, []>(entries[name])])) as {
  [N in ListName]: (typeof entries)[N];
};

function itemsIn(name: ListName, shown: RoomItem[]): RoomItem[] {
  const [type, ...others] = typesIn(name);
  return others.length === 0
    ? ofType(shown, type!)
    : shown.filter((item) => item.type === type || others.includes(item.type));
}

export function listsOf(room: Room): Lists {
  const shown = shownOn('api', room.items);
  const entriesOf = (name: ListName) => itemsIn(name, shown).map((item) => entryOf[name](room, item));
  return {
    contentIndex: shown.map((item) => contentItemOf(room, item)),
    ...(Object.fromEntries(listNames.map((name) => [name, entriesOf(name)])) as Entries),
  };
}
