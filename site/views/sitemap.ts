// Renders the sitemap: every page with the date of its last change. Its files have far fewer than the 50,000 entries
// that sitemaps.org allows, because each file with a new page is compressed again.
import type { SectionName } from '#contract/content-types.ts';
import { sha256 } from '#domain/ids.ts';
import { chunkNewestFiner, chunkSizes } from '#domain/lists/chunk-by-content.ts';
import { inChunks } from '#domain/arrays.ts';
import { pagePath } from '#domain/links.ts';
import { type Artifact, createArtifact, mediaTypes } from '#domain/release/artifact.ts';
import { type ArchivePage, itemsWithPage, type KeyedPage, summarizeItems } from '../release/pages.ts';
import { itemChangedAt, indexUpdatedAt, latest, type Room, type RoomItem } from '#domain/room.ts';
import { escapeMarkup } from '#domain/text/markup.ts';

interface SitemapPages {
  room: Room;
  sections: SectionName[];
  lists: ArchivePage[];
  people: KeyedPage[];
}

interface SitemapEntry {
  path: string;
  changedAt: string;
}

interface SitemapFile {
  inputs: string;
  /** RFC 3339 timestamp of its newest change. */
  newest: string;
  entries: () => SitemapEntry[];
}

const fixedPaths = ['/booking', '/prepare', '/guest-kit', '/agents', '/docs', '/status', '/changelog', '/nexus'];

/**
 * Returns the entries of all pages except items: older pages of lists, which rarely change, and pages that may change
 * with each item.
 */
function otherEntries({
  room,
  sections,
  lists,
  people,
}: SitemapPages): [older: SitemapEntry[], others: SitemapEntry[]] {
  const newest = indexUpdatedAt(room);
  const approved = `${room.creator.updatedAt ?? newest.slice(0, 10)}T00:00:00Z`;
  const hasTalks = room.creator.speaking !== undefined;
  const visibleLists = lists.filter(({ section }) => sections.includes(section));
  const toEntries = (pages: KeyedPage[]): SitemapEntry[] =>
    pages.map((page) => ({ path: page.path, changedAt: latest(page.newest, approved) }));
  const others = [
    ...toEntries(people),
    ...toEntries(visibleLists.filter(({ newer }) => newer === undefined)),
    ...['/', ...(sections.includes('timeline') ? ['/timeline'] : [])].map((path) => ({ path, changedAt: newest })),
    ...['/media-kit', ...(hasTalks ? ['/speaking'] : []), ...fixedPaths].map((path) => ({ path, changedAt: approved })),
  ];
  return [toEntries(visibleLists.filter(({ newer }) => newer !== undefined)), others];
}

const itemEntry = (item: RoomItem): SitemapEntry => ({ path: pagePath(item), changedAt: itemChangedAt(item) });

/**
 * Returns the files: first the items, oldest first, split so that a change usually affects one file, then all other
 * pages.
 */
function sitemapFiles(pages: SitemapPages, sizes: typeof chunkSizes): SitemapFile[] {
  const { room } = pages;
  const items = chunkNewestFiner(itemsWithPage(room), sizes).map((chunk): SitemapFile => {
    const { digest, newest } = summarizeItems(chunk);
    return { inputs: sha256(`sitemap ${room.baseUrl} ${digest}`), newest, entries: () => chunk.map(itemEntry) };
  });
  const chunks = otherEntries(pages).flatMap((entries) => inChunks(entries, sizes[0]!));
  const others = chunks.map((chunk): SitemapFile => {
    const newest = chunk.map((entry) => entry.changedAt).reduce(latest);
    return { inputs: sha256(JSON.stringify([room.baseUrl, chunk])), newest, entries: () => chunk };
  });
  return [...items, ...others];
}

const sitemapPath = (n: number): string => `/sitemap-${n}.xml`;

const renderXml = (root: string, entries: string[]) =>
  `<?xml version="1.0" encoding="UTF-8"?>\n<${root} xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">\n${entries.join('\n')}\n</${root}>\n`;

const entryXml = (name: string, room: Room, entry: SitemapEntry) =>
  `<${name}><loc>${escapeMarkup(room.baseUrl + entry.path)}</loc><lastmod>${entry.changedAt}</lastmod></${name}>`;

/** Renders the sitemap files and their index. */
export function sitemaps(pages: SitemapPages, sizes = chunkSizes): Artifact[] {
  const { room } = pages;
  const indexChange = indexUpdatedAt(room);
  const files = sitemapFiles(pages, sizes);
  const overview = () =>
    renderXml(
      'sitemapindex',
      files.map(({ newest }, n) => entryXml('sitemap', room, { path: sitemapPath(n), changedAt: newest })),
    );
  const urls = ({ entries }: SitemapFile) =>
    renderXml(
      'urlset',
      entries().map((entry) => entryXml('url', room, entry)),
    );
  return [
    createArtifact('/sitemap-index.xml', mediaTypes.xml, indexChange, overview),
    // Some crawlers request this path by default.
    createArtifact('/sitemap.xml', mediaTypes.xml, indexChange, overview),
    ...files.map((file, n) =>
      createArtifact(sitemapPath(n), mediaTypes.xml, indexChange, () => urls(file), file.inputs),
    ),
  ];
}
