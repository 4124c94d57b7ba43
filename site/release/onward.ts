// Finds links from an item: its neighbours in the section, and older items on the same subject.
import { contentTypes, type SectionName } from '#contract/content-types.ts';
import { memoizeLast } from '#domain/memoize.ts';
import { memoizeByRoom, type Room, type RoomItem } from '#domain/room.ts';
import { hasItemPage } from './pages.ts';

export interface Onward {
  newer?: RoomItem;
  older?: RoomItem;
  related: RoomItem[];
}

/** Number of older items that are compared. The limit ensures that a new item changes few other pages. */
const compared = 40;
const maxRelated = 3;

/** Counts the subjects that two items share. A theme counts twice as much as a keyword. */
function countSharedSubjects(one: RoomItem, other: RoomItem): number {
  let points = 0;
  for (const id of one.themeIds) if (other.themeIds.includes(id)) points += 2;
  for (const word of one.keywords) if (other.keywords.includes(word)) points += 1;
  return points;
}

const itemSection = ({ type }: RoomItem): SectionName => contentTypes[type].section;

/** An item in the order of the room, with its links to older items. */
interface Place extends Pick<Onward, 'older' | 'related'> {
  item: RoomItem;
  next: Place | undefined;
}

/** Yields the items from a place to the oldest. */
function* itemsFrom(place: Place | undefined): Generator<RoomItem> {
  for (let at = place; at; at = at.next) yield at.item;
}

/** Returns related older items, without the next item of the section, which has its own link. */
function findRelated(item: RoomItem, next: Place | undefined, older: RoomItem | undefined): RoomItem[] {
  const alike: { one: RoomItem; points: number }[] = [];
  for (const one of itemsFrom(next).take(compared)) {
    const points = one === older ? 0 : countSharedSubjects(item, one);
    if (points > 0) alike.push({ one, points });
  }
  alike.sort((a, b) => b.points - a.points);
  return alike.slice(0, maxRelated).map(({ one }) => one);
}

/** Returns the place of an item before another one. It is the same in later builds until an older item changes. */
const placeBefore = memoizeLast((item: RoomItem, next: Place | undefined): Place => {
  const section = itemSection(item);
  const older = itemsFrom(next).find((one) => itemSection(one) === section);
  return { item, next, ...(older && { older }), related: findRelated(item, next, older) };
});

/** Collects the links of every current item that has a page. */
const collectOnwardLinks = memoizeByRoom((room): ReadonlyMap<RoomItem, Onward> => {
  const items = room.items.filter((item) => hasItemPage(item) && !item.isPlanned);
  let place: Place | undefined;
  for (const item of items.toReversed()) place = placeBefore(place ?? 'oldest', item, place);
  const links = new Map<RoomItem, Onward>();
  const lastOn = new Map<SectionName, RoomItem>();
  for (; place; place = place.next) {
    const { item, older, related } = place;
    const newer = lastOn.get(itemSection(item));
    links.set(item, { ...(newer && { newer }), ...(older && { older }), related });
    lastOn.set(itemSection(item), item);
  }
  return links;
});

/** Links of an item that is planned or has no page. */
const nowhere: Onward = { related: [] };

export const onwardLinksOf = (room: Room, item: RoomItem): Onward => collectOnwardLinks(room).get(item) ?? nowhere;

/** Returns a key that changes with the linked items. */
export const onwardKey = ({ newer, older, related }: Onward): string =>
  [newer, older, ...related].map((one) => one?.hash).join();
