// Prepares items for feeds of any format.
import { contentTypes } from '#contract/content-types.ts';
import { teaserNote, textPriceSats } from '#domain/access/access.ts';
import type { ReadBody } from '#domain/release/artifact.ts';
import { firstMatching } from '#domain/arrays.ts';
import { memoizeByObject, memoizeLast } from '#domain/memoize.ts';
import { freelyListedNow } from '../release/free-slice.ts';
import { hasMarkdownPage, itemPicture, pagePath, pictureUrl } from '#domain/links.ts';
import { renderMarkdown } from '#domain/text/markdown.ts';
import { itemChangedAt, type Room, type RoomItem } from '#domain/room.ts';
import { escapeMarkup, xmlText } from '#domain/text/markup.ts';

/** Number of items in the general feeds. */
const feedSize = 50;
/**
 * Number of episodes in the podcast feed. Apps drop episodes that a feed no longer names; Apple's directory reads this
 * many.
 */
export const podcastSize = 2000;

export interface FeedEntry {
  item: RoomItem;
  url: string;
  title: string;
  summary: string | undefined;
  /** Complete text as safe HTML, or only the summary if the text has a price. */
  html: string;
  author: string;
  published: Date;
  updated: Date;
  image: string | undefined;
}

const notice = (priceSats: number): string => `<p>The full text has a price: ${priceSats} sats.</p>`;

function renderEntryHtml(room: Room, item: RoomItem, bodyOf: ReadBody): string {
  const summary = item.summary ? `<p>${escapeMarkup(item.summary)}</p>` : '';
  const priceSats = textPriceSats(room.access, item);
  if (priceSats !== undefined) return summary + notice(priceSats);
  const html = renderMarkdown(bodyOf(item), room.baseUrl).trim();
  // Readers resolve links to anchors in different ways.
  const text = html.replaceAll('<a href="#', `<a href="${room.baseUrl}${pagePath(item)}#`) || summary;
  return item.access === 'source' ? `${text}<p>${teaserNote}</p>` : text;
}

export function makeFeedEntry(room: Room, item: RoomItem, bodyOf: ReadBody): FeedEntry {
  const picture = itemPicture(item);
  return {
    item,
    url: room.baseUrl + pagePath(item),
    title: xmlText(item.title),
    summary: item.summary && xmlText(item.summary),
    html: xmlText(renderEntryHtml(room, item, bodyOf)),
    author: xmlText(item.author ?? room.creator.name),
    published: new Date(item.date),
    updated: new Date(itemChangedAt(item)),
    image: picture && pictureUrl(room.baseUrl, picture),
  };
}

/** Builds in the same process share the entries of unchanged items. */
const makeEntryOnce = memoizeLast((item: RoomItem, room: Room, bodyOf: ReadBody) => makeFeedEntry(room, item, bodyOf));

/** Returns the newest items that have a page, newest first. */
export const newestEntries = (room: Room, bodyOf: ReadBody): FeedEntry[] =>
  firstMatching(freelyListedNow(room), feedSize, hasMarkdownPage).map((item) =>
    makeEntryOnce(room.frame, item, room, bodyOf),
  );

const filterRecordings = memoizeByObject((items: RoomItem[]) =>
  items.filter(
    (item) => contentTypes[item.type].isPodcast && findEnclosure(item) !== undefined && hasMarkdownPage(item),
  ),
);

export const episodesOf = (room: Room): RoomItem[] => filterRecordings(freelyListedNow(room));

export interface FeedEnclosure {
  url: string;
  length: number;
  type: string;
}

/**
 * Returns the recording of an item. There is only one, because podcast directories read no more. An unknown length is
 * 0, as RSS 2.0 readers expect.
 */
export function findEnclosure(item: RoomItem): FeedEnclosure | undefined {
  const { audioUrl, audioBytes = 0, audioType = 'audio/mpeg' } = item;
  if (audioUrl !== undefined) return { url: audioUrl, length: audioBytes, type: audioType };
  const { videoUrl, videoBytes = 0, videoType = 'video/mp4' } = item;
  return videoUrl === undefined ? undefined : { url: videoUrl, length: videoBytes, type: videoType };
}
