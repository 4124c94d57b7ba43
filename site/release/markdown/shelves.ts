// Lists as Markdown: a section of the room, and the timeline.
import type { ArchivePage } from '../pages.ts';
import { isFreelyListed, freelyListed } from '../free-slice.ts';
import { currentFirst } from '#domain/items/standing.ts';
import { sayIn } from '#domain/messages/messages.ts';
import { endpointUrl, itemTextUrl, markdownPath, sitemapMarkdown } from '#domain/links.ts';
import { inLine } from '#domain/text/markdown.ts';
import { bullets, frontMatter, link, section, textOf } from '#domain/text/markdown-text.ts';
import { itemDay, ofType, type Room, type RoomItem, shownOn, visibleOn } from '#domain/room.ts';

const say = sayIn('en');

function titleOf({ section: name, filter, facets, newer, items }: ArchivePage): string {
  const label = filter?.kind === 'theme' ? facets.themes.find(({ id }) => id === filter.value)!.label : filter?.value;
  const of = say(`nav.${name}`);
  const title = label === undefined ? of : `${of}: ${inLine(label)}`;
  return newer ? `${title}, ${itemDay(items.at(-1)!)} to ${itemDay(items[0]!)}` : title;
}

const dayOf = (item: RoomItem): string => (item.isPlanned ? `Planned for ${itemDay(item)}:` : itemDay(item));

const line = (room: Room, item: RoomItem): string =>
  [`${dayOf(item)} ${link(item.title, itemTextUrl(room.baseUrl, item))}`, inLine(item.summary ?? '')]
    .filter(Boolean)
    .join(': ');

export function archiveMarkdown(room: Room, page: ArchivePage): string {
  const title = titleOf(page);
  const at = (path: string) => room.baseUrl + markdownPath(path);
  return textOf([
    ...frontMatter({ title, url: room.baseUrl + page.path, llmsTxt: endpointUrl(room.baseUrl, 'llmsTxt') }),
    `# ${title}`,
    '',
    ...bullets(
      currentFirst(page.items)
        .filter(visibleOn('api'))
        .filter(isFreelyListed(room))
        .map((item) => line(room, item)),
    ),
    '',
    ...bullets([page.newer && link('Newer', at(page.newer)), page.older && link('Older', at(page.older))]),
  ]);
}

function entryLine(item: RoomItem): string {
  const { title, kind, organization, location, summary, canonicalUrl } = item;
  const days = [itemDay(item), item.endDate?.slice(0, 10)].filter(Boolean).join(' to ');
  const what = canonicalUrl ? link(title, canonicalUrl) : inLine(title);
  const place = [organization, location].filter((part) => part !== undefined).map(inLine);
  return [[`${days} ${kind ?? 'milestone'}: ${what}`, ...place].join(', '), inLine(summary ?? '')]
    .filter(Boolean)
    .join('. ');
}

export function timelineMarkdown(room: Room): string {
  const entries = currentFirst(shownOn('mediaRoom', ofType(freelyListed(room), 'timeline')));
  const years = Map.groupBy(entries, (item) => (item.isPlanned ? 'Planned' : itemDay(item).slice(0, 4)));
  return textOf([
    ...frontMatter({
      title: 'Timeline',
      url: `${room.baseUrl}/timeline`,
      llmsTxt: endpointUrl(room.baseUrl, 'llmsTxt'),
    }),
    '# Timeline',
    '',
    ...[...years].flatMap(([year, items]) => section(year, bullets(items.map(entryLine)))),
  ]);
}

function sizeOf(pages: ArchivePage[]): string {
  const items = pages.reduce((sum, page) => sum + page.items.length, 0);
  return pages.length > 1 ? `${items} items on ${pages.length} pages` : `${items} items`;
}

/** The pages of the room. Each list stands for its older pages, and for those of its items. `fixed` are the addresses of the others. */
export function sitemapPage(room: Room, lists: ArchivePage[], fixed: string[]): string {
  const { baseUrl, creator } = room;
  const to = (label: string, path: string): string => link(label, baseUrl + markdownPath(path));
  const filled = Map.groupBy(
    lists.filter(({ items }) => items.length > 0),
    ({ base }) => base,
  );
  return textOf([
    ...frontMatter({
      title: `Pages of ${creator.publication}`,
      url: baseUrl + sitemapMarkdown,
      llmsTxt: endpointUrl(baseUrl, 'llmsTxt'),
    }),
    `# Pages of ${inLine(creator.publication)}`,
    '',
    ...section(
      'Lists of what is published',
      bullets([...filled.values()].map((pages) => `${to(titleOf(pages[0]!), pages[0]!.path)}: ${sizeOf(pages)}`)),
    ),
    ...section('Other pages', bullets(fixed.map((path) => to(path, path)))),
    `Every page with its date: ${baseUrl}/sitemap-index.xml`,
  ]);
}
