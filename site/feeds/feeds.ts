// The feeds of the room: where they are, for the head of every page, and what they say.
import { madeOnceOfList, oncePerRoom } from '#domain/items/made-once.ts';
import { type Artifact, artifact, type BodyOf, mediaTypes } from '#domain/release/artifact.ts';
import { atomFeed } from './atom.ts';
import { episodesOf, newestEntries, podcastSize } from './entries.ts';
import { jsonFeed } from './json.ts';
import { podcastFeed, podcastTitle, type Source } from './podcast.ts';
import { rssFeed } from './rss.ts';
import { indexUpdatedAt, type Room, type RoomItem } from '#domain/room.ts';

export interface FeedLink {
  path: string;
  type: string;
  title: string;
}

const paths = { rss: '/feed.xml', atom: '/atom.xml', jsonFeed: '/feed.json', podcast: '/podcast.xml' };

/** Every page asks. */
export const feedLinks = oncePerRoom((room): FeedLink[] => {
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

/** The podcast feed, if the room has one: episodes that are hidden from programs are not in it. */
export const podcastLink = (room: Room): FeedLink | undefined =>
  feedLinks(room).find(({ path }) => path === paths.podcast);

const podcastOf = madeOnceOfList((episodes: RoomItem[], source: Source) =>
  podcastFeed(source, episodes, source.room.baseUrl + paths.podcast),
);

export function feedFiles(room: Room, bodyOf: BodyOf): Artifact[] {
  const newest = newestEntries(room, bodyOf);
  const episodes = episodesOf(room).slice(0, podcastSize);
  const file = (path: string, type: string, text: string): Artifact =>
    artifact(path, type, indexUpdatedAt(room), () => text);
  return [
    file(paths.rss, mediaTypes.rss, rssFeed(room, newest, room.baseUrl + paths.rss)),
    file(paths.atom, mediaTypes.atom, atomFeed(room, newest, room.baseUrl + paths.atom)),
    file(paths.jsonFeed, mediaTypes.jsonFeed, jsonFeed(room, newest, room.baseUrl + paths.jsonFeed)),
    ...(episodes.length > 0
      ? [file(paths.podcast, mediaTypes.rss, podcastOf({ frame: room.frame, room, bodyOf }, paths.podcast, episodes))]
      : []),
  ];
}
