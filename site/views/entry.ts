// Prepares an item as a row or card of a list.
import { pagePath } from '#domain/links.ts';
import { itemDay, type Room, type RoomItem } from '#domain/room.ts';
import * as documents from '#domain/documents/items.ts';
import { detectOtherLanguage } from '#domain/text/script.ts';
import { pictureInList } from '../release/artwork.ts';
import { formatDay, formatDuration, formatMinute } from './dates.ts';
import { namedPicture } from './picture.ts';
import { joinList, type Translate, translatorOfRoom } from './translate.ts';

/** Letter on one of the room's colours. */
export interface Tile {
  letter: string;
  hasSecondColour: boolean;
}

/**
 * Returns the language of an item, if it is not the room's, and those of its texts, if they are not the item's. That of
 * the item comes from the feed, or from the script of its texts.
 */
export function languagesOf({ creator }: Room, { language, title, summary = '' }: RoomItem) {
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

/** Number of words below which a text, such as a caption, has no reading time. */
const fewestWordsToRead = 50;

function itemState(room: Room, { type, status, isPlanned, date }: RoomItem): string | undefined {
  const t = translatorOfRoom(room);
  if (status === 'cancelled' || status === 'moved') return t(`event.${status}`);
  if (isPlanned)
    return type === 'timeline' ? t('stream.upcoming') : t('stream.plannedFor', { when: formatMinute(room, date).text });
  const hasState = type === 'stream' && (status === 'live' || status === 'ended');
  return hasState ? t(`stream.${status}`) : undefined;
}

const hasReadingTime = ({ type, access, wordCount }: RoomItem): boolean =>
  type === 'article' && access === undefined && wordCount >= fewestWordsToRead;

const hasOtherAuthor = ({ creator }: Room, { type, author }: RoomItem): boolean =>
  type === 'article' && author !== creator.name;

/** Returns facts about an item, depending on its type: reading time, number, duration, state. */
export function itemFacts(room: Room, item: RoomItem): string[] {
  const t = translatorOfRoom(room);
  const { readingTimeMinutes } = documents.articleEntry(room, item);
  const facts = [
    item.access === 'source' && t('item.forSubscribers'),
    hasReadingTime(item) && t('readingTime', { minutes: readingTimeMinutes }),
    item.kind && t(`kind.${item.kind}`),
    hasOtherAuthor(room, item) && item.author,
    item.type === 'episode' && numberLabel(t, item),
    (item.episodeType === 'trailer' || item.episodeType === 'bonus') && t(`episodeType.${item.episodeType}`),
    item.isShort && t('video.short'),
    itemState(room, item),
    item.durationSeconds && formatDuration(t, item.durationSeconds),
  ];
  return facts.filter((fact) => typeof fact === 'string');
}

export const tileFor = (title: string): Tile => {
  const letter = /[\p{L}\p{N}]\p{M}*/u.exec(title)?.[0].toLocaleUpperCase() ?? '';
  return { letter, hasSecondColour: [...title].length % 3 === 0 };
};

export type EntryView = ReturnType<typeof entryView>;

export function entryView(room: Room, item: RoomItem) {
  const { picture: named, isTile } = pictureInList(room, item);
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
