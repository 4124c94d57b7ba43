// Where things are: pages of the media room, files of the creator, endpoints filled with parameters.
import { type EndpointName, endpoints } from '#contract/endpoints.ts';
import type { ItemType, StoredItem } from '#contract/schemas/stored-item.ts';

export const sections = { article: 'articles', episode: 'episodes', stream: 'videos', video: 'videos' } as const;

/** Path of the item's page; a timeline entry is a place on the timeline. */
export const pagePath = (item: { type: ItemType; id: string }): string =>
  item.type === 'timeline' ? `/timeline#${item.id}` : `/${sections[item.type]}/${item.id}`;

/** Address of an endpoint; parameters fill the path, what is not given stays a template. */
export function endpointUrl(baseUrl: string, name: EndpointName, params: Record<string, string | number> = {}): string {
  return baseUrl + endpoints[name].path.replace(/\{(\w+)\}/g, (slot, key: string) => String(params[key] ?? slot));
}

/** An address as it is, or a file of content/media as an address of the room. */
export const pictureUrl = (baseUrl: string, picture: string): string =>
  picture.startsWith('media/') ? `${baseUrl}/${picture}` : picture;

export const itemPicture = (item: StoredItem): string | undefined => item.image ?? item.thumbnailUrl;
