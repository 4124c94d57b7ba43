// Where things are: pages of the media room, files of the creator, endpoints filled with parameters.
import { type EndpointName, endpoints } from '#contract/endpoints.ts';
import { contentTypes, hasPage, type ItemType } from '#contract/content-types.ts';
import type { StoredItem } from '#contract/schemas/stored-item.ts';
import { isVisibleOn } from './room.ts';

/** Path of the item's page, or its place on the page of its shelf. */
export const pagePath = ({ type, id }: { type: ItemType; id: string }): string =>
  `/${contentTypes[type].shelf}${hasPage(type) ? '/' : '#'}${id}`;

/** Address of an endpoint; parameters fill the path, what is not given stays a template. */
export function endpointUrl(baseUrl: string, name: EndpointName, params: Record<string, string | number> = {}): string {
  return baseUrl + endpoints[name].http.path.replace(/\{(\w+)\}/g, (slot, key: string) => String(params[key] ?? slot));
}

/** The item's page; where the media room hides it, its text, its source, or the list that it stands in. */
export function itemUrl(baseUrl: string, item: StoredItem): string {
  if (isVisibleOn('mediaRoom')(item)) return baseUrl + pagePath(item);
  if (item.type === 'article') return endpointUrl(baseUrl, 'articleMarkdown', { id: item.id });
  return item.canonicalUrl ?? endpointUrl(baseUrl, contentTypes[item.type].list);
}

/** Whether the item has a page in Markdown: what is hidden from programs or from people has none. */
export const hasMarkdownPage = (item: StoredItem): boolean =>
  hasPage(item.type) && isVisibleOn('mediaRoom')(item) && isVisibleOn('api')(item);

/** The item for a reader of Markdown. */
export const itemMarkdownUrl = (baseUrl: string, item: StoredItem): string =>
  hasMarkdownPage(item) ? baseUrl + markdownPath(pagePath(item)) : itemUrl(baseUrl, item);

/** An address as it is, or a file of content/media as an address of the room. */
export const pictureUrl = (baseUrl: string, picture: string): string =>
  picture.startsWith('media/') ? `${baseUrl}/${picture}` : picture;

export const itemPicture = (item: StoredItem): string | undefined => item.image ?? item.thumbnailUrl;

/** The player of an item alone, for other people's pages. */
export const embedFolder = '/embed/';
export const embedPath = ({ id }: { id: string }): string => embedFolder + id;

/** What a page that quotes the item's address puts in its place (oEmbed). */
export const oEmbedPath = (item: { id: string }): string => `${embedPath(item)}.json`;

/** The creator's pictures in other sizes; an address names the bytes. */
export const pictureFolder = '/pictures/';

/** What stands for a page where its link is shared. */
export const cardFolder = '/cards/';

/** The media kit with its pictures, as one file. */
export const mediaKitZipPath = '/media-kit.zip';

/** The list of pages for readers of Markdown. */
export const sitemapMarkdown = '/sitemap.md';

/** Where the same page is as Markdown. */
export const markdownPath = (path: string): string => (path === '/' ? '/index.md' : `${path}.md`);

/** Holds the bundles of the static search. Each is named after its oldest item, so its address stays when its other items change. */
export const bundleFolder = '/_search/';

/** The folder of the bundle that a file of the static search belongs to. */
export const searchBundleFolder = (path: string): string | undefined =>
  path.startsWith(bundleFolder) ? path.slice(0, path.indexOf('/', bundleFolder.length)) : undefined;

/** Where a search begins: it names the other files of its bundle. */
export const searchEntry = '/pagefind-entry.json';

/** Assets, pictures made at build and what search bundles hold: their names change with their bytes. */
export const isNamedByContent = (path: string): boolean =>
  ['/_astro/', bundleFolder, pictureFolder].some((folder) => path.startsWith(folder)) && !path.endsWith(searchEntry);

/** The machine-readable licence, where the creator allows reprints. */
export const licensePath = '/license.xml';
