// RSS 2.0: everything new, with the tags of a podcast on episodes.
import { generateRssFeed } from 'feedsmith';
import { indexUpdatedAt, type Room } from '#domain/room.ts';
import { xmlText } from '#domain/text/markup.ts';
import { episodeTags } from './episode-tags.ts';
import type { FeedEntry } from './entries.ts';

/** The feed itself and its hub, as WebSub and every validator look for them. */
export const channelLinks = ({ creator }: Room, self: string, type = 'application/rss+xml') => [
  { href: self, rel: 'self', type },
  ...(creator.webSubHub ? [{ href: creator.webSubHub, rel: 'hub' }] : []),
];

export const itemOf = (room: Room, entry: FeedEntry) => ({
  title: entry.title,
  link: entry.url,
  guid: { value: entry.url, isPermaLink: true },
  pubDate: entry.published,
  ...(entry.summary && { description: entry.summary }),
  categories: entry.item.keywords.map((name) => ({ name: xmlText(name) })),
  content: { encoded: entry.html },
  dc: { creators: [entry.author] },
  ...episodeTags(room, entry),
});

/** Apple's directory and the Podcast Standards Project take true and false alone. */
export const inWordsOfToday = (xml: string): string =>
  xml.replace(/(<itunes:explicit>)(yes|no)</g, (_, tag, word) => `${tag}${word === 'yes'}<`);

export const rssFeed = (room: Room, entries: FeedEntry[], self: string): string =>
  inWordsOfToday(
    generateRssFeed({
      title: xmlText(room.creator.publication),
      link: `${room.baseUrl}/`,
      description: xmlText(room.creator.oneLiner),
      language: room.creator.language,
      copyright: xmlText(room.creator.name),
      lastBuildDate: new Date(indexUpdatedAt(room)),
      atom: { links: channelLinks(room, self) },
      items: entries.map((entry) => itemOf(room, entry)),
    }),
  );
