// The sitemap: every page with the day of its newest change, in files of far fewer than the 50,000 of sitemaps.org, since each
// that has a new page is compressed anew.
import type { Shelf } from '#contract/content-types.ts';
import { lastChange, listPages, type Pages as ListedPages } from '../release/pages.ts';
import { changedAt, indexUpdatedAt, type Room } from '#domain/room.ts';
import { escapeMarkup } from '#domain/text/markup.ts';

const urlsPerSitemap = 2000;

interface Pages extends ListedPages {
  room: Room;
  shelves: Shelf[];
}

interface Place {
  path: string;
  changedAt: string;
}

const fixedPaths = ['/booking', '/prepare', '/guest-kit', '/agents', '/docs', '/status', '/changelog', '/nexus'];

/** Items, oldest first, so that a new one touches the last file alone; and everything else. */
function placesOf({ room, shelves, itemPages, ...lists }: Pages): [Place[], Place[]] {
  const newest = indexUpdatedAt(room);
  const approved = `${room.creator.updatedAt ?? newest.slice(0, 10)}T00:00:00Z`;
  const hasTalks = room.creator.speaking !== undefined;
  const items = Object.values(itemPages)
    .flat()
    .map(({ path, item }) => ({ path, changedAt: changedAt(item), date: item.date }))
    .sort((a, b) => (a.date < b.date ? -1 : a.date > b.date ? 1 : a.path < b.path ? -1 : 1));
  const archives = listPages(lists)
    .filter(({ section }) => shelves.includes(section))
    .map(({ path, items: part }) => ({ path, changedAt: lastChange(part, approved) }));
  const others = [
    ...archives,
    ...['/', ...(shelves.includes('timeline') ? ['/timeline'] : [])].map((path) => ({ path, changedAt: newest })),
    ...['/media-kit', ...(hasTalks ? ['/speaking'] : []), ...fixedPaths].map((path) => ({ path, changedAt: approved })),
  ];
  return [items, others];
}

const xml = (root: string, entries: string[]) =>
  `<?xml version="1.0" encoding="UTF-8"?>\n<${root} xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">\n${entries.join('\n')}\n</${root}>\n`;

const entry = (name: string, room: Room, place: Place) =>
  `<${name}><loc>${escapeMarkup(room.baseUrl + place.path)}</loc><lastmod>${place.changedAt}</lastmod></${name}>`;

/** Name and content of each sitemap, and of the index over them. */
export function sitemaps(pages: Pages, urlsPerFile = urlsPerSitemap): { name: string; body: string }[] {
  const parts = placesOf(pages).flatMap((places) =>
    Array.from({ length: Math.ceil(places.length / urlsPerFile) }, (_, i) =>
      places.slice(i * urlsPerFile, (i + 1) * urlsPerFile),
    ),
  );
  const newestOf = (part: Place[]) => part.map((place) => place.changedAt).reduce((a, b) => (a > b ? a : b));
  const index = parts.map((part, i) => ({ path: `/sitemap-${i}.xml`, changedAt: newestOf(part) }));
  const overview = xml(
    'sitemapindex',
    index.map((place) => entry('sitemap', pages.room, place)),
  );
  return [
    { name: 'sitemap-index', body: overview },
    // Where crawlers look that were told nothing.
    { name: 'sitemap', body: overview },
    ...parts.map((part, i) => ({
      name: `sitemap-${i}`,
      body: xml(
        'urlset',
        part.map((place) => entry('url', pages.room, place)),
      ),
    })),
  ];
}
