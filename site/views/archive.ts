// A section's own page, its older pages and its narrowed ones: items by year, and the way to others.
import { contentTypes, typesInSection } from '#contract/content-types.ts';
import { type ArchiveFilter, type Facets, filterPath } from '../release/filters.ts';
import { endpointUrl } from '#domain/links.ts';
import { titlesPath } from '../release/titles.ts';
import type { ArchivePage } from '../release/pages.ts';
import { currentFirst } from '#domain/items/standing.ts';
import { itemDay, type Room, type RoomItem } from '#domain/room.ts';
import { longDaysOf } from './dates.ts';
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
  /** Where the list is long. */
  search: { titles: string; type: string } | undefined;
  groups: { id: string; title: string; entries: Entry[] }[];
  /** Older pages link to the newest page, which offers the choices. */
  newest: { href: string; label: string } | undefined;
  newer: string | undefined;
  older: string | undefined;
}

/** The group in which a list shows an item: its year, or what is planned. */
export function groupOf(say: Say, item: RoomItem): { id: string; title: string } {
  if (item.isPlanned) return { id: 'planned', title: say('stream.upcoming') };
  const year = itemDay(item).slice(0, 4);
  return { id: `year-${year}`, title: year };
}

/** Items in their groups, in the order they come; what is planned is last. */
export const groupItems = (say: Say, items: RoomItem[]): RoomItem[][] => [
  ...Map.groupBy(currentFirst(items), (item) => groupOf(say, item).id).values(),
];

function labelOf(say: Say, { themes }: Facets, { kind, value }: ArchiveFilter): string {
  if (kind === 'theme') return themes.find(({ id }) => id === value)!.label;
  return kind === 'season' ? say('season', { number: value }) : value;
}

function namesOf(say: Say, { section, filter, facets }: ArchivePage): { title: string; lede: string } {
  if (!filter) return { title: say(`nav.${section}`), lede: say(`${section}.lede`) };
  const part = labelOf(say, facets, filter);
  return { title: say('archive.part', { title: say(`nav.${section}`), part }), lede: say(`${section}.lede`) };
}

/** Each where there is something to choose. */
function choicesOf(say: Say, { section, filter, facets }: ArchivePage): ArchiveView['choices'] {
  const all = { href: `/${section}`, label: say('filter.all'), isCurrent: filter === undefined };
  const link = (kind: ArchiveFilter['kind'], value: string, label: string): NavLink => ({
    href: filterPath(section, { kind, value }),
    label,
    isCurrent: filter?.kind === kind && filter.value === value,
  });
  const kinds = [
    { id: 'themes', kind: 'theme', values: facets.themes.map(({ id }) => id) },
    { id: 'seasons', kind: 'season', values: facets.seasons },
    { id: 'years', kind: 'year', values: facets.years },
  ] as const;
  return kinds
    .map(({ id, kind, values }) => ({
      id,
      label: say(`filter.${id}`),
      links: values.map((value) =>
        link(kind, value, kind === 'season' ? value : labelOf(say, facets, { kind, value })),
      ),
    }))
    .filter(({ links }) => links.length > 1)
    .map(({ links, ...choice }) => ({ ...choice, links: [all, ...links] }));
}

/** The days from the oldest to the newest item. */
const spanOf = (room: Room, { items }: ArchivePage): string =>
  longDaysOf(room, itemDay(items.at(-1)!), itemDay(items[0]!)).text;

export function archiveView(room: Room, page: ArchivePage): ArchiveView {
  const say = wordsOf(room);
  const { publication, oneLiner } = room.creator;
  const { title, lede } = namesOf(say, page);
  const isNewest = page.newer === undefined;
  const span = isNewest ? undefined : spanOf(room, page);
  const name = span === undefined ? title : say('archive.part', { title, part: span });
  return {
    say,
    head: {
      path: page.path,
      title: name,
      description: say('archive.description', { title, publication, oneLiner }),
      json: endpointUrl('', contentTypes[typesInSection(page.section)[0]!].list),
      jsonLd: listLd(room, { ...page, items: currentFirst(page.items), title: name }),
    },
    title,
    lede: span ?? lede,
    isGrid: page.section === 'videos',
    choices: choicesOf(say, page),
    search: page.isLong ? { titles: titlesPath(page.section), type: typesInSection(page.section)[0]! } : undefined,
    groups: groupItems(say, page.items).map((items) => ({
      ...groupOf(say, items[0]!),
      entries: items.map((item) => entryOf(room, item)),
    })),
    newest: isNewest ? undefined : { href: page.base, label: title },
    newer: page.newer,
    older: page.older,
  };
}
