// Every list of the API, whole; the documents hold the first 1000, the sidecar reads the rest.
import { type ListName, listNames, typesIn } from '#contract/content-types.ts';
import { contentItem, entries } from '../documents/items.ts';
import { currentFirst } from '../items/standing.ts';
import { eachOnce } from '../items/made-once.ts';
import { ofType, type Room, shownOn } from '../room.ts';

type Entries = { [N in ListName]: ReturnType<(typeof entries)[N]>[] };
export interface Lists extends Entries {
  contentIndex: ReturnType<typeof contentItem>[];
}

const contentItems = eachOnce(contentItem);
const entriesOf = Object.fromEntries(listNames.map((name) => [name, eachOnce<Room, object>(entries[name])])) as Record<
  ListName,
  ReturnType<typeof eachOnce<Room, object>>
>;

export function listsOf(room: Room): Lists {
  const shown = shownOn('api', room.items);
  const listed = listNames.map((name) => [name, entriesOf[name](room, currentFirst(ofType(shown, ...typesIn(name))))]);
  return { contentIndex: contentItems(room, shown), ...(Object.fromEntries(listed) as Entries) };
}
