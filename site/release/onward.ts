// Links onward from an item: its neighbours on the shelf, and older items on the same subject.
import { contentTypes, type Shelf, shelves } from '#contract/content-types.ts';
import { oncePerRoom } from '#domain/items/made-once.ts';
import { isSameList, perPart } from '#domain/lists/parts.ts';
import type { Room, RoomItem } from '#domain/room.ts';
import { listPicture } from './artwork.ts';
import { hasItemPage } from './pages.ts';

export interface Onward {
  newer?: RoomItem;
  older?: RoomItem;
  related: RoomItem[];
}

/** Only so many older ones are compared: a new item then changes few pages besides its own. */
const compared = 40;
const mostRelated = 3;

/** What two items have in common. Shared themes say more than shared keywords. */
function likeness(one: RoomItem, other: RoomItem): number {
  let points = 0;
  for (const id of one.themeIds) if (other.themeIds.includes(id)) points += 2;
  for (const word of one.keywords) if (other.keywords.includes(word)) points += 1;
  return points;
}

const shelfOf = ({ type }: RoomItem): Shelf => contentTypes[type].shelf;

/** The next on the shelf has a link of its own. */
function relatedTo(item: RoomItem, following: RoomItem[], older: RoomItem | undefined): RoomItem[] {
  const alike: { one: RoomItem; points: number }[] = [];
  for (const one of following) {
    const points = one === older ? 0 : likeness(item, one);
    if (points > 0) alike.push({ one, points });
  }
  alike.sort((a, b) => b.points - a.points);
  return alike.slice(0, mostRelated).map(({ one }) => one);
}

type OnShelves = ReadonlyMap<Shelf, RoomItem>;

/** The last item on each shelf. */
const lastOn = (items: RoomItem[]): OnShelves => new Map(items.map((item) => [shelfOf(item), item]));

/** The current items of a part that have a page, and the newest and oldest of them on each shelf. */
const partsWithPage = perPart((part: RoomItem[]) => {
  const items = part.filter((item) => hasItemPage(item) && !item.isPlanned);
  return { items, newest: lastOn(items.toReversed()), oldest: lastOn(items) };
});
type PartWithPage = ReturnType<typeof partsWithPage>[number];

/** The neighbours of a part: on each shelf the next newer and older item, and the items that follow. */
interface Between {
  newer: OnShelves;
  older: OnShelves;
  following: RoomItem[];
}

function betweenOf(parts: PartWithPage[]): Between[] {
  let newer: OnShelves = new Map();
  let after: Omit<Between, 'newer'> = { older: new Map(), following: [] };
  const behind = parts.map(({ oldest }) => {
    const own = newer;
    newer = new Map([...newer, ...oldest]);
    return own;
  });
  const ahead = parts.toReversed().map(({ items, newest }) => {
    const own = after;
    const following = [...items.slice(0, compared), ...own.following].slice(0, compared);
    after = { older: new Map([...own.older, ...newest]), following };
    return own;
  });
  return ahead.reverse().map((own, at) => ({ newer: behind[at]!, ...own }));
}

const isSame = (one: Between, other: Between): boolean =>
  isSameList(one.following, other.following) &&
  shelves.every((on) => one.newer.get(on) === other.newer.get(on) && one.older.get(on) === other.older.get(on));

/** The latest result for each item. */
const latest = new WeakMap<RoomItem, Onward>();

/** The latest result itself if it is equal. */
function asKnown(item: RoomItem, { newer, older, related }: Onward): Onward {
  const known = latest.get(item);
  if (known && known.newer === newer && known.older === older && isSameList(known.related, related)) return known;
  const onward = { ...(newer && { newer }), ...(older && { older }), related };
  latest.set(item, onward);
  return onward;
}

export type OnwardOf = ReadonlyMap<RoomItem, Onward>;

function onwardIn({ items }: PartWithPage, { newer, older, following }: Between): OnwardOf {
  const all = [...items, ...following];
  const next = new Map(older);
  const olderOf = items.toReversed().map((item) => {
    const own = next.get(shelfOf(item));
    next.set(shelfOf(item), item);
    return own;
  });
  const before = new Map(newer);
  const found = new Map<RoomItem, Onward>();
  for (const [at, item] of items.entries()) {
    const onward = { newer: before.get(shelfOf(item)), older: olderOf[items.length - 1 - at] };
    const related = relatedTo(item, all.slice(at + 1, at + 1 + compared), onward.older);
    found.set(item, asKnown(item, { ...onward, related } as Onward));
    before.set(shelfOf(item), item);
  }
  return found;
}

const known = new WeakMap<PartWithPage, { between: Between; onward: OnwardOf }>();

/** One map for each part of the room's items; the same object as before while the part and its neighbours are the same. */
export const onwardOfParts = oncePerRoom((room): OnwardOf[] => {
  const parts = partsWithPage(room.items);
  return betweenOf(parts).map((between, at) => {
    const part = parts[at]!;
    let found = known.get(part);
    if (!found || !isSame(found.between, between))
      known.set(part, (found = { between, onward: onwardIn(part, between) }));
    return found.onward;
  });
});

/** An item that is planned or has no page leads on to nothing. */
export const nowhere: Onward = { related: [] };

export function onwardOf(room: Room, item: RoomItem): Onward {
  for (const onward of onwardOfParts(room)) {
    const found = onward.get(item);
    if (found) return found;
  }
  return nowhere;
}

/** Changes when what the page says about other items changes, or how it shows them. */
export const onwardKey = (room: Room, { newer, older, related }: Onward): string =>
  [newer, older, ...related].map((one) => (one ? one.hash + JSON.stringify(listPicture(room, one)) : '')).join();
