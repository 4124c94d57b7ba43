// Addresses that relative links are resolved with: never the address of a feed, which may hold a personal key.
import { hasKeyInPath } from '#domain/private-addresses.ts';

export interface Bases {
  /** The page that the feed is about. */
  base: string | undefined;
  /** The address that the feed was found at. */
  address: string | undefined;
  /** The address of the feed, in its own words. */
  self: string | undefined;
}

/** The part of a feed's address that may be public. */
export function publicBase(feedAddress: string | undefined): string | undefined {
  const url = feedAddress ? URL.parse(feedAddress) : null;
  return url ? url.origin + (hasKeyInPath(url) ? '/' : url.pathname) : undefined;
}

/** The xml:base of an element; undefined if it has none, or if that is the address of the feed. */
export const explicitBase = (own: string | undefined, { base, address }: Bases): string | undefined =>
  own === base || (own !== undefined && publicBase(own) === publicBase(address)) ? undefined : own;
