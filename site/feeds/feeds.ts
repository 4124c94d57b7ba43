// Lists the feeds of the room for the head of every page, and renders them.
import { generateAtomFeed, generateJsonFeed } from 'feedsmith';
import { type Artifact, createArtifact, type ReadBody, mediaTypes } from '#domain/release/artifact.ts';
import { episodesOf, newestEntries, podcastSize, findEnclosure, type FeedEntry } from './entries.ts';
import { podcastFeed } from './podcast.ts';
import { podcastTitle } from './show.ts';
import { rssFeed, channelLinks } from './rss.ts';
import { sha256 } from '#domain/ids.ts';
import { digestItems, memoizeByRoom, indexUpdatedAt, type Room } from '#domain/room.ts';
import { licensePath } from '#domain/links.ts';
import { xmlText } from '#domain/text/markup.ts';

function jsonItem({ item, ...entry }: FeedEntry) {
  const enclosure = findEnclosure(item);
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

/** Renders JSON Feed 1.1. */
function jsonFeed(room: Room, entries: FeedEntry[], self: string): string {
  const { creator, baseUrl } = room;
  const feed = generateJsonFeed({
    title: creator.publication,
    home_page_url: `${baseUrl}/`,
    feed_url: self,
    description: creator.oneLiner,
    language: creator.language,
    authors: [{ name: creator.name, url: `${baseUrl}/` }],
    ...(creator.webSubHub && { hubs: [{ type: 'WebSub', url: creator.webSubHub }] }),
    items: entries.map(jsonItem),
  });
  return JSON.stringify(feed);
}

function atomEntry({ item, ...entry }: FeedEntry) {
  const enclosure = findEnclosure(item);
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

/** Renders Atom 1.0. */
const atomFeed = (room: Room, entries: FeedEntry[], self: string): string =>
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
    entries: entries.map(atomEntry),
  });

export interface FeedLink {
  path: string;
  type: string;
  title: string;
}

const paths = { rss: '/feed.xml', atom: '/atom.xml', jsonFeed: '/feed.json', podcast: '/podcast.xml' };

/** Returns the feeds of the room. The result is cached, because every page needs it. */
export const feedLinks = memoizeByRoom((room): FeedLink[] => {
  const title = room.creator.publication;
  return [
    { path: paths.rss, type: 'application/rss+xml', title: `${title} (RSS)` },
    { path: paths.atom, type: 'application/atom+xml', title: `${title} (Atom)` },
    { path: paths.jsonFeed, type: 'application/feed+json', title: `${title} (JSON Feed)` },
    ...(episodesOf(room).length > 0
      ? [{ path: paths.podcast, type: 'application/rss+xml', title: `${podcastTitle(room)} (podcast)` }]
      : []),
  ];
});

/** Returns the podcast feed if the room has one. Episodes that are hidden from programs are not in it. */
export const podcastLink = (room: Room): FeedLink | undefined =>
  feedLinks(room).find(({ path }) => path === paths.podcast);

export function feedFiles(room: Room, bodyOf: ReadBody): Artifact[] {
  const newest = newestEntries(room, bodyOf);
  const episodes = episodesOf(room).slice(0, podcastSize);
  const file = (path: string, type: string, body: () => string, inputs?: string): Artifact =>
    createArtifact(path, type, indexUpdatedAt(room), body, inputs);
  const podcastInputs = room.frame && sha256(room.frame + digestItems(episodes));
  const podcast = () => podcastFeed({ room, bodyOf }, episodes, room.baseUrl + paths.podcast);
  return [
    file(paths.rss, mediaTypes.rss, () => rssFeed(room, newest, room.baseUrl + paths.rss)),
    file(paths.atom, mediaTypes.atom, () => atomFeed(room, newest, room.baseUrl + paths.atom)),
    file(paths.jsonFeed, mediaTypes.jsonFeed, () => jsonFeed(room, newest, room.baseUrl + paths.jsonFeed)),
    ...(episodes.length > 0 ? [file(paths.podcast, mediaTypes.rss, podcast, podcastInputs)] : []),
  ];
}
