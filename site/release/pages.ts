// Lists the pages that list items: each section, and each filtered section.
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
import { peopleOn, peoplePath, type Person, personPath } from '#domain/people.ts';
import { omitUndefined } from '#domain/omit-undefined.ts';
import {
  digestItems,
  itemChangedAt,
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
  /** Hash of everything that the bytes depend on, including the addresses of the neighbours. */
  inputs: string;
  newest: ItemsSummary['newest'];
  section: PagedSectionName;
  filter?: ArchiveFilter;
  /** Choices of the page. An older page has only its own choice, so that a new year does not change it. */
  facets: Facets;
  /** True if the section is too long to scan. */
  isLong: boolean;
  /** Address of the list's newest page. */
  base: string;
  /** Address of the page with newer items. */
  newer?: string;
  older?: string;
  items: RoomItem[];
}

/** Returns true if the item is listed in a section and has its own page. */
export const hasItemPage = (item: RoomItem): boolean => hasPage(item.type) && isVisibleOn('mediaRoom')(item);

/** Returns the items that have their own page, newest first. */
export const itemsWithPage = ({ items }: Pick<Room, 'items'>): RoomItem[] =>
  itemsOfType(itemsOn('mediaRoom', items), ...itemTypes.filter(hasPage));

/** Returns the items of a section, newest first. */
export const itemsOfSection = ({ items }: Pick<Room, 'items'>, section: PagedSectionName): RoomItem[] =>
  itemsOfType(itemsOn('mediaRoom', items), ...typesInSection(section));

interface FilteredSection {
  section: PagedSectionName;
  items: RoomItem[];
  facets: Facets;
  filter?: ArchiveFilter;
  /** Key of the artwork of all types in the section. */
  artwork: string;
  /** True if the whole section is long. */
  isLong: boolean;
}

/** Number of items from which a list has a search. */
const longFrom = 12;
export const isLongList = (count: number): boolean => count >= longFrom;

interface ItemsSummary {
  /** Hash of everything that a list shows of the items. */
  digest: string;
  /** RFC 3339 timestamp of the newest change, or an empty text if there are no items. */
  newest: string;
}

/** Returns digest and newest change of consecutive items. */
export const summarizeItems = (items: RoomItem[]): ItemsSummary => ({
  digest: digestItems(items),
  newest: items.map(itemChangedAt).reduce(latest, ''),
});

/** Choices of a page, with their effect on its inputs. */
interface PageChoices {
  facets: Facets;
  /** Hash of everything on the page except its items. */
  inputs: string;
}

/** Cuts items into pages. The newest page has at least half the average number of items. */
function cutIntoPages(items: RoomItem[]): RoomItem[][] {
  const [newest = [], ...older] = chunkByContent(items, archiveSize).toReversed();
  if (newest.length >= archiveSize / 2 || older.length === 0) return [newest, ...older];
  return [[...newest, ...older[0]!], ...older.slice(1)];
}

/**
 * Returns the paths of older pages. A page is named after the day of its oldest item, so that new pages do not change
 * its address. Pages of the same day are numbered.
 */
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
 * Returns the pages of a list, starting with the newest, which is the section's own page. Adding or removing an item
 * changes at most two pages.
 */
function paginate(
  room: Room,
  { section, items, filter, facets, artwork, isLong }: FilteredSection,
  salt: string,
): ArchivePage[] {
  const makeChoices = (facets: Facets): PageChoices => ({
    facets,
    inputs: sha256(salt + JSON.stringify([facets, artwork, isLong])),
  });
  const newest = makeChoices(facets);
  const others = makeChoices(chosenFacets(facets, filter));
  const base = filter ? filterPath(section, filter) : `/${section}`;
  const parts = cutIntoPages(items);
  const addresses = [base, ...olderPagePaths(parts.slice(1), base)];
  return parts.map((part, i): ArchivePage => {
    const neighbours = { newer: addresses[i - 1], older: addresses[i + 1] };
    const { facets, inputs: choiceInputs } = i === 0 ? newest : others;
    const run = summarizeItems(part);
    return {
      path: addresses[i]!,
      inputs: sha256(
        choiceInputs + freeKey(room, part) + JSON.stringify([neighbours.newer, neighbours.older]) + run.digest,
      ),
      newest: run.newest,
      section,
      ...(filter && { filter }),
      facets,
      isLong,
      base,
      ...omitUndefined(neighbours),
      items: part,
    };
  });
}

/** Returns the pages of the whole section, then those of each theme, season and year. */
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
  const filteredSections = filtersOfFacets(facets).map((filter) => ({
    ...whole,
    filter,
    items: filterItems(items, filter),
  }));
  return [whole, ...filteredSections].map((list) => paginate(room, list, salt));
}

/** Returns every page that lists items. `salt` represents all inputs other than the items. */
export const listPages = (room: Room, salt: string): ArchivePage[] =>
  pagedSectionNames.flatMap((section) => archivePages(room, section, salt)).flat();

/** Page that is rendered only when its inputs change. */
export type KeyedPage = Pick<ArchivePage, 'path' | 'inputs' | 'newest'>;

/** Returns the page of all items without their own pages. */
export function timelinePage(room: Room, salt: string): KeyedPage {
  const path = '/timeline';
  const items = itemsOfType(itemsOn('mediaRoom', room.items), ...typesInSection('timeline'));
  const { digest, newest } = summarizeItems(items);
  return { path, inputs: sha256(salt + digest + freeKey(room, items)), newest };
}

export function peoplePage(room: Room, salt: string): KeyedPage {
  const people = peopleOn.mediaRoom(room);
  const facts = people.map(({ id, name, roles, items }) => [id, name, roles, items.length]);
  const newest = people.map(({ items }) => summarizeItems(items).newest).reduce(latest, '');
  return { path: peoplePath, inputs: sha256(salt + JSON.stringify(facts)), newest };
}

export interface PersonPage extends KeyedPage {
  person: Person;
}

export const personPages = (room: Room, salt: string): PersonPage[] =>
  peopleOn.mediaRoom(room).map((person) => {
    const { items, ...facts } = person;
    const { digest, newest } = summarizeItems(items);
    const inputs = sha256(salt + JSON.stringify(facts) + freeKey(room, items) + digest);
    return { path: personPath(person), inputs, newest, person };
  });

/** Returns the sections that have items, for the navigation. */
export const filledSections = (room: Pick<Room, 'items'>): SectionName[] =>
  sectionNames
    .filter((section) => itemsOfType(itemsOn('mediaRoom', room.items), ...typesInSection(section)).length > 0)
    .sort();
