// Narrowing a section to a theme or a year: each choice is a list of pages of its own, so that it works on any host.
import type { Room, RoomItem } from '#domain/room.ts';

export interface ArchiveFilter {
  kind: 'theme' | 'year';
  /** Id of the theme, or the year. */
  value: string;
}

/** What a section can be narrowed to. */
export interface Facets {
  themes: { id: string; label: string }[];
  /** Newest first. */
  years: string[];
}

const yearOf = ({ date }: Pick<RoomItem, 'date'>): string => date.slice(0, 4);

export const fitsFilter = (item: RoomItem, { kind, value }: ArchiveFilter): boolean =>
  kind === 'theme' ? item.themeIds.includes(value) : yearOf(item) === value;

export const filterPath = (section: string, { kind, value }: ArchiveFilter): string => `/${section}/${kind}/${value}`;

/** Themes in the creator's order; those that hold nothing are left out. */
export function facetsOf({ creator }: Pick<Room, 'creator'>, items: RoomItem[]): Facets {
  const used = new Set(items.flatMap((item) => item.themeIds));
  return {
    themes: creator.themes.filter(({ id }) => used.has(id)).map(({ id, label }) => ({ id, label })),
    years: [...new Set(items.map(yearOf))].sort().reverse(),
  };
}

/** All choices that have a page. */
export const filtersOf = ({ themes, years }: Facets): ArchiveFilter[] => [
  ...themes.map(({ id }): ArchiveFilter => ({ kind: 'theme', value: id })),
  ...years.map((value): ArchiveFilter => ({ kind: 'year', value })),
];
