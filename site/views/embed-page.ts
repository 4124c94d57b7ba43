// Prepares the player of an item for an iframe in another page.
import type { SectionName } from '#contract/content-types.ts';
import { itemPicture, pagePath } from '#domain/links.ts';
import type { Room, RoomItem } from '#domain/room.ts';
import { deckView } from './deck.ts';
import { pageFrame } from './frame.ts';
import { namedPicture } from './picture.ts';
import { audioFile, videoFile } from './playback.ts';

/** Prepares the page. Search engines do not index it, because the item has its own page. */
export function embedView(room: Room, sections: SectionName[], item: RoomItem) {
  const { t, head, language, direction, publication } = pageFrame(room, sections, {
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
    picture: namedPicture(room, itemPicture(item), ''),
    audio: audioFile(room, item),
    video: videoFile(room, item),
    deck: deckView(room, item, room.baseUrl + pagePath(item)),
  };
}
