// The podcast as RSS, with what Apple's directory and the Podcast Standards Project ask for.
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

/** What a feed is made of. */
export interface PodcastSource {
  room: Room;
  bodyOf: ReadBody;
}

/** Podcasting 2.0, podcast:guid: of the address without its scheme. */
const guidNamespace = 'ead4c236-bf58-58c6-a2c6-a6b28d128cb6';
const podcastGuid = (address: string): string => uuidOfName(address.replace(/^\w+:\/\/|\/+$/g, ''), guidNamespace);

/** The podcast that most episodes name. */
function commonTitle(room: Room): string | undefined {
  const titles = episodesOf(room).flatMap(({ podcast }) => podcast || []);
  const groups = [...Map.groupBy(titles, (title) => title)];
  return groups.sort(([, a], [, b]) => b.length - a.length)[0]?.[0];
}

export const podcastTitle = (room: Room): string =>
  room.creator.podcast?.title ?? commonTitle(room) ?? room.creator.publication;

/** An episode is the same wherever the room moves. */
function podcastItem({ room, bodyOf }: PodcastSource, episode: RoomItem) {
  const entry = makeFeedEntry(room, episode, bodyOf);
  const { content: _, ...item } = rssItem(room, entry);
  return { ...item, guid: { value: episode.id, isPermaLink: false }, description: entry.html };
}

/** Around what stands for an episode; no text holds a tag of this name that is not escaped. */
const [begins, ends] = ['    <item>\n', '    </item>\n'];

/** A feed of one episode, before, at and after it. */
function splitAtItem(feed: string): [before: string, item: string, after: string] {
  const [from, to] = [feed.lastIndexOf(begins), feed.lastIndexOf(ends) + ends.length];
  return [feed.slice(0, from), feed.slice(from, to), feed.slice(to)];
}

/** Episodes by what they are made of: each takes a millisecond, and a room may have thousands. */
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

/** Listeners' apps pay the Lightning address as they play. */
function supportTags(room: Room) {
  const address = lightningAddress(room);
  if (!address) return {};
  const to = { name: xmlText(room.creator.name), type: 'lnaddress', address, split: 100 };
  return {
    fundings: [{ url: room.baseUrl + readPath(tipResource), display: xmlText(room.creator.name) }],
    values: [{ type: 'lightning', method: 'lnaddress', valueRecipients: [to] }],
  };
}

/** Of one episode or more. */
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
    // For the names that episodes use.
    items: episodes.slice(0, 1).map((episode) => podcastItem(source, episode)),
  });
  const [before, , after] = splitAtItem(feed);
  return withBooleanExplicit(before) + episodes.map((episode) => episodeXml(source, episode)).join('') + after;
}
