// An item as a line or card of a list.
import { itemPicture, pagePath } from '#domain/links.ts';
import type { Room, RoomItem } from '#domain/room.ts';
import * as documents from '#domain/documents/items.ts';
import { dayOf, lengthOf, minuteOf, type Moment } from './dates.ts';
import { type Picture, pictureOf } from './picture.ts';

export interface Entry {
  type: RoomItem['type'];
  href: string;
  title: string;
  day: Moment;
  /** Small facts beside the date. */
  facts: string[];
  summary?: string | undefined;
  picture?: Picture | undefined;
  /** Of the item, where it is not the room's. */
  language?: string | undefined;
}

export const typeNames: Record<RoomItem['type'], string> = {
  article: 'Article',
  episode: 'Episode',
  stream: 'Stream',
  video: 'Video',
  timeline: 'Timeline',
};

export const languageOf = (room: Room, item: RoomItem): string | undefined =>
  item.language && item.language !== room.creator.language ? item.language : undefined;

const numberLabel = ({ season, episode }: RoomItem): string | undefined =>
  [season !== undefined && `Season ${season}`, episode !== undefined && `Episode ${episode}`]
    .filter(Boolean)
    .join(', ') || undefined;

const streamState = (room: Room, { status, startsAt }: RoomItem): string | undefined => {
  if (status === 'upcoming') return startsAt ? `Planned for ${minuteOf(room, startsAt).text}` : 'Planned';
  return status === 'live' ? 'Live' : undefined;
};

/** What sets the item apart, by type: reading time, number, length, state. */
export function factsOf(room: Room, item: RoomItem): string[] {
  const { readingTimeMinutes } = documents.articleEntry(room, item);
  const facts = [
    item.type === 'article' && readingTimeMinutes > 0 && `${readingTimeMinutes} min read`,
    item.type === 'article' && item.author !== room.creator.name && item.author,
    item.type === 'episode' && numberLabel(item),
    item.type === 'stream' && streamState(room, item),
    item.durationSeconds && lengthOf(item.durationSeconds),
  ];
  return facts.filter((fact) => typeof fact === 'string');
}

export const entryOf = (room: Room, item: RoomItem): Entry => ({
  type: item.type,
  href: pagePath(item),
  title: item.title,
  day: dayOf(room, item.date),
  facts: factsOf(room, item),
  summary: item.summary,
  picture: pictureOf(room, itemPicture(item), ''),
  language: languageOf(room, item),
});
