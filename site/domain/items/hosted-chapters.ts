// Chapter files that the room hosts for podcast apps, if the source of an episode has none.
import { type Room, type RoomItem, isVisibleOn } from '../room.ts';

export const chaptersPath = ({ id }: { id: string }): string => `/chapters/${id}.json`;

const hasOnlyInlineChapters = ({ chapters = [], chaptersUrl }: RoomItem): boolean =>
  chapters.length > 0 && chaptersUrl === undefined;

/** Adds the address of the hosted chapters file, if the source has none. */
export const withHostedChapters = ({ baseUrl }: Pick<Room, 'baseUrl'>, item: RoomItem): RoomItem =>
  hasOnlyInlineChapters(item) ? { ...item, chaptersUrl: baseUrl + chaptersPath(item) } : item;

/** Returns true if the room hosts the chapters of the item. */
export const hasHostedChapters = ({ baseUrl }: Pick<Room, 'baseUrl'>, item: RoomItem): boolean =>
  item.chaptersUrl === baseUrl + chaptersPath(item) && (isVisibleOn('api')(item) || isVisibleOn('mediaRoom')(item));

/** https://github.com/Podcastindex-org/podcast-namespace/blob/main/docs/examples/chapters/jsonChapters.md */
export const chaptersFile = ({ chapters = [] }: RoomItem): string =>
  JSON.stringify({
    version: '1.2.0',
    chapters: chapters.map(({ startSeconds: startTime, title, url }) => ({ startTime, title, ...(url && { url }) })),
  });
