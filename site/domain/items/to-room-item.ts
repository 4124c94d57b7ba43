// Converts the content of an item file to an item of the room.
import type { Creator } from '#contract/schemas/content-files.ts';
import type { StoredItem } from '#contract/schemas/stored-item.ts';
import { findGuestsInNotes } from '../guests.ts';
import { utcTime } from '../instants.ts';
import { matchThemes } from '../lists/themes.ts';
import { findCreatorPerson, isNamed } from '../names.ts';
import { itemDay, type RoomItem } from '../room.ts';
import { findPictures } from '../text/body-pictures.ts';
import { languageTag } from '../text/language-tag.ts';
import { countWords } from '../text/word-count.ts';
import { type ItemFile, missingDate } from './item-file.ts';

/** Normalizes the values of an item: instants in UTC, keywords in lower case, a valid language tag. */
function normalizeItem<T extends StoredItem>(item: T): T {
  const instants = (['date', 'updatedAt', 'approvedAt', 'startsAt', 'endsAt'] as const)
    .filter((name) => item[name] !== undefined)
    .map((name) => [name, utcTime(item[name]!)]);
  const keywords = [...new Set(item.keywords.map((word) => word.toLowerCase()))];
  const { language, endDate, ...others } = item;
  const tag = languageTag(language);
  return {
    ...others,
    ...Object.fromEntries(instants),
    keywords,
    ...(endDate && { endDate: `${endDate.slice(0, 10)}T00:00:00Z` }),
    ...(tag && { language: tag }),
  };
}

/** Replaces other names of the creator, or of a member, by their name. */
function withCreatorName<T extends StoredItem>({ author, persons, ...item }: T, creator: Creator) {
  const namedPersons = persons?.map((one) => ({ ...one, name: findCreatorPerson(creator, one.name) ?? one.name }));
  const isOwn = author === undefined || isNamed(creator, author);
  return { ...item, ...(!isOwn && { author }), ...(namedPersons && { persons: namedPersons }) };
}

/** Maximum number of pictures of a timeline entry. */
const maxPictures = 20;

/** Returns the date by which an item is listed; that of a stream is not before its start. */
const findListedDate = ({ type, startsAt }: StoredItem, date: string): string =>
  type === 'stream' && startsAt && Date.parse(startsAt) > Date.parse(date) ? startsAt : date;

/** Converts the content of an item file, whose SHA-256 is `hash`, to an item of the room. Throws if it has no date. */
export function toRoomItem({ item, body }: ItemFile, hash: string, creator: Creator): RoomItem {
  const { type, date } = item;
  if (date === undefined) throw new Error(missingDate);
  const listedDate = findListedDate(item, date);
  const storedItem = withCreatorName(normalizeItem({ ...item, date: listedDate }), creator);
  const day = listedDate.slice(0, 10);
  const pictures = type === 'timeline' ? findPictures(body).slice(0, maxPictures) : [];
  const notedGuests = type === 'article' || type === 'timeline' ? [] : findGuestsInNotes(body);
  return {
    ...storedItem,
    ...(day !== itemDay(storedItem) && { day }),
    themeIds: matchThemes(storedItem, creator),
    ...(notedGuests.length > 0 && { notedGuests }),
    hash,
    wordCount: countWords(body),
    ...(pictures.length > 0 && { pictures }),
  };
}
