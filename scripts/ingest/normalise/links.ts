// Addresses that may leave a feed: absolute, http or https, to no private place, spelled as RFC 3986 wants it.
import type { Feed } from '#contract/schemas/content-files.ts';
import { isPossiblyPublicHost } from '../../../sidecar/outgoing/addresses.ts';
import type { FeedItem } from '../feed-document.ts';

/** A web address that a visitor's browser may follow; undefined for anything else. */
export function webAddress(address: string | undefined, base?: string): string | undefined {
  const trimmed = address?.trim();
  const url = trimmed && trimmed.length <= 4096 ? URL.parse(trimmed, base) : null;
  if (!url) return undefined;
  if (url.protocol !== 'http:' && url.protocol !== 'https:') return undefined;
  if (!isPossiblyPublicHost(url.hostname)) return undefined;
  url.username = '';
  url.password = '';
  return encodeStrictly(url);
}

/** WHATWG URLs leave some characters as they are that RFC 3986 wants encoded. */
function encodeStrictly(url: URL): string {
  const origin = url.origin;
  const rest = url.href.slice(origin.length);
  return origin + rest.replace(/[|^`{}[\]\\'"<>\s]|%(?![0-9a-f]{2})/gi, (sign) => `%${hexCode(sign)}`);
}
const hexCode = (sign: string): string => sign.charCodeAt(0).toString(16).toUpperCase().padStart(2, '0');

/** A feed file in the content folder may name pictures that lie beside it in media/; they stay as they are named. */
export const ownPicture = (item: FeedItem, feed: Pick<Feed, 'file'>): string | undefined =>
  feed.file ? item.mediaFile : undefined;
