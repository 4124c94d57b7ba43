// The podcast as RSS, with what Apple's directory and the Podcast Standards Project ask for.
import { generateRssFeed } from 'feedsmith';
import { v5 as uuidOfName } from 'uuid';
import { lightningAddress, tipResource } from '#domain/access/tips.ts';
import { readPath } from '#domain/live-pages.ts';
import { perPart } from '#domain/lists/parts.ts';
import { creatorChangedAt, later, newestChange, type Room, type RoomItem } from '#domain/room.ts';
import { xmlText } from '#domain/text/markup.ts';
import { coverUrl, showPicture } from './covers.ts';
import { episodesOf, type FeedEntry } from './entries.ts';
import { channelLinks, inWordsOfToday, itemOf } from './rss.ts';

/** Podcasting 2.0, podcast:guid: of the address without its scheme. */
const guidNamespace = 'ead4c236-bf58-58c6-a2c6-a6b28d128cb6';
const guidOf = (address: string): string => uuidOfName(address.replace(/^\w+:\/\/|\/+$/g, ''), guidNamespace);

const titlesIn = perPart((episodes: RoomItem[]) =>
  Map.groupBy(
    episodes.flatMap(({ podcast }) => podcast || []),
    (title) => title,
  ),
);

/** The podcast that most episodes name. */
function commonTitle(room: Room): string | undefined {
  const counts = new Map<string, number>();
  for (const ofPart of titlesIn(episodesOf(room)))
    for (const [title, { length }] of ofPart) counts.set(title, (counts.get(title) ?? 0) + length);
  return [...counts].sort(([, a], [, b]) => b - a)[0]?.[0];
}

export const podcastTitle = (room: Room): string =>
  room.creator.podcast?.title ?? commonTitle(room) ?? room.creator.publication;

/** An episode is the same wherever the room moves. */
function episodeOf(room: Room, entry: FeedEntry) {
  const { content: _, ...item } = itemOf(room, entry);
  return { ...item, guid: { value: entry.item.id, isPermaLink: false }, description: entry.html };
}

function channelTags(room: Room, entries: FeedEntry[]) {
  const { podcast = {}, name } = room.creator;
  const { category = 'Society & Culture', subcategory, email } = podcast;
  const picture = showPicture(
    room,
    entries.map(({ item }) => item),
  );
  const image = picture && coverUrl(room, picture);
  return {
    itunes: {
      author: xmlText(name),
      explicit: entries.some(({ item }) => item.explicit),
      type: 'episodic',
      categories: [{ text: category, ...(subcategory && { categories: [{ text: subcategory }] }) }],
      ...(image && { image }),
      ...(email && { owner: { name: xmlText(name), email } }),
    },
    ...(image && { image: { url: image, title: xmlText(podcastTitle(room)), link: `${room.baseUrl}/episodes` } }),
  };
}

/** Listeners' apps pay the Lightning address as they play. */
function support(room: Room) {
  const address = lightningAddress(room);
  if (!address) return {};
  const to = { name: xmlText(room.creator.name), type: 'lnaddress', address, split: 100 };
  return {
    fundings: [{ url: room.baseUrl + readPath(tipResource), display: xmlText(room.creator.name) }],
    values: [{ type: 'lightning', method: 'lnaddress', valueRecipients: [to] }],
  };
}

export function podcastFeed(room: Room, entries: FeedEntry[], self: string): string {
  const { podcast = {}, oneLiner, language, name } = room.creator;
  const feed = generateRssFeed({
    title: xmlText(podcastTitle(room)),
    link: `${room.baseUrl}/episodes`,
    description: xmlText(podcast.description ?? oneLiner),
    language,
    copyright: xmlText(name),
    lastBuildDate: new Date(later(newestChange(entries.map(({ item }) => item)), creatorChangedAt(room.creator))),
    atom: { links: channelLinks(room, self) },
    ...channelTags(room, entries),
    podcast: {
      guid: guidOf(self),
      medium: 'podcast',
      ...support(room),
      locked: { value: true, ...(podcast.email && { owner: podcast.email }) },
    },
    items: entries.map((entry) => episodeOf(room, entry)),
  });
  return inWordsOfToday(feed);
}
