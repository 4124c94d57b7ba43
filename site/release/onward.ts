// Finds links from an item: its neighbours in the section, and older items on the same subject.
import { contentTypes, type SectionName } from '#contract/content-types.ts';
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

const itemShelf = ({ type }: RoomItem): SectionName => contentTypes[type].section;

/** Returns related older items, without the next item of the section, which has its own link. */
function findRelated(item: RoomItem, following: RoomItem[], older: RoomItem | undefined): RoomItem[] {
  const alike: { one: RoomItem; points: number }[] = [];
  for (const one of following) {
    const points = one === older ? 0 : countSharedSubjects(item, one);
    if (points > 0) alike.push({ one, points });
  }
  alike.sort((a, b) => b.points - a.points);
  return alike.slice(0, maxRelated).map(({ one }) => one);
}

/** Collects the links of every current item that has a page. */
const collectOnwardLinks = memoizeByRoom((room): ReadonlyMap<RoomItem, Onward> => {
  const items = room.items.filter((item) => hasItemPage(item) && !item.isPlanned);
  const links = new Map<RoomItem, Onward>();
  const lastOn = new Map<SectionName, RoomItem>();
  for (const item of items) {
    const shelf = itemShelf(item);
    const newer = lastOn.get(shelf);
    links.set(item, { ...(newer && { newer }), related: [] });
    if (newer) links.get(newer)!.older = item;
    lastOn.set(shelf, item);
  }
  for (const [at, item] of items.entries()) {
    const onward = links.get(item)!;
    onward.related = findRelated(item, items.slice(at + 1, at + 1 + compared), onward.older);
  }
  return links;
});

/** Links of an item that is planned or has no page. */
const nowhere: Onward = { related: [] };

export const onwardLinksOf = (room: Room, item: RoomItem): Onward => collectOnwardLinks(room).get(item) ?? nowhere;

/** Returns a key that changes with the linked items. */
export const onwardKey = ({ newer, older, related }: Onward): string =>
  [newer, older, ...related].map((one) => one?.hash).join();
