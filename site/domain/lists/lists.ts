// Every list of the API, whole; the documents hold the first 1000, the sidecar reads the rest.
import * as items from '../documents/items.ts';
import { type Room, type RoomItem, visibleOn } from '../room.ts';

export type Lists = ReturnType<typeof listsOf>;

export function listsOf(room: Room) {
  const shown = room.items.filter(visibleOn('api'));
  const of = (...types: RoomItem['type'][]) => shown.filter((item) => types.includes(item.type));
  return {
    contentIndex: shown.map((item) => items.contentItem(room, item)),
    articles: of('article').map((item) => items.articleEntry(room, item)),
    episodes: of('episode').map((item) => items.episode(room, item)),
    streamVideos: of('stream', 'video').map((item) => items.streamVideo(room, item)),
    timelineEntries: of('timeline').map((item) => items.timelineEntry(room, item)),
  };
}
