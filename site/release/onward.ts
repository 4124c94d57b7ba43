// Links onward from an item: its neighbours on the shelf, and older items on the same subject.
import { contentTypes, type Shelf } from '#contract/content-types.ts';
import type { Room, RoomItem } from '#domain/room.ts';
import { itemsWithPage } from './pages.ts';

export interface Onward {
  newer?: RoomItem;
  older?: RoomItem;
  related: RoomItem[];
}

/** Only so many older ones are compared: a new item then changes few pages besides its own. */
const compared = 40;
const mostRelated = 3;

/** Shared themes say more than shared keywords. */
function likeness(one: RoomItem, other: RoomItem): number {
  const themes = one.themeIds.filter((id) => other.themeIds.includes(id)).length;
  const keywords = one.keywords.filter((word) => other.keywords.includes(word)).length;
  return 2 * themes + keywords;
}

const shelfOf = ({ type }: RoomItem): Shelf => contentTypes[type].shelf;

/** The next on the shelf has a link of its own. */
function relatedTo(item: RoomItem, following: RoomItem[]): RoomItem[] {
  const older = following.find((one) => shelfOf(one) === shelfOf(item));
  return following
    .filter((one) => one !== older)
    .map((one) => ({ one, points: likeness(item, one) }))
    .filter(({ points }) => points > 0)
    .sort((a, b) => b.points - a.points)
    .slice(0, mostRelated)
    .map(({ one }) => one);
}

/** By place, what comes before each item on its shelf. */
function beforeOnShelf(items: RoomItem[]): (RoomItem | undefined)[] {
  const latest = new Map<Shelf, RoomItem>();
  return items.map((item) => {
    const shelf = shelfOf(item);
    const found = latest.get(shelf);
    latest.set(shelf, item);
    return found;
  });
}

interface Known {
  /** Everything that has a page, newest first. */
  all: RoomItem[];
  /** By id. */
  onward: Map<string, Onward>;
}

/**
 * Where items stood in the room before, asked for from the oldest to the newest: mostly next to the one that was asked for
 * last. Undefined for an item that is new or changed.
 */
function placesIn({ all, onward }: Known): (item: RoomItem) => number | undefined {
  let next = all.length - 1;
  let places: Map<RoomItem, number> | undefined;
  return (item) => {
    if (all[next] === item) return next--;
    if (!onward.has(item.id)) return undefined;
    places ??= new Map(all.map((one, place) => [one, place]));
    const place = places.get(item);
    if (place !== undefined) next = place - 1;
    return place;
  };
}

/** From the oldest: an item is compared with others only where those that follow it are not the ones of the room before. */
function onwardIn(all: RoomItem[], before: Known): Known['onward'] {
  const [newerOf, olderOf] = [beforeOnShelf(all), beforeOnShelf(all.toReversed()).reverse()];
  const placeBefore = placesIn(before);
  const found: Known['onward'] = new Map();
  /** How many that follow are the same. */
  let same = Infinity;
  for (let place = all.length - 1; place >= 0; place--) {
    const item = all[place]!;
    const was = placeBefore(item);
    same = was !== undefined && before.all[was + 1] === all[place + 1] ? same + 1 : 0;
    const old = same >= compared ? before.onward.get(item.id) : undefined;
    const [newer, older] = [newerOf[place], olderOf[place]];
    const related = old?.related ?? relatedTo(item, all.slice(place + 1, place + 1 + compared));
    const isOld = old && old.newer === newer && old.older === older;
    found.set(item.id, isOld ? old : { ...(newer && { newer }), ...(older && { older }), related });
  }
  return found;
}

/** An item without a page leads on to nothing. */
const nowhere: Onward = { related: [] };

const known = new WeakMap<Room, Known['onward']>();
let last: Known = { all: [], onward: new Map() };

/** The same object as in the room before, where that room leads to the same. */
export function onwardOf(room: Room, item: RoomItem): Onward {
  let onward = known.get(room);
  if (!onward) {
    const all = itemsWithPage(room);
    last = { all, onward: onwardIn(all, last) };
    known.set(room, (onward = last.onward));
  }
  return onward.get(item.id) ?? nowhere;
}

/** Changes when what the page says about other items changes. */
export const onwardKey = ({ newer, older, related }: Onward): string =>
  [newer, older, ...related].map((one) => one?.hash ?? '').join();
