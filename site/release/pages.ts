// The list of pages that show items one below the other: each section, and each section narrowed.
import { type ArchiveFilter, chosenOf, type Facets, facetsOf, filtered, filterPath, filtersOf } from './filters.ts';
import { hasPage, itemTypes, type Section, sections, type Shelf, shelves, typesOn } from '#contract/content-types.ts';
import { type Artwork, artworkOn } from './artwork.ts';
import { sha256 } from '#domain/ids.ts';
import { madeOnceOfList, perFrame } from '#domain/items/made-once.ts';
import { joined } from '#domain/lists/parts.ts';
import { changedAt, later, ofType, type Room, type RoomItem, shownOn, visibleOn } from '#domain/room.ts';

const archiveSize = 50;

export interface ArchivePage {
  path: string;
  key: string;
  newest: Run['newest'];
  section: Section;
  /** Present where the section is narrowed. */
  filter?: ArchiveFilter;
  /** The choices that the page offers. A numbered page names its own alone, so that a new year does not change it. */
  facets: Facets;
  /** Whether the whole section is more than can be taken in at a glance. */
  isLong: boolean;
  /** Address of the list's newest page. */
  base: string;
  /** Counted from the oldest, so that a new item touches the newest page alone. */
  number: number;
  /** Addresses of the neighbours; the key covers them, since a full page gets a newer one now and then. */
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
  artwork: Artwork;
  /** Of the whole section, as are the facets. */
  isLong: boolean;
}

/** From here on a list is searched rather than read. */
const longFrom = 12;
export const isLongList = (count: number): boolean => count >= longFrom;

const pagesFor = (count: number): number => Math.max(1, Math.floor(count / archiveSize));

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

/** The page that was made of a run, reused while its key is the same. */
const pageOf = new WeakMap<Run, ArchivePage>();

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
  const before = ofFrame.get(base);
  if (before?.items === items && before.salted === newest.salted) return before.pages;
  const pages = pagesOfItems(room, list, base, { newest, numbered: offering(chosenOf(facets, filter)) });
  ofFrame.set(base, { items, salted: newest.salted, pages });
  return pages;
}

/** What a page offers besides its items. */
interface Offer {
  facets: Facets;
  /** Changes with everything that the page shows besides its items. */
  salted: string;
}

/**
 * Pages of 50 from the oldest; what is left over, and at least one whole page, stands on the section's own page.
 * The section's own page comes first.
 */
function pagesOfItems(
  room: Room,
  list: Shelved,
  base: string,
  { newest, numbered }: Record<'newest' | 'numbered', Offer>,
): ArchivePage[] {
  const { section, items, filter, isLong } = list;
  const whole = pagesFor(items.length) - 1;
  const address = (number: number) => (number > whole ? base : `${base}/page/${number}`);
  const page = (number: number, part: RoomItem[]): ArchivePage => {
    const newer = number > whole ? undefined : address(number + 1);
    const { facets, salted } = newer ? numbered : newest;
    const path = address(number);
    const run = runOf(room, path, part);
    const key = sha256(salted + newer + run.digest);
    const before = pageOf.get(run);
    if (before?.key === key) return before;
    const made = {
      ...{ path, key, newest: run.newest, section, ...(filter && { filter }), facets, isLong, base, number },
      ...(newer && { newer }),
      ...(number > 1 && { older: address(number - 1) }),
      items: part,
    };
    pageOf.set(run, made);
    return made;
  };
  const first = page(whole + 1, items.slice(0, items.length - whole * archiveSize));
  const older = Array.from({ length: whole }, (_, i) => {
    const end = items.length - i * archiveSize;
    return page(i + 1, items.slice(end - archiveSize, end));
  });
  return [first, ...older.reverse()];
}

/** The section whole, then by theme, by season and by year: the pages of each list. */
function archivePages(room: Room, section: Section, salt: string): ArchivePage[][] {
  const items = shown(room, section);
  const facets = facetsOf(room, items);
  const whole = { section, items, facets, artwork: artworkOn(room, section), isLong: isLongList(items.length) };
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
  const { digest, newest } = runOf(room, path, ofType(shownOn('mediaRoom', room.items), ...typesOn('timeline')));
  return { path, key: sha256(salt + digest), newest };
}

/** What the navigation offers: a shelf that holds nothing is left out. */
export const filledShelves = (room: Pick<Room, 'items'>): Shelf[] =>
  shelves.filter((shelf) => ofType(shownOn('mediaRoom', room.items), ...typesOn(shelf)).length > 0).sort();

export const pageFile = (path: string): string => (path === '/' ? 'index.html' : `${path.slice(1)}.html`);
