// Fingerprints of what a source says about an item: when one of them is another, the item was edited.
import { sha256 } from '#domain/ids.ts';
import type { FeedEnclosure, FeedDocument, FeedItem } from '../feed-document.ts';
import { isCounter } from './pixels.ts';

/**
 * Made from the raw fields, so that improving the normaliser does not send items back for review. Fields that change
 * without an edit are left out: counters, the last-modified time, and the build time that calendars use as the
 * publication date. What is added here sends every known item back: it belongs into the fingerprint below.
 */
export function sourceHash(item: FeedItem): string {
  const { guid, link, title, html, summary, author, categories, podcast, event, live } = item;
  const published = event ? undefined : item.published;
  const files = item.enclosures.map(({ url, type }) => [url, type]);
  return sha256(
    JSON.stringify([guid, link, title, html, summary, published, author, categories, files, podcast, event, live]),
  );
}

/** Of what the hash leaves out, and of the channel what counts for each of its items. */
export function unhashedDigest(item: FeedItem, { language }: FeedDocument): string {
  const { image, mediaFile, video, alternates = [], enclosures, authors, sharedFrom } = item;
  const said = [
    isCounter(image) ? undefined : lastingPath(image),
    mediaFile,
    (item.language ?? language)?.trim().toLowerCase(),
    [video.id, lastingPath(video.playerUrl), lastingPath(video.thumbnailUrl), video.duration],
    alternates.map(({ url, type, height }) => [fileName(url), type, height]),
    enclosures.map(roundedDuration),
    // Most items have neither, and their fingerprint stays as it was.
    ...(authors || sharedFrom !== undefined ? [authors, sharedFrom] : []),
  ];
  return sha256(JSON.stringify(said)).slice(0, 12);
}

const roundedDuration = ({ durationSeconds }: FeedEnclosure): number | undefined =>
  durationSeconds === undefined ? undefined : Math.round(durationSeconds);

/**
 * What stays of an address while its signature, its host of many or the service in front of it changes: the path, of an
 * address that another one holds.
 */
function lastingPath(address: string | undefined): string | undefined {
  if (!address) return undefined;
  const inner = decodeIfPossible(address).split(/(?=https?:\/)/i).at(-1)!; // prettier-ignore
  return URL.parse(inner)?.pathname ?? inner.replace(/[?#].*/s, '');
}

/** Services that count listeners put themselves and the host into the path. */
const fileName = (address: string): string | undefined => lastingPath(address)?.split('/').at(-1);

function decodeIfPossible(address: string): string {
  try {
    return decodeURIComponent(address);
  } catch {
    return address;
  }
}
