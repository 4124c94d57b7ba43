// A section's own page, its older pages and its narrowed ones: items by year, and the way to others.
import { contentTypes, typesOn } from '#contract/content-types.ts';
import { type ArchiveFilter, type Facets, filterPath } from '../release/filters.ts';
import { endpointUrl } from '#domain/links.ts';
import type { ArchivePage } from '../release/pages.ts';
import type { Room } from '#domain/room.ts';
import { type Entry, entryOf } from './entry.ts';
import { listLd } from './json-ld-lists.ts';
import type { NavLink, PageHead } from './frame.ts';
import { type Say, wordsOf } from './words.ts';

export interface ArchiveView {
  say: Say;
  head: PageHead;
  title: string;
  lede: string;
  isGrid: boolean;
  choices: { id: string; label: string; links: NavLink[] }[];
  years: { year: string; entries: Entry[] }[];
  newer: string | undefined;
  older: string | undefined;
}

/** Entries in groups of a year, in the order they come. */
export function byYear<T>(entries: T[], yearOf: (entry: T) => string): { year: string; entries: T[] }[] {
  const groups = Map.groupBy(entries, yearOf);
  return [...groups].map(([year, group]) => ({ year, entries: group }));
}

const labelOf = ({ themes }: Facets, { kind, value }: ArchiveFilter): string =>
  kind === 'year' ? value : themes.find(({ id }) => id === value)!.label;

function namesOf(say: Say, { section, filter, facets }: ArchivePage): { title: string; lede: string } {
  if (!filter) return { title: say(`nav.${section}`), lede: say(`${section}.lede`) };
  const label = labelOf(facets, filter);
  return filter.kind === 'theme'
    ? { title: say('archive.theme', { theme: label }), lede: say('archive.themeLede') }
    : { title: say('archive.year', { year: label }), lede: say('archive.yearLede', { year: label }) };
}

/** Themes and years, each where there is something to choose; only articles have narrowed pages. */
function choicesOf(say: Say, { section, filter, facets }: ArchivePage): ArchiveView['choices'] {
  if (section !== 'articles') return [];
  const all = { href: `/${section}`, label: say('filter.all'), isCurrent: filter === undefined };
  const link = (kind: ArchiveFilter['kind'], value: string, label: string): NavLink => ({
    href: filterPath(section, { kind, value }),
    label,
    isCurrent: filter?.kind === kind && filter.value === value,
  });
  return [
    {
      id: 'themes',
      label: say('filter.themes'),
      links: facets.themes.map(({ id, label }) => link('theme', id, label)),
    },
    { id: 'years', label: say('filter.years'), links: facets.years.map((year) => link('year', year, year)) },
  ]
    .filter(({ links }) => links.length > 1)
    .map(({ links, ...choice }) => ({ ...choice, links: [all, ...links] }));
}

export function archiveView(room: Room, page: ArchivePage): ArchiveView {
  const say = wordsOf(room);
  const { publication, oneLiner } = room.creator;
  const { title, lede } = namesOf(say, page);
  const isNewest = page.newer === undefined;
  const name = isNewest ? title : say('archive.page', { title, number: page.number });
  return {
    say,
    head: {
      path: page.path,
      title: name,
      description: say('archive.description', { title, publication, oneLiner }),
      json: endpointUrl('', contentTypes[typesOn(page.section)[0]!].list),
      jsonLd: listLd(room, { ...page, title: name }),
    },
    title: name,
    lede: isNewest ? lede : say('archive.pageLede', { number: page.number }),
    isGrid: page.section === 'videos',
    choices: choicesOf(say, page),
    years: byYear(
      page.items.map((item) => entryOf(room, item)),
      ({ day }) => day.iso.slice(0, 4),
    ),
    newer: page.newer,
    older: page.older,
  };
}
