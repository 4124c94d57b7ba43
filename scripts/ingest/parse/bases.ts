// Base addresses of relative links. The address of a feed is never one, since it may contain a personal key.
import { hasKeyInPath } from '#domain/private-addresses.ts';
import type { FeedItem } from '../feed-document.ts';
import { elementHtml } from './tree.ts';
import type { XmlElement } from './xml.ts';

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

/** Returns the xml:base of an element, or undefined if it has none of its own or if it is the address of the feed. */
function explicitBase(xmlBase: string | undefined, { base, address }: Bases): string | undefined {
  const isFeedAddress = xmlBase !== undefined && publicBase(xmlBase) === publicBase(address);
  return xmlBase === base || isFeedAddress ? undefined : xmlBase;
}

/** Returns the body of an item with its base, and its summary; without a body, the summary takes its place. */
export function readTexts(
  item: XmlElement,
  body: XmlElement | undefined,
  summary: XmlElement | undefined,
  bases: Bases,
): Pick<FeedItem, 'html' | 'summary' | 'base'> {
  const html = elementHtml(body);
  const base = explicitBase(((html ? body : summary) ?? item).base, bases);
  return html ? { html, summary: elementHtml(summary), base } : { html: elementHtml(summary), base };
}
