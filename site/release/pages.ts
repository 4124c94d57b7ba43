// The list of pages that are made from content: one for each item, and archive pages.
import { type ArchiveFilter, type Facets, facetsOf, filterPath, filtersOf, fitsFilter } from './filters.ts';
import { contentTypes, type Section, sections, type Shelf } from '#contract/content-types.ts';
import { type Artwork, artworkOn } from './artwork.ts';
import { isEmbeddable } from './embeds.ts';
import { type Onward, onwardKey, onwardOf } from './onward.ts';
import { sha256 } from '#domain/ids.ts';
import { madeOnce } from '#domain/items/made-once.ts';
import { embedPath, pagePath } from '#domain/links.ts';
import { changedAt, type Room, type RoomItem, visibleOn } from '#domain/room.ts';

const archiveSize = 50;

export interface ItemPage {
  path: string;
  key: string;
  item: RoomItem;
}

export interface ArchivePage {
  path: string;
  key: string;
  section: Section;
  /** Present where the section is narrowed. */
  filter?: ArchiveFilter;
  facets: Facets;
  /** Whether the whole section is more than can be taken in at a glance. */
  isLong: boolean;
  /** Counted from the oldest, so that a new item touches the newest page alone. */
  number: number;
  /** Addresses of the neighbours; the key covers them, since a full page gets a newer one now and then. */
  newer?: string;
  older?: string;
  items: RoomItem[];
}

/** What stands on a section's pages, newest first. */
export const shown = (room: Room, section: Section) =>
  room.items.filter((item) => contentTypes[item.type].shelf === section && visibleOn('mediaRoom')(item));

/** The players for other people's pages. `salt` stands for everything besides the item that shapes the bytes. */
const embedPage = madeOnce((_: Room, item, salt: string): ItemPage => {
  return { path: embedPath(item), key: sha256(`embed${salt}${item.hash}`), item };
});
const embedPages = (room: Room, salt: string): ItemPage[] =>
  room.items.filter(isEmbeddable).map((item) => embedPage(room, item, salt));

/** By where they lead on, which is the same object while it and the item are. */
const pagesKnown = new WeakMap<Onward, { salt: string; page: ItemPage }>();

/** `salt` stands for everything besides the items that shapes the bytes. */
const itemPages = (room: Room, section: Section, salt: string): ItemPage[] =>
  shown(room, section).map((item) => {
    const onward = onwardOf(room, item);
    const known = pagesKnown.get(onward);
    if (known?.salt === salt) return known.page;
    const page = { path: pagePath(item), key: sha256(salt + item.hash + item.themeIds + onwardKey(onward)), item };
    pagesKnown.set(onward, { salt, page });
    return page;
  });

interface Shelved {
  section: Section;
  items: RoomItem[];
  facets: Facets;
  filter?: ArchiveFilter;
  artwork: Artwork;
  /** How many the section has. */
  sectionItems: number;
}

/** From here on a list is searched rather than read. */
const longFrom = 12;
export const isLongList = (count: number): boolean => count >= longFrom;

const pagesFor = (count: number): number => Math.max(1, Math.floor(count / archiveSize));

/**
 * Pages of 50 from the oldest; what is left over, and at least one whole page, stands on the section's own page.
 * The section's own page comes first.
 */
function pagesOfItems({ section, items, facets, filter, artwork, sectionItems }: Shelved, salt: string): ArchivePage[] {
  const base = filter ? filterPath(section, filter) : `/${section}`;
  const whole = pagesFor(items.length) - 1;
  const address = (number: number) => (number > whole ? base : `${base}/page/${number}`);
  const isLong = isLongList(sectionItems);
  const salted = salt + JSON.stringify([facets, artwork, isLong]);
  const page = (number: number, part: RoomItem[]): ArchivePage => {
    const newer = number > whole ? undefined : address(number + 1);
    return {
      path: address(number),
      key: sha256(salted + newer + part.map((item) => item.hash + item.themeIds)),
      section,
      ...(filter && { filter }),
      facets,
      isLong,
      number,
      ...(newer && { newer }),
      ...(number > 1 && { older: address(number - 1) }),
      items: part,
    };
  };
  const first = page(whole + 1, items.slice(0, items.length - whole * archiveSize));
  const older = Array.from({ length: whole }, (_, i) => {
    const end = items.length - i * archiveSize;
    return page(i + 1, items.slice(end - archiveSize, end));
  });
  return [first, ...older.reverse()];
}

export function archivePages(room: Room, section: Section, salt: string): ArchivePage[] {
  const items = shown(room, section);
  const facets = facetsOf(room, items);
  return pagesOfItems({ section, items, facets, artwork: artworkOn(room, section), sectionItems: items.length }, salt);
}

/** Each section by theme, by season and by year. */
function filterPages(room: Room, section: Section, salt: string): ArchivePage[] {
  const all = shown(room, section);
  const facets = facetsOf(room, all);
  const artwork = artworkOn(room, section);
  const common = { section, facets, artwork, sectionItems: all.length };
  return filtersOf(facets).flatMap((filter) =>
    pagesOfItems({ ...common, filter, items: all.filter((item) => fitsFilter(item, filter)) }, salt),
  );
}

export interface Pages {
  /** Players for other people's pages. */
  embedPages: ItemPage[];
  itemPages: Record<Section, ItemPage[]>;
  archivePages: Record<Section, ArchivePage[]>;
  filterPages: ArchivePage[];
}

/** Every page that is about one item. */
export const pagesOfOne = ({ itemPages, embedPages: players }: Pages): ItemPage[] => [
  ...Object.values(itemPages).flat(),
  ...players,
];

/** Every page that lists items. */
export const listPages = (pages: Pick<Pages, 'archivePages' | 'filterPages'>): ArchivePage[] => [
  ...Object.values(pages.archivePages).flat(),
  ...pages.filterPages,
];

const bySection = <T>(build: (section: Section) => T) =>
  Object.fromEntries(sections.map((section) => [section, build(section)])) as Record<Section, T>;

export const pagesOf = (room: Room, salt: string): Pages => ({
  embedPages: embedPages(room, salt),
  itemPages: bySection((section) => itemPages(room, section, salt)),
  archivePages: bySection((section) => archivePages(room, section, salt)),
  filterPages: sections.flatMap((section) => filterPages(room, section, salt)),
});

/** What the navigation offers: a shelf that holds nothing is left out. */
export function filledShelves({ items }: Pick<Room, 'items'>): Shelf[] {
  const types = new Set(items.filter(visibleOn('mediaRoom')).map((item) => item.type));
  return [...new Set([...types].map((type) => contentTypes[type].shelf))].sort();
}

export const pageFile = (path: string): string => (path === '/' ? 'index.html' : `${path.slice(1)}.html`);
export const lastChange = (items: RoomItem[], otherwise: string): string =>
  items.map(changedAt).reduce((a, b) => (a > b ? a : b), otherwise);
