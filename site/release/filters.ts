// Filters a section by theme, season or year. Each choice has its own pages, so that it works on any host.
import { itemDay, type Room, type RoomItem } from '#domain/room.ts';

export interface ArchiveFilter {
  kind: 'theme' | 'season' | 'year';
  /** Id of the theme, number of the season, or year. */
  value: string;
}

/** Choices for filtering a section. */
export interface Facets {
  themes: { id: string; label: string }[];
  /** Seasons, newest first. */
  seasons: string[];
  years: string[];
}

const itemYear = (item: RoomItem): string => itemDay(item).slice(0, 4);

export const filterPath = (section: string, { kind, value }: ArchiveFilter): string => `/${section}/${kind}/${value}`;

const matchesFilter = ({ kind, value }: ArchiveFilter, item: RoomItem): boolean =>
  kind === 'theme'
    ? item.themeIds.includes(value)
    : (kind === 'season' ? String(item.season) : itemYear(item)) === value;

export const filterItems = (items: RoomItem[], filter: ArchiveFilter): RoomItem[] =>
  items.filter((item) => matchesFilter(filter, item));

/** Returns the themes in the creator's order, the seasons and the years that have items. */
export function listFacets({ creator }: Pick<Room, 'creator'>, items: RoomItem[]): Facets {
  const themes = new Set(items.flatMap(({ themeIds }) => themeIds));
  const seasons = new Set(items.flatMap(({ season }) => season ?? []));
  return {
    themes: creator.themes.filter(({ id }) => themes.has(id)).map(({ id, label }) => ({ id, label })),
    seasons: [...seasons].sort((a, b) => b - a).map(String),
    years: [...new Set(items.map(itemYear))].sort().reverse(),
  };
}

/** Returns the facets with only the selected choice, or without any for a whole section. */
export const chosenFacets = ({ themes, seasons, years }: Facets, filter: ArchiveFilter | undefined): Facets => {
  const isChosen = (kind: ArchiveFilter['kind']) => (value: string) => filter?.kind === kind && filter.value === value;
  return {
    themes: themes.filter(({ id }) => isChosen('theme')(id)),
    seasons: seasons.filter(isChosen('season')),
    years: years.filter(isChosen('year')),
  };
};

export const filtersOfFacets = ({ themes, seasons, years }: Facets): ArchiveFilter[] => [
  ...themes.map(({ id }): ArchiveFilter => ({ kind: 'theme', value: id })),
  ...seasons.map((value): ArchiveFilter => ({ kind: 'season', value })),
  ...years.map((value): ArchiveFilter => ({ kind: 'year', value })),
];
