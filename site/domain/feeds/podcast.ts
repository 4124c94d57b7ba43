// The podcast as RSS, with what Apple's directory and the Podcast Standards Project ask for.
import { generateRssFeed } from 'feedsmith';
import { v5 as uuidOfName } from 'uuid';
import { pictureUrl } from '../links.ts';
import { indexUpdatedAt, type Room } from '../room.ts';
import { xmlText } from '../markup.ts';
import { episodesOf, type FeedEntry } from './entries.ts';
import { channelLinks, inWordsOfToday, itemOf } from './rss.ts';

/** Podcasting 2.0, podcast:guid: of the address without its scheme. */
const guidNamespace = 'ead4c236-bf58-58c6-a2c6-a6b28d128cb6';
const guidOf = (address: string): string => uuidOfName(address.replace(/^\w+:\/\/|\/+$/g, ''), guidNamespace);

/** The podcast that most episodes name. */
function commonTitle(room: Room): string | undefined {
  const counts = new Map<string, number>();
  for (const { podcast } of episodesOf(room)) if (podcast) counts.set(podcast, (counts.get(podcast) ?? 0) + 1);
  return [...counts].sort(([, a], [, b]) => b - a)[0]?.[0];
}

export const podcastTitle = (room: Room): string =>
  room.creator.podcast?.title ?? commonTitle(room) ?? room.creator.publication;

/** Directories want a square picture: the show's own, else an episode's, else what stands for the creator. */
function pictureOf({ creator, baseUrl }: Room, entries: FeedEntry[]): string | undefined {
  const file = creator.podcast?.image;
  if (file) return pictureUrl(baseUrl, `media/${file}`);
  const other = creator.logos?.[0] ?? creator.portrait;
  return entries.find(({ image }) => image)?.image ?? (other && pictureUrl(baseUrl, `media/${other.file}`));
}

/** An episode is the same wherever the room moves. */
function episodeOf(entry: FeedEntry) {
  const { content: _, ...item } = itemOf(entry);
  return { ...item, guid: { value: entry.item.id, isPermaLink: false }, description: entry.html };
}

function channelTags(room: Room, entries: FeedEntry[]) {
  const { podcast = {}, name } = room.creator;
  const { category = 'Society & Culture', subcategory, email } = podcast;
  const image = pictureOf(room, entries);
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

export function podcastFeed(room: Room, entries: FeedEntry[], self: string): string {
  const { podcast = {}, oneLiner, language, name } = room.creator;
  const feed = generateRssFeed({
    title: xmlText(podcastTitle(room)),
    link: `${room.baseUrl}/episodes`,
    description: xmlText(podcast.description ?? oneLiner),
    language,
    copyright: xmlText(name),
    lastBuildDate: new Date(indexUpdatedAt(room)),
    atom: { links: channelLinks(room, self) },
    ...channelTags(room, entries),
    podcast: {
      guid: guidOf(self),
      medium: 'podcast',
      locked: { value: true, ...(podcast.email && { owner: podcast.email }) },
    },
    items: entries.map(episodeOf),
  });
  return inWordsOfToday(feed);
}
