// Renders lists as Markdown: a section of the room, and the timeline.
import type { ArchivePage } from '../pages.ts';
import { markdownPage } from './page.ts';
import { isFreelyListed, freelyListed } from '../free-slice.ts';
import { currentFirst } from '#domain/items/phases.ts';
import { translatorFor } from '#domain/messages/messages.ts';
import { endpointUrl, itemMarkdownUrl, markdownPath, sitemapMarkdown } from '#domain/links.ts';
import { findOtherAuthor } from '#domain/names.ts';
import { escapeInline } from '#domain/text/markdown.ts';
import { bulletList, labelledValue, markdownLink, markdownSection } from '#domain/text/markdown-text.ts';
import { newestItems, peopleOn, peoplePath, type Person, personPath } from '#domain/people.ts';
import { itemDay, itemsOfType, type Room, type RoomItem, itemsOn, isVisibleOn } from '#domain/room.ts';

const t = translatorFor('en');

function listTitle({ section: name, filter, facets, newer, items }: ArchivePage): string {
  const label = filter?.kind === 'theme' ? facets.themes.find(({ id }) => id === filter.value)!.label : filter?.value;
  const of = t(`nav.${name}`);
  const title = label === undefined ? of : `${of}: ${label}`;
  return newer ? `${title}, ${itemDay(items.at(-1)!)} to ${itemDay(items[0]!)}` : title;
}

const lineDate = (item: RoomItem): string => (item.isPlanned ? `Scheduled for ${itemDay(item)}:` : itemDay(item));

const itemLine = (room: Room, item: RoomItem): string =>
  [
    `${lineDate(item)} ${markdownLink(item.title, itemMarkdownUrl(room.baseUrl, item))}`,
    escapeInline(item.summary ?? ''),
  ]
    .filter(Boolean)
    .join(': ');

export function archiveMarkdown(room: Room, page: ArchivePage): string {
  const title = listTitle(page);
  const at = (path: string) => room.baseUrl + markdownPath(path);
  return markdownPage(room, page.path, title, [
    ...bulletList(visibleLines(room, page.items)),
    '',
    ...bulletList([
      page.newer && markdownLink('Newer', at(page.newer)),
      page.older && markdownLink('Older', at(page.older)),
    ]),
  ]);
}

const visibleLines = (room: Room, items: RoomItem[]): string[] =>
  currentFirst(items)
    .filter(isVisibleOn('api'))
    .filter(isFreelyListed(room))
    .map((item) => itemLine(room, item));

export function personMarkdown(room: Room, person: Person): string {
  const { id, name, roles, href, items } = person;
  const shownItems = newestItems(person);
  const all = `${endpointUrl(room.baseUrl, 'contentIndex')}?person=${id}`;
  return markdownPage(room, personPath(person), name, [
    ...bulletList([labelledValue('Roles', roles.join(', ')), labelledValue('Website', href)]),
    '',
    ...markdownSection('Items', bulletList(visibleLines(room, shownItems))),
    ...(shownItems.length < items.length
      ? ['', `The newest ${shownItems.length} of ${items.length} items. All: ${all}`]
      : []),
  ]);
}

export const peopleMarkdown = (room: Room): string =>
  markdownPage(room, peoplePath, 'People', [
    ...bulletList(
      peopleOn.mediaRoom(room).map((person) => {
        const link = markdownLink(person.name, room.baseUrl + markdownPath(personPath(person)));
        return `${link}: ${person.roles.join(', ')}, ${person.items.length} items`;
      }),
    ),
  ]);

function entryLine(room: Room, item: RoomItem): string {
  const { title, kind, status, organization, venue, location, facts = [], summary, canonicalUrl } = item;
  const days = [itemDay(item), item.endDate?.slice(0, 10)].filter(Boolean).join(' to ');
  const what = canonicalUrl ? markdownLink(title, canonicalUrl) : escapeInline(title);
  const author = findOtherAuthor(room.creator, item.author);
  const warning = item.contentWarning && 'content warning: the text is at its source';
  const details = [
    author && `by ${author}`,
    warning,
    organization,
    venue,
    location,
    ...facts.map(({ label, value }) => `${label}: ${value}`),
  ]
    .filter((part) => part !== undefined)
    .map(escapeInline);
  const state = status === 'cancelled' || status === 'moved' ? `${status} ` : '';
  return [[`${days} ${state}${kind ?? 'milestone'}: ${what}`, ...details].join(', '), escapeInline(summary ?? '')]
    .filter(Boolean)
    .join('. ');
}

export function timelineMarkdown(room: Room): string {
  const entries = currentFirst(itemsOn('mediaRoom', itemsOfType(freelyListed(room), 'timeline')));
  const years = Map.groupBy(entries, (item) => (item.isPlanned ? 'Planned' : itemDay(item).slice(0, 4)));
  return markdownPage(room, '/timeline', 'Timeline', [
    ...[...years].flatMap(([year, items]) =>
      markdownSection(year, bulletList(items.map((item) => entryLine(room, item)))),
    ),
  ]);
}

function countItems(pages: ArchivePage[]): string {
  const items = pages.reduce((sum, page) => sum + page.items.length, 0);
  return pages.length > 1 ? `${items} items on ${pages.length} pages` : `${items} items`;
}

/**
 * Renders the sitemap page. Each list represents its older pages and its items. `fixed` are the paths of the other
 * pages.
 */
export function sitemapPage(room: Room, lists: ArchivePage[], fixed: string[]): string {
  const { baseUrl, creator } = room;
  const to = (label: string, path: string): string => markdownLink(label, baseUrl + markdownPath(path));
  const filled = Map.groupBy(
    lists.filter(({ items }) => items.length > 0),
    ({ base }) => base,
  );
  return markdownPage(room, sitemapMarkdown, `Pages of ${creator.publication}`, [
    ...markdownSection(
      'Lists of what is published',
      bulletList(
        [...filled.values()].map((pages) => `${to(listTitle(pages[0]!), pages[0]!.path)}: ${countItems(pages)}`),
      ),
    ),
    ...markdownSection('Other pages', bulletList(fixed.map((path) => to(path, path)))),
    `Every page with its date: ${baseUrl}/sitemap-index.xml`,
  ]);
}
