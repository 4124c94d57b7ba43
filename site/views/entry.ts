// An item as a line or card of a list.
import { pagePath } from '#domain/links.ts';
import { itemDay, type Room, type RoomItem } from '#domain/room.ts';
import * as documents from '#domain/documents/items.ts';
import { detectOtherLanguage } from '#domain/text/script.ts';
import { listPicture } from '../release/artwork.ts';
import { dayOf, lengthOf, minuteOf, type Moment } from './dates.ts';
import { type Picture, pictureOf } from './picture.ts';
import { inList, type Say, wordsOf } from './words.ts';

/** A letter on one of the room's colours. */
export interface Tile {
  letter: string;
  isSecond: boolean;
}

/** The languages of an item and of its texts, whose letters may be of another script than the item's language. */
export interface Languages {
  /** Of the item, where it is not the room's. */
  language: string | undefined;
  /** Where it is not the item's. */
  titleLanguage: string | undefined;
  /** Where it is not the item's. */
  summaryLanguage: string | undefined;
}

export interface Entry extends Languages {
  type: RoomItem['type'];
  href: string;
  title: string;
  day: Moment;
  /** Small facts beside the date. */
  facts: string[];
  summary?: string | undefined;
  picture?: Picture | undefined;
  /** Stands where a picture would, until or unless there is one. */
  tile: Tile | undefined;
}

/** The item's is what the feed says, or what its letters show. */
export function languagesOf({ creator }: Room, { language, title, summary = '' }: RoomItem): Languages {
  const own = language ?? detectOtherLanguage(`${title} ${summary}`, creator.language) ?? creator.language;
  return {
    language: own === creator.language ? undefined : own,
    titleLanguage: detectOtherLanguage(title, own),
    summaryLanguage: detectOtherLanguage(summary, own),
  };
}

const numberLabel = (t: Say, { season, episode }: RoomItem): string | undefined =>
  inList(t, [
    season !== undefined && t('season', { number: season }),
    episode !== undefined && t('episode', { number: episode }),
  ]) || undefined;

function stateOf(room: Room, { type, status, isPlanned, date }: RoomItem): string | undefined {
  const t = wordsOf(room);
  if (isPlanned)
    return type === 'timeline' ? t('stream.upcoming') : t('stream.plannedFor', { when: minuteOf(room, date).text });
  const hasState = type === 'stream' && (status === 'live' || status === 'ended');
  return hasState ? t(`stream.${status}`) : undefined;
}

/** What sets the item apart, by type: reading time, number, length, state. */
export function factsOf(room: Room, item: RoomItem): string[] {
  const t = wordsOf(room);
  const { readingTimeMinutes } = documents.articleEntry(room, item);
  const facts = [
    item.type === 'article' && readingTimeMinutes > 0 && t('readingTime', { minutes: readingTimeMinutes }),
    item.type === 'article' && item.author !== room.creator.name && item.author,
    item.type === 'episode' && numberLabel(t, item),
    stateOf(room, item),
    item.durationSeconds && lengthOf(t, item.durationSeconds),
  ];
  return facts.filter((fact) => typeof fact === 'string');
}

export const tileOf = (title: string): Tile => {
  const letter = /[\p{L}\p{N}]\p{M}*/u.exec(title)?.[0].toLocaleUpperCase() ?? '';
  return { letter, isSecond: [...title].length % 3 === 0 };
};

export function entryOf(room: Room, item: RoomItem): Entry {
  const { named, isTile } = listPicture(room, item);
  const picture = pictureOf(room, named, '');
  return {
    type: item.type,
    href: pagePath(item),
    title: item.title,
    day: dayOf(room, itemDay(item)),
    facts: factsOf(room, item),
    summary: item.summary,
    picture,
    tile: picture || isTile ? tileOf(item.title) : undefined,
    ...languagesOf(room, item),
  };
}
