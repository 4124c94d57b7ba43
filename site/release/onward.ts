// Links onward from an item: its neighbours on the shelf, and older items on the same subject.
import { contentTypes, type SectionName } from '#contract/content-types.ts';
import { memoizeByRoom, type Room, type RoomItem } from '#domain/room.ts';
import { pictureInList } from './artwork.ts';
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
function countSharedSubjects(one: RoomItem, other: RoomItem): number {
  let points = 0;
  for (const id of one.themeIds) if (other.themeIds.includes(id)) points += 2;
  for (const word of one.keywords) if (other.keywords.includes(word)) points += 1;
  return points;
}

const itemShelf = ({ type }: RoomItem): SectionName => contentTypes[type].section;

/** The next on the shelf has a link of its own. */
function findRelated(item: RoomItem, following: RoomItem[], older: RoomItem | undefined): RoomItem[] {
  const alike: { one: RoomItem; points: number }[] = [];
  for (const one of following) {
    const points = one === older ? 0 : countSharedSubjects(item, one);
    if (points > 0) alike.push({ one, points });
  }
  alike.sort((a, b) => b.points - a.points);
  return alike.slice(0, mostRelated).map(({ one }) => one);
}

/** Links of every current item with a page. */
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

/** An item that is planned or has no page leads on to nothing. */
const nowhere: Onward = { related: [] };

export const onwardLinksOf = (room: Room, item: RoomItem): Onward => collectOnwardLinks(room).get(item) ?? nowhere;

/** Changes when what the page says about other items changes, or how it shows them. */
export const onwardKey = (room: Room, { newer, older, related }: Onward): string =>
  [newer, older, ...related].map((one) => (one ? one.hash + JSON.stringify(pictureInList(room, one)) : '')).join();
