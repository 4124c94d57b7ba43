// Prepares pages of a section: items by year, filters, and links to other pages.
import { contentTypes, typesInSection } from '#contract/content-types.ts';
import { type ArchiveFilter, type Facets, filterPath } from '../release/filters.ts';
import { endpointUrl } from '#domain/links.ts';
import { titlesPath } from '../release/titles.ts';
import type { ArchivePage } from '../release/pages.ts';
import { currentFirst } from '#domain/items/phases.ts';
import { itemDay, type Room, type RoomItem } from '#domain/room.ts';
import { formatLongDays } from './dates.ts';
import { entryView } from './entry.ts';
import { listLd } from './json-ld-lists.ts';
import type { NavLink, PageHead } from './frame.ts';
import { type Translate, translatorOfRoom } from './translate.ts';

/** Returns the group of an item in a list: its year, or the planned items. */
export function groupFor(t: Translate, item: RoomItem): { id: string; title: string } {
  if (item.isPlanned) return { id: 'planned', title: t('stream.upcoming') };
  const year = itemDay(item).slice(0, 4);
  return { id: `year-${year}`, title: year };
}

/** Groups items in their order, with planned items last. */
export const groupItems = (t: Translate, items: RoomItem[]): RoomItem[][] => [
  ...Map.groupBy(currentFirst(items), (item) => groupFor(t, item).id).values(),
];

function filterLabel(t: Translate, { themes }: Facets, { kind, value }: ArchiveFilter): string {
  if (kind === 'theme') return themes.find(({ id }) => id === value)!.label;
  return kind === 'season' ? t('season', { number: value }) : value;
}

function archiveTitle(t: Translate, { section, filter, facets }: ArchivePage): { title: string; lede: string } {
  if (!filter) return { title: t(`nav.${section}`), lede: t(`${section}.lede`) };
  const part = filterLabel(t, facets, filter);
  return { title: t('archive.part', { title: t(`nav.${section}`), part }), lede: t(`${section}.lede`) };
}

/** Returns the facets that have more than one choice. */
function filterChoices(t: Translate, { section, filter, facets }: ArchivePage) {
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
      links: values.map((value) =>
        link(kind, value, kind === 'season' ? value : filterLabel(t, facets, { kind, value })),
      ),
    }))
    .filter(({ links }) => links.length > 1)
    .map(({ links, ...choice }) => ({ ...choice, links: [all, ...links] }));
}

/** Returns the dates from the oldest to the newest item. */
const dateSpan = (room: Room, { items }: ArchivePage): string =>
  formatLongDays(room, itemDay(items.at(-1)!), itemDay(items[0]!)).text;

export type ArchiveView = ReturnType<typeof archiveView>;

export function archiveView(room: Room, page: ArchivePage) {
  const t = translatorOfRoom(room);
  const { publication, oneLiner } = room.creator;
  const { title, lede } = archiveTitle(t, page);
  const isNewest = page.newer === undefined;
  const span = isNewest ? undefined : dateSpan(room, page);
  const name = span === undefined ? title : t('archive.part', { title, part: span });
  return {
    t,
    head: {
      path: page.path,
      title: name,
      description: t('archive.description', { title, publication, oneLiner }),
      json: endpointUrl('', contentTypes[typesInSection(page.section)[0]!].list),
      jsonLd: listLd(room, { ...page, items: currentFirst(page.items), title: name }),
    } satisfies PageHead,
    title,
    lede: span ?? lede,
    isGrid: page.section === 'videos',
    choices: filterChoices(t, page),
    search: page.isLong ? { titles: titlesPath(page.section), type: typesInSection(page.section)[0]! } : undefined,
    groups: groupItems(t, page.items).map((items) => ({
      ...groupFor(t, items[0]!),
      entries: items.map((item) => entryView(room, item)),
    })),
    newest: isNewest ? undefined : { href: page.base, label: title },
    newer: page.newer,
    older: page.older,
  };
}
