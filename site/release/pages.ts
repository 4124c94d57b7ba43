// The list of pages that show items one below the other: each section, and each section narrowed.
import { type ArchiveFilter, chosenOf, type Facets, facetsOf, filtered, filterPath, filtersOf } from './filters.ts';
import { hasPage, itemTypes, type Section, sections, type Shelf, shelves, typesOn } from '#contract/content-types.ts';
import { artworkKey } from './artwork.ts';
import { freeKey } from './free-slice.ts';
import { sha256 } from '#domain/ids.ts';
import { cutByContent } from '#domain/lists/cut-by-content.ts';
import { madeOnceOfList, perFrame } from '#domain/items/made-once.ts';
import { joined } from '#domain/lists/parts.ts';
import { changedAt, later, ofType, type Room, type RoomItem, shownOn, visibleOn } from '#domain/room.ts';

/** Average number of items on a page. */
const archiveSize = 50;

export interface ArchivePage {
  path: string;
  key: string;
  newest: Run['newest'];
  section: Section;
  /** Present where the section is narrowed. */
  filter?: ArchiveFilter;
  /** The choices that the page offers. An older page names its own alone, so that a new year does not change it. */
  facets: Facets;
  /** Whether the whole section is more than can be taken in at a glance. */
  isLong: boolean;
  /** Address of the list's newest page. */
  base: string;
  /** Addresses of the neighbours; the key covers them, since a page gets another neighbour now and then. */
  newer?: string;
  older?: string;
  items: RoomItem[];
}

/** Whether it stands on a section's pages, and has one of its own. */
export const hasItemPage = (item: RoomItem): boolean => hasPage(item.type) && visibleOn('mediaRoom')(item);

/** Newest first. */
export const itemsWithPage = ({ items }: Pick<Room, 'items'>): RoomItem[] =>
  ofType(shownOn('mediaRoom', items), ...itemTypes.filter(hasPage));

/** What stands on a section's pages, newest first. */
export const shown = ({ items }: Pick<Room, 'items'>, section: Section): RoomItem[] =>
  ofType(shownOn('mediaRoom', items), ...typesOn(section));

interface Shelved {
  section: Section;
  items: RoomItem[];
  facets: Facets;
  filter?: ArchiveFilter;
  /** Of all types on the shelf. */
  artwork: string;
  /** Of the whole section, as are the facets. */
  isLong: boolean;
}

/** From here on a list is searched rather than read. */
const longFrom = 12;
export const isLongList = (count: number): boolean => count >= longFrom;

interface Run {
  /** Of everything that a list shows of the items. */
  digest: string;
  /** RFC 3339 instant of the newest change; empty where there are none. */
  newest: string;
}

/** Facts of items that stand one after the other, by the address of what lists them. */
export const runOf = madeOnceOfList((items): Run => ({
  digest: sha256(items.map((item) => item.hash + item.themeIds).join()),
  newest: items.map(changedAt).reduce(later, ''),
}));

/** The page that was made of a run, reused while all else that it shows is the same. */
const pageOf = new WeakMap<Run, { salted: string; page: ArchivePage }>();

interface KnownPages {
  items: RoomItem[];
  salted: string;
  pages: ArchivePage[];
}

/** By the address of the list. */
const known = perFrame(() => new Map<string, KnownPages>());

/** The same objects as before while the list and everything else on its pages are the same. */
function pagesOfList(room: Room, list: Shelved, salt: string): ArchivePage[] {
  const { section, filter, items, facets, artwork, isLong } = list;
  const ofFrame = known(room.frame ?? room);
  const base = filter ? filterPath(section, filter) : `/${section}`;
  const offering = (offered: Facets): Offer => {
    return { facets: offered, salted: sha256(salt + JSON.stringify([offered, artwork, isLong])) };
  };
  const newest = offering(facets);
  const salted = newest.salted + freeKey(room, items);
  const before = ofFrame.get(base);
  if (before?.items === items && before.salted === salted) return before.pages;
  const pages = pagesOfItems(room, list, base, { newest, others: offering(chosenOf(facets, filter)) });
  ofFrame.set(base, { items, salted, pages });
  return pages;
}

