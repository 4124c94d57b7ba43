// Links onward from an item: its neighbours on the shelf, and older items on the same subject.
import { contentTypes, hasPage } from '#contract/content-types.ts';
import { type Room, type RoomItem, visibleOn } from '#domain/room.ts';

export interface Onward {
  newer?: RoomItem;
  older?: RoomItem;
  related: RoomItem[];
}

/** Only so many older ones are compared: a new item then changes few pages besides its own. */
const compared = 40;
const mostRelated = 3;

interface Shelves {
  all: RoomItem[];
  /** Place of an item among all, and on its shelf. */
  at: Map<string, number>;
  shelves: Map<string, RoomItem[]>;
  onShelf: Map<string, number>;
}
const known = new WeakMap<Room, Shelves>();

function shelvesOf(room: Room): Shelves {
  const made = known.get(room);
  if (made) return made;
  const all = room.items.filter((item) => hasPage(item.type) && visibleOn('mediaRoom')(item));
  const shelves = Map.groupBy(all, ({ type }): string => contentTypes[type].shelf);
  const places = (items: RoomItem[]) => items.map(({ id }, place): [string, number] => [id, place]);
  const onShelf = new Map([...shelves.values()].flatMap(places));
  const found = { all, at: new Map(places(all)), shelves, onShelf };
  known.set(room, found);
  return found;
}

/** Shared themes say more than shared keywords. */
function likeness(one: RoomItem, other: RoomItem): number {
  const themes = one.themeIds.filter((id) => other.themeIds.includes(id)).length;
  const keywords = one.keywords.filter((word) => other.keywords.includes(word)).length;
  return 2 * themes + keywords;
}

export function onwardOf(room: Room, item: RoomItem): Onward {
  const { all, at, shelves, onShelf } = shelvesOf(room);
  const place = onShelf.get(item.id);
  if (place === undefined) return { related: [] };
  const shelf = shelves.get(contentTypes[item.type].shelf)!;
  const [newer, older] = [shelf[place - 1], shelf[place + 1]];
  const from = at.get(item.id)! + 1;
  const related = all
    .slice(from, from + compared)
    .filter((one) => one !== older)
    .map((one) => ({ one, points: likeness(item, one) }))
    .filter(({ points }) => points > 0)
    .sort((a, b) => b.points - a.points)
    .slice(0, mostRelated)
    .map(({ one }) => one);
  return { ...(newer && { newer }), ...(older && { older }), related };
}

/** Changes when what the page says about other items changes. */
export const onwardKey = (room: Room, item: RoomItem): string => {
  const { newer, older, related } = onwardOf(room, item);
  return [newer, older, ...related].map((one) => one?.hash ?? '').join();
};
