// An item as a line or card of a list.
import { pagePath } from '#domain/links.ts';
import { itemDay, type Room, type RoomItem } from '#domain/room.ts';
import * as documents from '#domain/documents/items.ts';
import { detectOtherLanguage } from '#domain/text/script.ts';
import { pictureInList } from '../release/artwork.ts';
import { formatDay, formatDuration, formatMinute, type FormattedDate } from './dates.ts';
import { type PictureView, namedPicture } from './picture.ts';
import { joinList, type Translate, translatorOfRoom } from './translate.ts';

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

export interface EntryView extends Languages {
  type: RoomItem['type'];
  href: string;
  title: string;
  day: FormattedDate;
  /** Small facts beside the date. */
  facts: string[];
  summary?: string | undefined;
  picture?: PictureView | undefined;
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

const numberLabel = (t: Translate, { season, episode }: RoomItem): string | undefined =>
  joinList(t, [
    season !== undefined && t('season', { number: season }),
    episode !== undefined && t('episode', { number: episode }),
  ]) || undefined;

function itemState(room: Room, { type, status, isPlanned, date }: RoomItem): string | undefined {
  const t = translatorOfRoom(room);
  if (isPlanned)
    return type === 'timeline' ? t('stream.upcoming') : t('stream.plannedFor', { when: formatMinute(room, date).text });
  const hasState = type === 'stream' && (status === 'live' || status === 'ended');
  return hasState ? t(`stream.${status}`) : undefined;
}

/** What sets the item apart, by type: reading time, number, length, state. */
export function itemFacts(room: Room, item: RoomItem): string[] {
  const t = translatorOfRoom(room);
  const { readingTimeMinutes } = documents.articleEntry(room, item);
  const facts = [
    item.type === 'article' && readingTimeMinutes > 0 && t('readingTime', { minutes: readingTimeMinutes }),
    item.type === 'article' && item.author !== room.creator.name && item.author,
    item.type === 'episode' && numberLabel(t, item),
    itemState(room, item),
    item.durationSeconds && formatDuration(t, item.durationSeconds),
  ];
  return facts.filter((fact) => typeof fact === 'string');
}

export const tileFor = (title: string): Tile => {
  const letter = /[\p{L}\p{N}]\p{M}*/u.exec(title)?.[0].toLocaleUpperCase() ?? '';
  return { letter, isSecond: [...title].length % 3 === 0 };
};

export function entryView(room: Room, item: RoomItem): EntryView {
  const { named, isTile } = pictureInList(room, item);
  const picture = namedPicture(room, named, '');
  return {
    type: item.type,
    href: pagePath(item),
    title: item.title,
    day: formatDay(room, itemDay(item)),
    facts: itemFacts(room, item),
    summary: item.summary,
    picture,
    tile: picture || isTile ? tileFor(item.title) : undefined,
    ...languagesOf(room, item),
  };
}
