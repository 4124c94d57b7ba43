// What the feeds tell of an item, whatever their format.
import { contentTypes } from '#contract/content-types.ts';
import { textPriceSats } from '#domain/access/access.ts';
import type { ReadBody } from '#domain/release/artifact.ts';
import { firstMatching } from '#domain/arrays.ts';
import { memoizeByObject } from '#domain/memoize.ts';
import { freelyListedNow } from '../release/free-slice.ts';
import { hasMarkdownPage, itemPicture, pagePath, pictureUrl } from '#domain/links.ts';
import { renderMarkdown } from '#domain/text/markdown.ts';
import { memoizeByItem, itemChangedAt, type Room, type RoomItem } from '#domain/room.ts';
import { escapeMarkup, xmlText } from '#domain/text/markup.ts';

/** Newest items of the feeds that are about everything. */
const feedSize = 50;
/** Apps forget an episode that a feed names no more; Apple's directory reads as many. */
export const podcastSize = 2000;

export interface FeedEntry {
  item: RoomItem;
  url: string;
  title: string;
  summary: string | undefined;
  /** Safe HTML, whole; only the summary where the text has a price. */
  html: string;
  author: string;
  published: Date;
  updated: Date;
  image: string | undefined;
}

const notice = (priceSats: number): string => `<p>The whole text has a price: ${priceSats} sats.</p>`;

function renderEntryHtml(room: Room, item: RoomItem, bodyOf: ReadBody): string {
  const summary = item.summary ? `<p>${escapeMarkup(item.summary)}</p>` : '';
  const priceSats = textPriceSats(room.access, item);
  if (priceSats !== undefined) return summary + notice(priceSats);
  return renderMarkdown(bodyOf(item), room.baseUrl).trim() || summary;
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

const makeEntryOnce = memoizeByItem(makeFeedEntry);

/** Everything that has a page, newest first. */
export const newestEntries = (room: Room, bodyOf: ReadBody): FeedEntry[] =>
  firstMatching(freelyListedNow(room), feedSize, hasMarkdownPage).map((item) => makeEntryOnce(room, item, bodyOf));

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

/** One file, since podcast directories read no more. A length that is not known is 0, as RSS 2.0 readers take it. */
export function findEnclosure(item: RoomItem): FeedEnclosure | undefined {
  const { audioUrl, audioBytes = 0, audioType = 'audio/mpeg' } = item;
  if (audioUrl !== undefined) return { url: audioUrl, length: audioBytes, type: audioType };
  const { videoUrl, videoBytes = 0, videoType = 'video/mp4' } = item;
  return videoUrl === undefined ? undefined : { url: videoUrl, length: videoBytes, type: videoType };
}
