// The player of an item alone, for a frame in another page.
import type { SectionName } from '#contract/content-types.ts';
import { itemPicture, pagePath } from '#domain/links.ts';
import type { Room, RoomItem } from '#domain/room.ts';
import { deckOf } from './deck.ts';
import { frame } from './frame.ts';
import { pictureOf } from './picture.ts';
import { audioOf, videoOf } from './playback.ts';

/** Not for search engines: they have the item's own page. */
export function embedView(room: Room, shelves: SectionName[], item: RoomItem) {
  const { t, head, language, direction, publication } = frame(room, shelves, {
    title: item.title,
    hasMarkdown: false,
  });
  return {
    t,
    head,
    language: item.language ?? language,
    direction,
    publication,
    title: item.title,
    picture: pictureOf(room, itemPicture(item), ''),
    audio: audioOf(room, item),
    video: videoOf(room, item),
    deck: deckOf(room, item, room.baseUrl + pagePath(item)),
  };
}
