// Atom 1.0: everything new.
import { generateAtomFeed } from 'feedsmith';
import { licensePath } from '#domain/links.ts';
import { indexUpdatedAt, type Room } from '#domain/room.ts';
import { xmlText } from '#domain/text/markup.ts';
import { enclosureOf, type FeedEntry } from './entries.ts';
import { channelLinks } from './rss.ts';

function entryOf({ item, ...entry }: FeedEntry) {
  const enclosure = enclosureOf(item);
  return {
    id: entry.url,
    title: { value: entry.title },
    updated: entry.updated,
    published: entry.published,
    authors: [{ name: entry.author }],
    links: [
      { href: entry.url, rel: 'alternate', type: 'text/html' },
      ...(enclosure ? [{ href: enclosure.url, rel: 'enclosure', type: enclosure.type, length: enclosure.length }] : []),
    ],
    categories: item.keywords.map((term) => ({ term: xmlText(term) })),
    ...(entry.summary && { summary: { value: entry.summary } }),
    content: { type: 'html', value: entry.html },
  };
}

export const atomFeed = (room: Room, entries: FeedEntry[], self: string): string =>
  generateAtomFeed({
    id: self,
    title: { value: xmlText(room.creator.publication) },
    subtitle: { value: xmlText(room.creator.oneLiner) },
    updated: new Date(indexUpdatedAt(room)),
    authors: [{ name: xmlText(room.creator.name), uri: `${room.baseUrl}/` }],
    links: [
      ...channelLinks(room, self, 'application/atom+xml'),
      { href: `${room.baseUrl}/`, rel: 'alternate', type: 'text/html' },
      ...(room.creator.syndication?.available
        ? [{ href: room.baseUrl + licensePath, rel: 'license', type: 'application/rsl+xml' }]
        : []),
    ],
    entries: entries.map(entryOf),
  });
