// JSON Feed 1.1: everything new.
import { generateJsonFeed } from 'feedsmith';
import type { Room } from '#domain/room.ts';
import { enclosureOf, type FeedEntry } from './entries.ts';

function itemOf({ item, ...entry }: FeedEntry) {
  const enclosure = enclosureOf(item);
  const attachment = enclosure && {
    url: enclosure.url,
    mime_type: enclosure.type,
    ...(enclosure.length > 0 && { size_in_bytes: enclosure.length }),
    ...(item.durationSeconds !== undefined && { duration_in_seconds: item.durationSeconds }),
  };
  return {
    id: entry.url,
    url: entry.url,
    title: entry.title,
    content_html: entry.html,
    ...(entry.summary && { summary: entry.summary }),
    ...(entry.image && { image: entry.image }),
    date_published: entry.published,
    date_modified: entry.updated,
    authors: [{ name: entry.author }],
    ...(item.keywords.length > 0 && { tags: item.keywords }),
    ...(item.language && { language: item.language }),
    ...(attachment && { attachments: [attachment] }),
  };
}

export function jsonFeed(room: Room, entries: FeedEntry[], self: string): string {
  const { creator, baseUrl } = room;
  const feed = generateJsonFeed({
    title: creator.publication,
    home_page_url: `${baseUrl}/`,
    feed_url: self,
    description: creator.oneLiner,
    language: creator.language,
    authors: [{ name: creator.name, url: `${baseUrl}/` }],
    ...(creator.webSubHub && { hubs: [{ type: 'WebSub', url: creator.webSubHub }] }),
    items: entries.map(itemOf),
  });
  return JSON.stringify(feed);
}
