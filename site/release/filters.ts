// Narrowing a section to a theme, a season or a year: each choice is a list of pages of its own, so that it works on any host.
import type { Section } from '#contract/content-types.ts';
import type { Room, RoomItem } from '#domain/room.ts';

export interface ArchiveFilter {
  kind: 'theme' | 'season' | 'year';
  /** Id of the theme, number of the season, or the year. */
  value: string;
}

/** What a section can be narrowed to. */
export interface Facets {
  themes: { id: string; label: string }[];
  /** Newest first, as are the years. */
  seasons: string[];
  years: string[];
}

const yearOf = ({ date }: Pick<RoomItem, 'date'>): string => date.slice(0, 4);

export const filterPath = (section: string, { kind, value }: ArchiveFilter): string => `/${section}/${kind}/${value}`;

/** Themes in the creator's order; those that hold nothing are left out. */
export function facetsOf({ creator }: Pick<Room, 'creator'>, items: RoomItem[]): Facets {
  const used = new Set(items.flatMap((item) => item.themeIds));
  const seasons = [...new Set(items.flatMap(({ season }) => season ?? []))].sort((a, b) => b - a);
  return {
    themes: creator.themes.filter(({ id }) => used.has(id)).map(({ id, label }) => ({ id, label })),
    seasons: seasons.map(String),
    years: [...new Set(items.map(yearOf))].sort().reverse(),
  };
}

/** All choices that have a page. */
export const filtersOf = ({ themes, seasons, years }: Facets): ArchiveFilter[] => [
  ...themes.map(({ id }): ArchiveFilter => ({ kind: 'theme', value: id })),
  ...seasons.map((value): ArchiveFilter => ({ kind: 'season', value })),
  ...years.map((value): ArchiveFilter => ({ kind: 'year', value })),
];

/** The items of a section under each of its choices, by the path of the choice. */
export function itemsByFilter(section: Section, items: RoomItem[]): Map<string, RoomItem[]> {
  const found = new Map<string, RoomItem[]>();
  const put = (kind: ArchiveFilter['kind'], value: string, item: RoomItem) => {
    const path = filterPath(section, { kind, value });
    const there = found.get(path);
    if (there) there.push(item);
    else found.set(path, [item]);
  };
  for (const item of items) {
    for (const id of item.themeIds) put('theme', id, item);
    if (item.season !== undefined) put('season', String(item.season), item);
    put('year', yearOf(item), item);
  }
  return found;
}
