// Normalises addresses from feeds: absolute, http or https, public hosts only, encoded as RFC 3986 requires.
import type { Feed } from '#contract/schemas/content-files.ts';
import { isPossiblyPublicHost } from '../../../sidecar/outgoing/addresses.ts';
import type { FeedItem } from '../feed-document.ts';

/** Returns a web address that is safe to open in a browser, or undefined. */
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

/** Encodes characters that WHATWG URLs allow but RFC 3986 does not. */
function encodeStrictly(url: URL): string {
  const origin = url.origin;
  const rest = url.href.slice(origin.length);
  return origin + rest.replace(/[|^`{}[\]\\'"<>\s]|%(?![0-9a-f]{2})/gi, (sign) => `%${hexCode(sign)}`);
}
const hexCode = (sign: string): string => sign.charCodeAt(0).toString(16).toUpperCase().padStart(2, '0');

/** Returns the picture that a feed file in the content folder names in media/. */
export const ownPicture = (item: FeedItem, feed: Pick<Feed, 'file'>): string | undefined =>
  feed.file ? item.mediaFile : undefined;