/** What a page offers besides its items. */
interface Offer {
  facets: Facets;
  /** Changes with everything that the page shows besides its items. */
  salted: string;
}

/** The newest page has at least half as many items as others have on average. */
function pieces(items: RoomItem[]): RoomItem[][] {
  const [newest = [], ...older] = cutByContent(items, archiveSize).toReversed();
  if (newest.length >= archiveSize / 2 || older.length === 0) return [newest, ...older];
  return [[...newest, ...older[0]!], ...older.slice(1)];
}

/** A page is named after the day of its oldest item, so new pages leave its address alone. Pages of the same day are numbered. */
function addressesOf(older: RoomItem[][], base: string): string[] {
  const perDay = new Map<string, number>();
  const address = (piece: RoomItem[]): string => {
    const day = piece.at(-1)!.date.slice(0, 10);
    const nth = (perDay.get(day) ?? 0) + 1;
    perDay.set(day, nth);
    return `${base}/from/${day}${nth > 1 ? `-${nth}` : ''}`;
  };
  return older.toReversed().map(address).reverse();
}

/** The newest stands on the section's own page, which comes first; an item that comes or goes touches one page or two. */
function pagesOfItems(
  room: Room,
  list: Shelved,
  base: string,
  { newest, others }: Record<'newest' | 'others', Offer>,
): ArchivePage[] {
  const { section, items, filter, isLong } = list;
  const parts = pieces(items);
  const addresses = [base, ...addressesOf(parts.slice(1), base)];
  return parts.map((part, i): ArchivePage => {
    const [path, newer, older] = [addresses[i]!, addresses[i - 1], addresses[i + 1]];
    const { facets, salted: offered } = i === 0 ? newest : others;
    const salted = offered + freeKey(room, part);
    const run = runOf(room, path, part);
    const before = pageOf.get(run);
    if (before?.salted === salted && before.page.newer === newer && before.page.older === older) return before.page;
    const key = sha256(salted + JSON.stringify([newer, older]) + run.digest);
    const page = {
      ...{ path, key, newest: run.newest, section, ...(filter && { filter }), facets, isLong, base },
      ...(newer !== undefined && { newer }),
      ...(older !== undefined && { older }),
      items: part,
    };
    pageOf.set(run, { salted, page });
    return page;
  });
}

/** The section whole, then by theme, by season and by year: the pages of each list. */
function archivePages(room: Room, section: Section, salt: string): ArchivePage[][] {
  const items = shown(room, section);
  const facets = facetsOf(room, items);
  const whole = {
    section,
    items,
    facets,
    artwork: artworkKey(room, typesOn(section)),
    isLong: isLongList(items.length),
  };
  const narrowed = filtersOf(facets).map((filter) => ({ ...whole, filter, items: filtered(section, items, filter) }));
  return [whole, ...narrowed].map((list) => pagesOfList(room, list, salt));
}

/** Every page that lists items. `salt` stands for everything besides the items that shapes the bytes. */
export const listPages = (room: Room, salt: string): ArchivePage[] =>
  joined(sections.flatMap((section) => archivePages(room, section, salt)));

/** A page that is rendered only when its key changes. */
export type KeyedPage = Pick<ArchivePage, 'path' | 'key' | 'newest'>;

/** The page of all items that have none of their own. */
export function timelinePage(room: Room, salt: string): KeyedPage {
  const path = '/timeline';
  const items = ofType(shownOn('mediaRoom', room.items), ...typesOn('timeline'));
  const { digest, newest } = runOf(room, path, items);
  return { path, key: sha256(salt + digest + freeKey(room, items)), newest };
}

/** What the navigation offers: a shelf that holds nothing is left out. */
export const filledShelves = (room: Pick<Room, 'items'>): Shelf[] =>
  shelves.filter((shelf) => ofType(shownOn('mediaRoom', room.items), ...typesOn(shelf)).length > 0).sort();

export const pageFile = (path: string): string => (path === '/' ? 'index.html' : `${path.slice(1)}.html`);
