// Narrowing a section to a theme, a season or a year: each choice is a list of pages of its own, so that it works on any host.
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

/** The items of a section under each of its choices. */
export type Filtered = Record<ArchiveFilter['kind'], Map<string, RoomItem[]>>;

export function filtered(items: RoomItem[]): Filtered {
  const found: Filtered = { theme: new Map(), season: new Map(), year: new Map() };
  const put = (kind: ArchiveFilter['kind'], value: string, item: RoomItem) => {
    const there = found[kind].get(value);
    if (there) there.push(item);
    else found[kind].set(value, [item]);
  };
  for (const item of items) {
    for (const id of item.themeIds) put('theme', id, item);
    if (item.season !== undefined) put('season', String(item.season), item);
    put('year', yearOf(item), item);
  }
  return found;
}

/** Themes in the creator's order; those that hold nothing are left out. */
export function facetsOf({ creator }: Pick<Room, 'creator'>, { theme, season, year }: Filtered): Facets {
  return {
    themes: creator.themes.filter(({ id }) => theme.has(id)).map(({ id, label }) => ({ id, label })),
    seasons: [...season.keys()].sort((a, b) => Number(b) - Number(a)),
    years: [...year.keys()].sort().reverse(),
  };
}

/** All choices that have a page. */
export const filtersOf = ({ themes, seasons, years }: Facets): ArchiveFilter[] => [
  ...themes.map(({ id }): ArchiveFilter => ({ kind: 'theme', value: id })),
  ...seasons.map((value): ArchiveFilter => ({ kind: 'season', value })),
  ...years.map((value): ArchiveFilter => ({ kind: 'year', value })),
];
