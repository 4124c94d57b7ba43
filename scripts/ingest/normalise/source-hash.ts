// Hashes of the source version of an item. A different hash means that the item was edited.
import { sha256 } from '#domain/ids.ts';
import { decodePercents } from '#domain/text/decode.ts';
import type { ItemEnclosure, FeedDocument, FeedItem } from '../feed-document.ts';
import { isCounter } from './pixels.ts';

/**
 * Hashes the raw fields, so that changes of the normaliser do not send items back to review. Fields that change
 * without an edit are left out: counters, the modification time, and the build time that calendars use as the
 * publication date. Adding a field here sends every known item back to review; add it to the digest below instead.
 */
export function sourceHash(item: FeedItem): string {
  const { guid, link, title, html, summary, author, categories, podcast, event, live } = item;
  const published = event ? undefined : item.published;
  const files = item.enclosures.map(({ url, type }) => [url, type]);
  return sha256(
    JSON.stringify([guid, link, title, html, summary, published, author, categories, files, podcast, event, live]),
  );
}

/** Digests the fields that the hash leaves out and the fields of the channel that apply to each item. */
export function unhashedDigest(item: FeedItem, { language }: FeedDocument): string {
  const { image, mediaFile, video, alternates = [], enclosures, authors, sharedFrom, isReply, isSensitive } = item;
  const values = [
    isCounter(image) ? undefined : lastingPath(image),
    mediaFile,
    (item.language ?? language)?.trim().toLowerCase(),
    [video.id, lastingPath(video.playerUrl), lastingPath(video.thumbnailUrl), video.duration],
    alternates.map(({ url, type, height }) => [fileName(url), type, height]),
    enclosures.map(roundedDuration),
    // Added only if present, so that the digests of other items stay the same.
    ...(authors || sharedFrom !== undefined ? [authors, sharedFrom] : []),
    ...(isReply || isSensitive ? [isReply, isSensitive] : []),
  ];
  return sha256(JSON.stringify(values)).slice(0, 12);
}

const roundedDuration = ({ durationSeconds }: ItemEnclosure): number | undefined =>
  durationSeconds === undefined ? undefined : Math.round(durationSeconds);

/**
 * Returns the part of an address that stays the same while signatures, hosts or proxies change: its path, or the path
 * of an address that it contains.
 */
function lastingPath(address: string | undefined): string | undefined {
  if (!address) return undefined;
  const inner = decodePercents(address)
    .split(/(?=https?:\/)/i)
    .at(-1)!;
  return URL.parse(inner)?.pathname ?? inner.replace(/[?#].*/s, '');
}

/** Returns the file name only, since services that count listeners put other hosts into the path. */
const fileName = (address: string): string | undefined => lastingPath(address)?.split('/').at(-1);
