// Chapters of an episode whose source has no file of them, as a file of the room: podcast apps read no other.
import { type Room, type RoomItem, isVisibleOn } from '../room.ts';

export const chaptersPath = ({ id }: { id: string }): string => `/chapters/${id}.json`;

const hasOnlyInlineChapters = ({ chapters = [], chaptersUrl }: RoomItem): boolean =>
  chapters.length > 0 && chaptersUrl === undefined;

/** The address of the room's own file, where the source gives none. */
export const withHostedChapters = ({ baseUrl }: Pick<Room, 'baseUrl'>, item: RoomItem): RoomItem =>
  hasOnlyInlineChapters(item) ? { ...item, chaptersUrl: baseUrl + chaptersPath(item) } : item;

/** Whether its chapters have an address here. */
export const hasHostedChapters = ({ baseUrl }: Room, item: RoomItem): boolean =>
  item.chaptersUrl === baseUrl + chaptersPath(item) && (isVisibleOn('api')(item) || isVisibleOn('mediaRoom')(item));

/** https://github.com/Podcastindex-org/podcast-namespace/blob/main/docs/examples/chapters/jsonChapters.md */
export const chaptersFile = ({ chapters = [] }: RoomItem): string =>
  JSON.stringify({
    version: '1.2.0',
    chapters: chapters.map(({ startSeconds: startTime, title, url }) => ({ startTime, title, ...(url && { url }) })),
  });
