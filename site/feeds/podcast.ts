// Renders the podcast as RSS, according to Apple's directory and the Podcast Standards Project.
import { LRUCache } from 'lru-cache';
import { generateRssFeed } from 'feedsmith';
import type { Channel } from '#contract/schemas/content-files.ts';
import { lightningAddress, tipResource } from '#domain/access/tips.ts';
import { readPath } from '#domain/live-pages.ts';
import { creatorChangedAt, latest, newestChange, type Room, type RoomItem, itemInputs } from '#domain/room.ts';
import { xmlText } from '#domain/text/markup.ts';
import type { ReadBody } from '#domain/release/artifact.ts';
import { coverUrl, findShowPicture } from './covers.ts';
import { podcastTitle, showFacts } from './show.ts';
import { makeFeedEntry } from './entries.ts';
import { channelLinks, withBooleanExplicit, rssItem } from './rss.ts';

/** Room and texts that a feed is made from. */
export interface PodcastSource {
  room: Room;
  bodyOf: ReadBody;
}

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
  const inputs = frame && episode.id + itemInputs(source.room, episode);
  const cached = inputs && cachedEpisodes.get(inputs);
  if (cached) return cached;
  const feed = generateRssFeed({ title: '', description: '', items: [podcastItem(source, episode)] });
  const xml = withBooleanExplicit(splitAtItem(feed)[1]);
  if (inputs) cachedEpisodes.set(inputs, xml);
  return xml;
}

function channelTags(room: Room, show: Channel, episodes: RoomItem[]) {
  const picture = findShowPicture(room, episodes);
  const image = picture && coverUrl(room, picture);
  const { categories = [], owner, type } = show;
  const statedValues = [show, ...episodes].flatMap(({ explicit }) => explicit ?? []);
  return {
    itunes: {
      author: xmlText(room.creator.name),
      ...(statedValues.length > 0 && { explicit: show.explicit ?? statedValues.some(Boolean) }),
      ...(type && { type }),
      categories: categories.map(({ name, subcategory }) => ({
        text: xmlText(name),
        ...(subcategory && { categories: [{ text: xmlText(subcategory) }] }),
      })),
      ...(image && { image }),
      ...(owner && { owner: { name: owner.name && xmlText(owner.name), email: owner.email } }),
    },
    ...(image && { image: { url: image, title: xmlText(podcastTitle(room)), link: `${room.baseUrl}/episodes` } }),
  };
}

/** Returns the links for donations, and the Lightning address, which listeners' apps pay while they play. */
function supportTags(room: Room, { funding = [] }: Channel) {
  const name = xmlText(room.creator.name);
  const address = lightningAddress(room);
  const links = funding.map(({ url, label }) => ({ url, display: label ? xmlText(label) : name }));
  if (!address) return links.length > 0 ? { fundings: links } : {};
  const to = { name, type: 'lnaddress', address, split: 100 };
  return {
    fundings: [...links, { url: room.baseUrl + readPath(tipResource), display: name }],
    values: [{ type: 'lightning', method: 'lnaddress', valueRecipients: [to] }],
  };
}

export function podcastFeed(source: PodcastSource, episodes: RoomItem[], self: string): string {
  const { room } = source;
  const { oneLiner, language, name } = room.creator;
  const show = showFacts(room, episodes);
  const feed = generateRssFeed({
    title: xmlText(podcastTitle(room)),
    link: `${room.baseUrl}/episodes`,
    description: xmlText(show.description ?? oneLiner),
    language: show.language ?? language,
    copyright: xmlText(show.copyright ?? name),
    lastBuildDate: new Date(latest(newestChange(episodes), creatorChangedAt(room.creator))),
    atom: { links: channelLinks(room, self) },
    ...channelTags(room, show, episodes),
    podcast: {
      ...(show.guid && { guid: show.guid }),
      medium: 'podcast',
      ...supportTags(room, show),
      locked: { value: true, ...(show.owner?.email && { owner: show.owner.email }) },
    },
    // One episode is included so that the namespaces are declared.
    items: episodes.slice(0, 1).map((episode) => podcastItem(source, episode)),
  });
  const [before, , after] = splitAtItem(feed);
  return withBooleanExplicit(before) + episodes.map((episode) => episodeXml(source, episode)).join('') + after;
}
