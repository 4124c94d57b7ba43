// The sitemap: every page with the day of its newest change, in files of far fewer than the 50,000 of sitemaps.org, since each
// that has a new page is compressed anew.
import type { SectionName } from '#contract/content-types.ts';
import { sha256 } from '#domain/ids.ts';
import { chunkNewestFiner, chunkSizes } from '#domain/lists/chunk-by-content.ts';
import { inChunks } from '#domain/arrays.ts';
import { pagePath } from '#domain/links.ts';
import { type Artifact, createArtifact, releaseFileName, mediaTypes } from '#domain/release/artifact.ts';
import { type ArchivePage, itemsWithPage, runOf } from '../release/pages.ts';
import { itemChangedAt, indexUpdatedAt, latest, type Room, type RoomItem } from '#domain/room.ts';
import { escapeMarkup } from '#domain/text/markup.ts';

interface Pages {
  room: Room;
  shelves: SectionName[];
  /** Those that list items. */
  lists: ArchivePage[];
}

interface Place {
  path: string;
  changedAt: string;
}

/** One file of the sitemap. */
interface Part {
  inputs: string;
  /** RFC 3339 instant of its newest change. */
  newest: string;
  places: () => Place[];
}

const fixedPaths = ['/booking', '/prepare', '/guest-kit', '/agents', '/docs', '/status', '/changelog', '/nexus'];

/** Everything besides items: older pages of lists, which hardly ever change, and what may change with each item. */
function otherPlaces({ room, shelves, lists }: Pages): [older: Place[], others: Place[]] {
  const newest = indexUpdatedAt(room);
  const approved = `${room.creator.updatedAt ?? newest.slice(0, 10)}T00:00:00Z`;
  const hasTalks = room.creator.speaking !== undefined;
  const listed = lists.filter(({ section }) => shelves.includes(section));
  const placesOf = (pages: ArchivePage[]): Place[] =>
    pages.map((page) => ({ path: page.path, changedAt: latest(page.newest, approved) }));
  const others = [
    ...placesOf(listed.filter(({ newer }) => newer === undefined)),
    ...['/', ...(shelves.includes('timeline') ? ['/timeline'] : [])].map((path) => ({ path, changedAt: newest })),
    ...['/media-kit', ...(hasTalks ? ['/speaking'] : []), ...fixedPaths].map((path) => ({ path, changedAt: approved })),
  ];
  return [placesOf(listed.filter(({ newer }) => newer !== undefined)), others];
}

const placeOf = (item: RoomItem): Place => ({ path: pagePath(item), changedAt: itemChangedAt(item) });

/** First the items, oldest first, split so that a change usually affects one file; then all other pages. */
function partsOf(pages: Pages, sizes: typeof chunkSizes): Part[] {
  const { room } = pages;
  const items = chunkNewestFiner(itemsWithPage(room), sizes).map((part): Part => {
    const { digest, newest } = runOf(part);
    return { inputs: sha256(`sitemap ${room.baseUrl} ${digest}`), newest, places: () => part.map(placeOf) };
  });
  const chunks = otherPlaces(pages).flatMap((places) => inChunks(places, sizes[0]!));
  const others = chunks.map((part): Part => {
    const newest = part.map((place) => place.changedAt).reduce(latest);
    return { inputs: sha256(JSON.stringify([room.baseUrl, part])), newest, places: () => part };
  });
  return [...items, ...others];
}

const pathOf = (n: number): string => `/sitemap-${n}.xml`;

const xml = (root: string, entries: string[]) =>
  `<?xml version="1.0" encoding="UTF-8"?>\n<${root} xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">\n${entries.join('\n')}\n</${root}>\n`;

const entry = (name: string, room: Room, place: Place) =>
  `<${name}><loc>${escapeMarkup(room.baseUrl + place.path)}</loc><lastmod>${place.changedAt}</lastmod></${name}>`;

/** Each sitemap, and the index over them. */
export function sitemaps(pages: Pages, sizes = chunkSizes): Artifact[] {
  const { room } = pages;
  const changed = indexUpdatedAt(room);
  const parts = partsOf(pages, sizes);
  const overview = () =>
    xml(
      'sitemapindex',
      parts.map(({ newest }, n) => entry('sitemap', room, { path: pathOf(n), changedAt: newest })),
    );
  const urls = ({ places }: Part) => xml('urlset', places().map((place) => entry('url', room, place))); // prettier-ignore
  return [
    createArtifact('/sitemap-index.xml', mediaTypes.xml, changed, overview),
    // Where crawlers look that were told nothing.
    createArtifact('/sitemap.xml', mediaTypes.xml, changed, overview),
    ...parts.map((part, n): Artifact => {
      const path = pathOf(n);
      return {
        path,
        file: releaseFileName(path),
        type: mediaTypes.xml,
        changedAt: changed,
        inputs: part.inputs,
        body: () => urls(part),
      };
    }),
  ];
}
