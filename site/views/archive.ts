// A section's own page, its older pages and its narrowed ones: items by year, and the way to others.
import { contentTypes, typesInSection } from '#contract/content-types.ts';
import { type ArchiveFilter, type Facets, filterPath } from '../release/filters.ts';
import { endpointUrl } from '#domain/links.ts';
import { titlesPath } from '../release/titles.ts';
import type { ArchivePage } from '../release/pages.ts';
import { currentFirst } from '#domain/items/phases.ts';
import { itemDay, type Room, type RoomItem } from '#domain/room.ts';
import { longDaysOf } from './dates.ts';
import { type Entry, entryOf } from './entry.ts';
import { listLd } from './json-ld-lists.ts';
import type { NavLink, PageHead } from './frame.ts';
import { type Say, wordsOf } from './words.ts';

export interface ArchiveView {
  t: Say;
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
export function groupOf(t: Say, item: RoomItem): { id: string; title: string } {
  if (item.isPlanned) return { id: 'planned', title: t('stream.upcoming') };
  const year = itemDay(item).slice(0, 4);
  return { id: `year-${year}`, title: year };
}

/** Items in their groups, in the order they come; what is planned is last. */
export const groupItems = (t: Say, items: RoomItem[]): RoomItem[][] => [
  ...Map.groupBy(currentFirst(items), (item) => groupOf(t, item).id).values(),
];

function labelOf(t: Say, { themes }: Facets, { kind, value }: ArchiveFilter): string {
  if (kind === 'theme') return themes.find(({ id }) => id === value)!.label;
  return kind === 'season' ? t('season', { number: value }) : value;
}

function namesOf(t: Say, { section, filter, facets }: ArchivePage): { title: string; lede: string } {
  if (!filter) return { title: t(`nav.${section}`), lede: t(`${section}.lede`) };
  const part = labelOf(t, facets, filter);
  return { title: t('archive.part', { title: t(`nav.${section}`), part }), lede: t(`${section}.lede`) };
}

/** Each where there is something to choose. */
function choicesOf(t: Say, { section, filter, facets }: ArchivePage): ArchiveView['choices'] {
  const all = { href: `/${section}`, label: t('filter.all'), isCurrent: filter === undefined };
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
      label: t(`filter.${id}`),
      links: values.map((value) => link(kind, value, kind === 'season' ? value : labelOf(t, facets, { kind, value }))),
    }))
    .filter(({ links }) => links.length > 1)
    .map(({ links, ...choice }) => ({ ...choice, links: [all, ...links] }));
}

/** The days from the oldest to the newest item. */
const spanOf = (room: Room, { items }: ArchivePage): string =>
  longDaysOf(room, itemDay(items.at(-1)!), itemDay(items[0]!)).text;

export function archiveView(room: Room, page: ArchivePage): ArchiveView {
  const t = wordsOf(room);
  const { publication, oneLiner } = room.creator;
  const { title, lede } = namesOf(t, page);
  const isNewest = page.newer === undefined;
  const span = isNewest ? undefined : spanOf(room, page);
  const name = span === undefined ? title : t('archive.part', { title, part: span });
  return {
    t,
    head: {
      path: page.path,
      title: name,
      description: t('archive.description', { title, publication, oneLiner }),
      json: endpointUrl('', contentTypes[typesInSection(page.section)[0]!].list),
      jsonLd: listLd(room, { ...page, items: currentFirst(page.items), title: name }),
    },
    title,
    lede: span ?? lede,
    isGrid: page.section === 'videos',
    choices: choicesOf(t, page),
    search: page.isLong ? { titles: titlesPath(page.section), type: typesInSection(page.section)[0]! } : undefined,
    groups: groupItems(t, page.items).map((items) => ({
      ...groupOf(t, items[0]!),
      entries: items.map((item) => entryOf(room, item)),
    })),
    newest: isNewest ? undefined : { href: page.base, label: title },
    newer: page.newer,
    older: page.older,
  };
}
