// Addresses of pages, files and endpoints.
import { type EndpointName, endpoints } from '#contract/endpoints.ts';
import { contentTypes, hasPage, type ItemType } from '#contract/content-types.ts';
import type { StoredItem } from '#contract/schemas/stored-item.ts';
import { isVisibleOn } from './room.ts';

/** Returns the path of the item's page, or of its entry on the page of its section. */
export const pagePath = ({ type, id }: { type: ItemType; id: string }): string =>
  `/${contentTypes[type].section}${hasPage(type) ? '/' : '#'}${id}`;

/** Returns the address of an endpoint. Missing parameters leave their placeholders in the path. */
export function endpointUrl(baseUrl: string, name: EndpointName, params: Record<string, string | number> = {}): string {
  return baseUrl + endpoints[name].http.path.replace(/\{(\w+)\}/g, (slot, key: string) => String(params[key] ?? slot));
}

/** Returns the address of the item's page. If the media room hides the item, falls back to its text, source or list. */
export function itemUrl(baseUrl: string, item: StoredItem): string {
  if (isVisibleOn('mediaRoom')(item)) return baseUrl + pagePath(item);
  if (item.type === 'article') return endpointUrl(baseUrl, 'articleMarkdown', { id: item.id });
  return item.canonicalUrl ?? endpointUrl(baseUrl, contentTypes[item.type].list);
}

/** Returns true if the item has a Markdown page, which hidden items do not have. */
export const hasMarkdownPage = (item: StoredItem): boolean =>
  hasPage(item.type) && isVisibleOn('mediaRoom')(item) && isVisibleOn('api')(item);

/** Returns the address of the item's Markdown page, or else of the item. */
export const itemMarkdownUrl = (baseUrl: string, item: StoredItem): string =>
  hasMarkdownPage(item) ? baseUrl + markdownPath(pagePath(item)) : itemUrl(baseUrl, item);

/** Returns the address of a picture, which may be a file below content/media. */
export const pictureUrl = (baseUrl: string, picture: string): string =>
  picture.startsWith('media/') ? `${baseUrl}/${picture}` : picture;

export const itemPicture = (item: StoredItem): string | undefined => item.image ?? item.thumbnailUrl;

/** Folder of the players that other sites embed. */
export const embedFolder = '/embed/';
export const embedPath = ({ id }: { id: string }): string => embedFolder + id;

/** Returns the path of the item's oEmbed document. */
export const oEmbedPath = (item: { id: string }): string => `${embedPath(item)}.json`;

/** Folder of the creator's pictures in other sizes, named by their content. */
export const pictureFolder = '/pictures/';

/** Folder of the preview pictures for shared links. */
export const cardFolder = '/cards/';

export const mediaKitZipPath = '/media-kit.zip';

export const sitemapMarkdown = '/sitemap.md';

/** Returns the path of the Markdown version of a page. */
export const markdownPath = (path: string): string => (path === '/' ? '/index.md' : `${path}.md`);

/** Folder of the static search bundles. Each is named after its oldest item, so that its address is stable. */
export const bundleFolder = '/_search/';

/** Returns the folder of the search bundle that contains a file; undefined for any other file. */
export const searchBundleFolder = (path: string): string | undefined =>
  path.startsWith(bundleFolder) ? path.slice(0, path.indexOf('/', bundleFolder.length)) : undefined;

export const searchEntry = '/pagefind-entry.json';

/** Returns true for files whose names change with their content: assets, resized pictures and search bundles. */
export const isNamedByContent = (path: string): boolean =>
  ['/_astro/', bundleFolder, pictureFolder].some((folder) => path.startsWith(folder)) && !path.endsWith(searchEntry);

/** Path of the machine-readable licence, which exists if the creator allows reprints. */
export const licensePath = '/license.xml';
