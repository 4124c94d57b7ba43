// Renders the podcast as RSS, according to Apple's directory and the Podcast Standards Project.
import { LRUCache } from 'lru-cache';
import { generateRssFeed } from 'feedsmith';
import { v5 as uuidOfName } from 'uuid';
import { lightningAddress, tipResource } from '#domain/access/tips.ts';
import { readPath } from '#domain/live-pages.ts';
import { creatorChangedAt, latest, newestChange, type Room, type RoomItem, itemInputs } from '#domain/room.ts';
import { xmlText } from '#domain/text/markup.ts';
import type { ReadBody } from '#domain/release/artifact.ts';
import { coverUrl, findShowPicture } from './covers.ts';
import { episodesOf, makeFeedEntry } from './entries.ts';
import { channelLinks, withBooleanExplicit, rssItem } from './rss.ts';

/** Room and texts that a feed is made from. */
export interface PodcastSource {
  room: Room;
  bodyOf: ReadBody;
}

/** Namespace of podcast:guid (Podcasting 2.0), which is derived from the address without its scheme. */
const guidNamespace = 'ead4c236-bf58-58c6-a2c6-a6b28d128cb6';
const podcastGuid = (address: string): string => uuidOfName(address.replace(/^\w+:\/\/|\/+$/g, ''), guidNamespace);

/** Returns the podcast that most episodes name. */
function commonTitle(room: Room): string | undefined {
  const titles = episodesOf(room).flatMap(({ podcast }) => podcast || []);
  const groups = [...Map.groupBy(titles, (title) => title)];
  return groups.sort(([, a], [, b]) => b.length - a.length)[0]?.[0];
}

export const podcastTitle = (room: Room): string =>
  room.creator.podcast?.title ?? commonTitle(room) ?? room.creator.publication;

/** Returns the RSS item of an episode. Its guid is independent of the address of the room. */
function podcastItem({ room, bodyOf }: PodcastSource, episode: RoomItem) {
  const entry = makeFeedEntry(room, episode, bodyOf);
  const { content: _, ...item } = rssItem(room, entry);
  return { ...item, guid: { value: episode.id, isPermaLink: false }, description: entry.html };
}

/** Tags around an episode. Texts contain no unescaped tag of this name. */
const begins = '    <item>\n';
const ends = '    </item>\n';

/** Splits a feed into the parts before, in and after its only item. */
function splitAtItem(feed: string): [before: string, item: string, after: string] {
  const from = feed.lastIndexOf(begins);
  const to = feed.lastIndexOf(ends) + ends.length;
  return [feed.slice(0, from), feed.slice(from, to), feed.slice(to)];
}

/** XML of episodes by their inputs: rendering one takes a millisecond, and a room may have thousands. */
const cachedEpisodes = new LRUCache<string, string>({ max: 5000 });

function episodeXml(source: PodcastSource, episode: RoomItem): string {
  const { frame } = source.room;
  const inputs = frame && frame + episode.id + itemInputs(episode);
  const cached = inputs && cachedEpisodes.get(inputs);
  if (cached) return cached;
  const feed = generateRssFeed({ title: '', description: '', items: [podcastItem(source, episode)] });
  const xml = withBooleanExplicit(splitAtItem(feed)[1]);
  if (inputs) cachedEpisodes.set(inputs, xml);
  return xml;
}

function channelTags(room: Room, episodes: RoomItem[]) {
  const { podcast = {}, name } = room.creator;
  const { category = 'Society & Culture', subcategory, email } = podcast;
  const picture = findShowPicture(room, episodes);
  const image = picture && coverUrl(room, picture);
  return {
    itunes: {
      author: xmlText(name),
      explicit: episodes.some(({ explicit }) => explicit),
      type: 'episodic',
      categories: [{ text: category, ...(subcategory && { categories: [{ text: subcategory }] }) }],
      ...(image && { image }),
      ...(email && { owner: { name: xmlText(name), email } }),
    },
    ...(image && { image: { url: image, title: xmlText(podcastTitle(room)), link: `${room.baseUrl}/episodes` } }),
  };
}

/** Returns the tags with the Lightning address, which listeners' apps pay while they play. */
function supportTags(room: Room) {
  const address = lightningAddress(room);
  if (!address) return {};
  const to = { name: xmlText(room.creator.name), type: 'lnaddress', address, split: 100 };
  return {
    fundings: [{ url: room.baseUrl + readPath(tipResource), display: xmlText(room.creator.name) }],
    values: [{ type: 'lightning', method: 'lnaddress', valueRecipients: [to] }],
  };
}

/** Renders the feed of at least one episode. */
export function podcastFeed(source: PodcastSource, episodes: RoomItem[], self: string): string {
  const { room } = source;
  const { podcast = {}, oneLiner, language, name } = room.creator;
  const feed = generateRssFeed({
    title: xmlText(podcastTitle(room)),
    link: `${room.baseUrl}/episodes`,
    description: xmlText(podcast.description ?? oneLiner),
    language,
    copyright: xmlText(name),
    lastBuildDate: new Date(latest(newestChange(episodes), creatorChangedAt(room.creator))),
    atom: { links: channelLinks(room, self) },
    ...channelTags(room, episodes),
    podcast: {
      guid: podcastGuid(self),
      medium: 'podcast',
      ...supportTags(room),
      locked: { value: true, ...(podcast.email && { owner: podcast.email }) },
    },
    // One episode is included so that the namespaces are declared.
    items: episodes.slice(0, 1).map((episode) => podcastItem(source, episode)),
  });
  const [before, , after] = splitAtItem(feed);
  return withBooleanExplicit(before) + episodes.map((episode) => episodeXml(source, episode)).join('') + after;
}
