// The list of pages that show items one below the other: each section, and each section narrowed.
import {
  type ArchiveFilter,
  chosenFacets,
  type Facets,
  listFacets,
  filterItems,
  filterPath,
  filtersOfFacets,
} from './filters.ts';
import {
  hasPage,
  itemTypes,
  type PagedSectionName,
  pagedSectionNames,
  type SectionName,
  sectionNames,
  typesInSection,
} from '#contract/content-types.ts';
import { artworkKey } from './artwork.ts';
import { freeKey } from './free-slice.ts';
import { sha256 } from '#domain/ids.ts';
import { chunkByContent } from '#domain/lists/chunk-by-content.ts';
import {
  itemChangedAt,
  itemInputs,
  latest,
  itemsOfType,
  type Room,
  type RoomItem,
  itemsOn,
  isVisibleOn,
} from '#domain/room.ts';

/** Average number of items on a page. */
const archiveSize = 50;

export interface ArchivePage {
  path: string;
  /** Hash of everything that the bytes depend on, the addresses of the neighbours included. */
  inputs: string;
  newest: ItemsSummary['newest'];
  section: PagedSectionName;
  /** Present where the section is narrowed. */
  filter?: ArchiveFilter;
  /** The choices that the page offers. An older page names its own alone, so that a new year does not change it. */
  facets: Facets;
  /** Whether the whole section is more than can be taken in at a glance. */
  isLong: boolean;
  /** Address of the list's newest page. */
  base: string;
  /** Addresses of the neighbours. */
  newer?: string;
  older?: string;
  items: RoomItem[];
}

/** Whether it stands on a section's pages, and has one of its own. */
export const hasItemPage = (item: RoomItem): boolean => hasPage(item.type) && isVisibleOn('mediaRoom')(item);

/** Newest first. */
export const itemsWithPage = ({ items }: Pick<Room, 'items'>): RoomItem[] =>
  itemsOfType(itemsOn('mediaRoom', items), ...itemTypes.filter(hasPage));

/** What stands on a section's pages, newest first. */
export const itemsOfSection = ({ items }: Pick<Room, 'items'>, section: PagedSectionName): RoomItem[] =>
  itemsOfType(itemsOn('mediaRoom', items), ...typesInSection(section));

interface FilteredSection {
  section: PagedSectionName;
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

interface ItemsSummary {
  /** Of everything that a list shows of the items. */
  digest: string;
  /** RFC 3339 instant of the newest change; empty where there are none. */
  newest: string;
}

/** Facts of items that stand one after the other. */
export const summarizeItems = (items: RoomItem[]): ItemsSummary => ({
  digest: sha256(items.map(itemInputs).join()),
  newest: items.map(itemChangedAt).reduce(latest, ''),
});

/** What a page offers besides its items. */
interface PageChoices {
  facets: Facets;
  /** Changes with everything that the page shows besides its items. */
  salted: string;
}

/** The newest page has at least half as many items as others have on average. */
function cutIntoPages(items: RoomItem[]): RoomItem[][] {
  const [newest = [], ...older] = chunkByContent(items, archiveSize).toReversed();
  if (newest.length >= archiveSize / 2 || older.length === 0) return [newest, ...older];
  return [[...newest, ...older[0]!], ...older.slice(1)];
}

/** A page is named after the day of its oldest item, so new pages leave its address alone. Pages of the same day are numbered. */
function olderPagePaths(older: RoomItem[][], base: string): string[] {
  const perDay = new Map<string, number>();
  const address = (piece: RoomItem[]): string => {
    const day = piece.at(-1)!.date.slice(0, 10);
    const nth = (perDay.get(day) ?? 0) + 1;
    perDay.set(day, nth);
    return `${base}/from/${day}${nth > 1 ? `-${nth}` : ''}`;
  };
  return older.toReversed().map(address).reverse();
}

/**
 * The pages of a list. The newest stands on the section's own page, which comes first; an item that is added or removed
 * touches one page or two.
 */
function paginate(
  room: Room,
  { section, items, filter, facets, artwork, isLong }: FilteredSection,
  salt: string,
): ArchivePage[] {
  const offering = (offered: Facets): PageChoices => ({
    facets: offered,
    salted: sha256(salt + JSON.stringify([offered, artwork, isLong])),
  });
  const newest = offering(facets);
  const others = offering(chosenFacets(facets, filter));
  const base = filter ? filterPath(section, filter) : `/${section}`;
  const parts = cutIntoPages(items);
  const addresses = [base, ...olderPagePaths(parts.slice(1), base)];
  return parts.map((part, i): ArchivePage => {
    const [newer, older] = [addresses[i - 1], addresses[i + 1]];
    const { facets: offered, salted } = i === 0 ? newest : others;
    const run = summarizeItems(part);
    return {
      path: addresses[i]!,
      inputs: sha256(salted + freeKey(room, part) + JSON.stringify([newer, older]) + run.digest),
      newest: run.newest,
      section,
      ...(filter && { filter }),
      facets: offered,
      isLong,
      base,
      ...(newer !== undefined && { newer }),
      ...(older !== undefined && { older }),
      items: part,
    };
  });
}

/** The section whole, then by theme, by season and by year: the pages of each list. */
function archivePages(room: Room, section: PagedSectionName, salt: string): ArchivePage[][] {
  const items = itemsOfSection(room, section);
  const facets = listFacets(room, items);
  const whole = {
    section,
    items,
    facets,
    artwork: artworkKey(room, typesInSection(section)),
    isLong: isLongList(items.length),
  };
  const narrowed = filtersOfFacets(facets).map((filter) => ({ ...whole, filter, items: filterItems(items, filter) }));
  return [whole, ...narrowed].map((list) => paginate(room, list, salt));
}

/** Every page that lists items. `salt` stands for everything besides the items that shapes the bytes. */
export const listPages = (room: Room, salt: string): ArchivePage[] =>
  pagedSectionNames.flatMap((section) => archivePages(room, section, salt)).flat();

/** A page that is rendered only when its inputs change. */
export type KeyedPage = Pick<ArchivePage, 'path' | 'inputs' | 'newest'>;

/** The page of all items that have none of their own. */
export function timelinePage(room: Room, salt: string): KeyedPage {
  const path = '/timeline';
  const items = itemsOfType(itemsOn('mediaRoom', room.items), ...typesInSection('timeline'));
  const { digest, newest } = summarizeItems(items);
  return { path, inputs: sha256(salt + digest + freeKey(room, items)), newest };
}

/** What the navigation offers: a shelf that holds nothing is left out. */
export const filledShelves = (room: Pick<Room, 'items'>): SectionName[] =>
  sectionNames
    .filter((shelf) => itemsOfType(itemsOn('mediaRoom', room.items), ...typesInSection(shelf)).length > 0)
    .sort();

export const pageFile = (path: string): string => (path === '/' ? 'index.html' : `${path.slice(1)}.html`);
