// Base addresses of relative links. The address of a feed is never one, since it may contain a personal key.
import { hasKeyInPath } from '#domain/private-addresses.ts';

export interface Bases {
  /** Page that the feed is about. */
  base: string | undefined;
  /** Address from which the feed was fetched. */
  address: string | undefined;
  /** Address of the feed as the feed states it. */
  self: string | undefined;
}

/** Returns the part of a feed address that can be public. */
export function publicBase(feedAddress: string | undefined): string | undefined {
  const url = feedAddress ? URL.parse(feedAddress) : null;
  return url ? url.origin + (hasKeyInPath(url) ? '/' : url.pathname) : undefined;
}

/** Returns the xml:base of an element, or undefined if it has none or if it is the address of the feed. */
export const explicitBase = (own: string | undefined, { base, address }: Bases): string | undefined =>
  own === base || (own !== undefined && publicBase(own) === publicBase(address)) ? undefined : own;
