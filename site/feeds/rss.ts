// Renders RSS 2.0 with the newest items. Episodes have podcast tags.
import { generateRssFeed } from 'feedsmith';
import { omitUndefined } from '#domain/omit-undefined.ts';
import { indexUpdatedAt, type Room, type RoomItem } from '#domain/room.ts';
import { xmlText } from '#domain/text/markup.ts';
import { contentTypes } from '#contract/content-types.ts';
import { itemPicture } from '#domain/links.ts';
import { withAllCaptionFormats } from '#domain/transcripts/hosted-transcripts.ts';
import { type FeedEntry, findEnclosure } from './entries.ts';
import { coverUrl } from './covers.ts';

function itunesTags(room: Room, { item, author }: FeedEntry) {
  const { durationSeconds, season, episode, episodeType, explicit } = item;
  // Covers exist only for episodes. Pictures of other recordings have any shape.
  const picture = contentTypes[item.type].isPodcast ? itemPicture(item) : undefined;
  // Apple's directory refuses other numbers than 1, 2, 3 …
  const isCounted = Number.isInteger(episode) && episode! > 0;
  return {
    author,
    ...omitUndefined({
      explicit,
      duration: durationSeconds && Math.round(durationSeconds),
      image: picture && coverUrl(room, picture),
      season,
      episode: isCounted ? episode : undefined,
      episodeType,
    }),
  };
}

function podcastTags(room: Room, item: RoomItem) {
  const { season, episode, transcripts, chaptersUrl, persons } = item;
  return {
    ...(transcripts && { transcripts: withAllCaptionFormats(transcripts, room, item) }),
    ...(chaptersUrl && { chapters: { url: chaptersUrl, type: 'application/json+chapters' } }),
    ...(persons && {
      persons: persons.map(({ name, role, href }) => ({ display: xmlText(name), role, href })),
    }),
    ...(season !== undefined && { season: { number: season } }),
    ...(episode !== undefined && { episode: { number: episode } }),
  };
}

function recordingTags(room: Room, entry: FeedEntry) {
  const enclosure = findEnclosure(entry.item);
  if (!enclosure) return {};
  return { enclosures: [enclosure], itunes: itunesTags(room, entry), podcast: podcastTags(room, entry.item) };
}

/** Returns links to the feed itself and its hub, as WebSub and validators expect. */
export const channelLinks = ({ creator }: Room, self: string, type = 'application/rss+xml') => [
  { href: self, rel: 'self', type },
  ...(creator.webSubHub ? [{ href: creator.webSubHub, rel: 'hub' }] : []),
];

export const rssItem = (room: Room, entry: FeedEntry) => ({
  title: entry.title,
  link: entry.url,
  guid: { value: entry.url, isPermaLink: true },
  pubDate: entry.published,
  ...(entry.summary && { description: entry.summary }),
  categories: entry.item.keywords.map((name) => ({ name: xmlText(name) })),
  content: { encoded: entry.html },
  dc: { creators: [entry.author] },
  ...recordingTags(room, entry),
});

/** Replaces yes and no by true and false, as Apple's directory and the Podcast Standards Project require. */
export const withBooleanExplicit = (xml: string): string =>
  xml.replace(/(<itunes:explicit>)(yes|no)</g, (_, tag, word) => `${tag}${word === 'yes'}<`);

export const rssFeed = (room: Room, entries: FeedEntry[], self: string): string =>
  withBooleanExplicit(
    generateRssFeed({
      title: xmlText(room.creator.publication),
      link: `${room.baseUrl}/`,
      description: xmlText(room.creator.oneLiner),
      language: room.creator.language,
      copyright: xmlText(room.creator.name),
      lastBuildDate: new Date(indexUpdatedAt(room)),
      atom: { links: channelLinks(room, self) },
      items: entries.map((entry) => rssItem(room, entry)),
    }),
  );
