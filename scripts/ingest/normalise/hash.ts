// A fingerprint of what a source says about an item: a new one means an edit at the source.
import { sha256 } from '#domain/ids.ts';
import type { FeedItem } from '../feed-document.ts';

/**
 * Made of the raw facts, so that a better normaliser brings nothing back for review. Left out is what changes without an
 * edit: counters, the time of the last change, and the build time that calendars write into the date of publication.
 */
export function sourceHash(item: FeedItem): string {
  const { guid, link, title, html, summary, author, categories, podcast, event, live } = item;
  const published = event ? undefined : item.published;
  const files = item.enclosures.map(({ url, type }) => [url, type]);
  return sha256(
    JSON.stringify([guid, link, title, html, summary, published, author, categories, files, podcast, event, live]),
  );
}
