// Everything that a room is made of, as the build reads it: the creator, what is published, and where it is served.
import { type RateClass, ratesPerMinute } from '#contract/limits.ts';
import type { AccessFile, CallCounts, Creator, TimelineFile } from '#contract/schemas/content-files.ts';
import type { Segment } from '#contract/schemas/transcripts.ts';
import type { ItemType } from '#contract/content-types.ts';
import type { StoredItem } from '#contract/schemas/stored-item.ts';
import { itemId, sha256 } from './ids.ts';
import { utcTime } from './instants.ts';
import type { ItemFile } from './items/item-file.ts';
import { memoizeByObject } from './memo.ts';
import { isCreatorName } from './names.ts';
import { foldWord, splitWords } from './search/words.ts';
import { languageTag } from './text/language-tag.ts';
import { truncateWhole } from './text/unseen.ts';
import { countWords } from './text/word-count.ts';

/** By an address over http: where pages load it from, an https address or a file below content/media. */
export type MediaReplacements = Readonly<Record<string, string>>;

/** A published item; its body stays in its file until something needs it. */
export interface RoomItem extends StoredItem {
  /** YYYY-MM-DD in the offset that the source states, where that is not the day in UTC. */
  day?: string;
  /** Its time has not come. */
  isPlanned?: true;
  themeIds: string[];
  /** SHA-256 of the item's file, hex. */
  hash: string;
  /** Words of the body. */
  wordCount: number;
  /** The transcript: the one that the creator approved, else the publisher's. */
  spoken?: Segment[];
  /** What pages load in the place of addresses over http. */
  places?: MediaReplacements;
  /** Addresses of pictures that are not to be had, and that no page, document or feed shows. */
  lost?: readonly string[];
  isPublishersTranscript?: true;
}

/** A picture below content/media. */
export interface MediaFile {
  file: string;
  width: number;
  height: number;
  bytes: number;
  type: string;
  sha256: string;
  /** The file holds a camera's notes or CMYK colours: a copy without them is published, and `bytes` and `sha256` describe that copy. */
  hasNotes?: true;
  /** Whether parts of it may be seen through. */
  hasAlpha?: true;
  /** Of what can be seen through: nearly lost on a page as dark or as light. */
  tone?: 'dark' | 'light';
  /** What the creator says of how it is cut. */
  frame?: PictureFrame;
  /** Its other sizes are encoded once the release is live: until then it is shown as it is. */
  isWaiting?: true;
}

/** In percent of the picture. */
export interface PictureFrame {
  crop?: { left: number; top: number; width: number; height: number };
  /** Stays in view where the picture is cut to another shape. */
  focus?: { x: number; y: number };
}

export interface RetractedItem {
  id: string;
  type: ItemType;
  /** RFC 3339. */
  retractedAt: string;
}

/** A recording that the room has copied. */
export type RecordingFile = Omit<MediaFile, 'width' | 'height'>;

/** What ingest leaves in content/.build, beside the items. */
export interface RoomFacts {
  /** Newest first. */
  retracted?: RetractedItem[];
  /** When the content last changed, RFC 3339; without it, what the items say. @spec-gap content-date */
  contentAt?: string;
  creator: Creator;
  access: AccessFile;
  media: MediaFile[];
  recordings?: RecordingFile[];
  /** Pages show copies of pictures, and load none from elsewhere. */
  copiesPictures?: boolean;
  /** Calls of the API in the 30 days before the build. */
  calls: CallCounts;
}

export interface PublicFacts extends RoomFacts {
  /** Without a slash at the end. */
  baseUrl: string;
  /** Made of mock data. */
  sandbox?: boolean;
  /** A Nexus is run beside the room. */
  nexus?: boolean;
  /** Requests a minute, where they are not the defaults. */
  rates?: Record<RateClass, number>;
}

export interface Room extends PublicFacts {
  /** Hash of everything besides the items that shapes what is built. */
  frame?: string;
  /** Published, newest first, ties by id. */
  items: RoomItem[];
}

export const rateLimit = ({ rates = ratesPerMinute }: Pick<PublicFacts, 'rates'>, rate: RateClass): number =>
  rates[rate];

export const newestFirst = (a: { date: string; id: string }, b: { date: string; id: string }): number =>
  a.date < b.date ? 1 : a.date > b.date ? -1 : a.id < b.id ? -1 : 1;

/** Calendar day of the item. @spec-gap dates */
export const itemDay = ({ day, date }: Pick<RoomItem, 'day' | 'date'>): string => day ?? date.slice(0, 10);

type Surface = 'mediaRoom' | 'api';

export const isVisibleOn = (surface: Surface) => (item: StoredItem) => !item.hiddenOn?.includes(surface);

const surfaces = {
  mediaRoom: memoizeByObject((items: RoomItem[]) => items.filter(isVisibleOn('mediaRoom'))),
  api: memoizeByObject((items: RoomItem[]) => items.filter(isVisibleOn('api'))),
};

/** The items that a surface shows. */
export const itemsOn = (surface: Surface, items: RoomItem[]): RoomItem[] => surfaces[surface](items);

/** Lists that were narrowed, by the names of the types. */
const narrowed = memoizeByObject((_: RoomItem[]) => new Map<string, RoomItem[]>());

/** Those of these types, in the same order. */
export function itemsOfType(items: RoomItem[], ...types: ItemType[]): RoomItem[] {
  const known = narrowed(items);
  const name = types.join();
  if (!known.has(name))
    known.set(
      name,
      items.filter(({ type }) => types.includes(type)),
    );
  return known.get(name)!;
}

/** RFC 3339 instant of the item's newest change. */
export const itemChangedAt = ({ approvedAt = '', updatedAt = '', date }: StoredItem): string =>
  (approvedAt > updatedAt ? approvedAt : updatedAt) || date;

/** What is made of creator.json alone is as old as it says. */
export const creatorChangedAt = ({ updatedAt = '1970-01-01' }: Pick<Creator, 'updatedAt'>): string =>
  `${updatedAt}T00:00:00Z`;

export const latest = (a: string, b: string): string => (a > b ? a : b);

/** Changes with everything that outputs show of an item. */
export const itemInputs = ({ hash, themeIds }: Pick<RoomItem, 'hash' | 'themeIds'>): string => `${hash} ${themeIds}`;

/** When one of the items was changed last, RFC 3339; empty where there are none. */
export const newestChange = memoizeByObject((items: RoomItem[]): string => items.map(itemChangedAt).reduce(latest, ''));

export const indexUpdatedAt = ({ contentAt, items, creator }: Room): string =>
  contentAt ?? latest(newestChange(items), creatorChangedAt(creator));

/** What the creator may write in several ways: instants become UTC, keywords lower case. */
function inOneForm(item: StoredItem): StoredItem {
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

/** What stands under another name of the creator's is theirs. */
function inOwnName({ author, persons, ...item }: StoredItem, creator: Creator): StoredItem {
  const named = persons?.map((one) => (isCreatorName(creator, one.name) ? { ...one, name: creator.name } : one));
  const isOwn = author === undefined || isCreatorName(creator, author);
  return { ...item, ...(!isOwn && { author }), ...(named && { persons: named }) };
}

/** An item of a file whose SHA-256 is `hash`, as the room has it. */
export function toRoomItem({ item: written, body }: ItemFile, hash: string, creator: Creator): RoomItem {
  const { type, date, startsAt = date } = written;
  const isLater = type === 'stream' && Date.parse(startsAt) > Date.parse(date);
  // A stream is listed under its start.
  const item = isLater ? { ...written, date: startsAt } : written;
  const stored = inOwnName(inOneForm(item), creator);
  const day = item.date.slice(0, 10);
  return {
    ...stored,
    ...(day !== itemDay(stored) && { day }),
    themeIds: matchThemes(stored, creator),
    hash,
    wordCount: countWords(body),
  };
}

/** The creator's own timeline.json as items; a date to come counts as changed when the creator last approved their file. */
export function timelineItems(file: TimelineFile, creatorUpdatedAt = '1970-01-01'): RoomItem[] {
  return file.entries.map(({ id, date, endDate, description, url, keywords = [], ...entry }) => ({
    ...entry,
    id: itemId(id ?? entry.title, `timeline\n${id ?? `${entry.title}\n${date}`}`),
    type: 'timeline',
    date: `${date}T00:00:00Z`,
    approvedAt: `${date < creatorUpdatedAt ? date : creatorUpdatedAt}T00:00:00Z`,
    ...(endDate && { endDate: `${endDate}T00:00:00Z` }),
    ...(description && { summary: shorten(description, 300) }),
    ...(url && { canonicalUrl: url }),
    keywords,
    themeIds: [],
    hash: sha256(JSON.stringify([entry, date, endDate, description, url, keywords])),
    wordCount: 0,
  }));
}

/** Cut between words, with an ellipsis, to at most `max` characters. */
export function shorten(text: string, max: number): string {
  if (text.length <= max) return text;
  const cut = text.slice(0, max - 1);
  const kept = truncateWhole(cut, Math.max(cut.lastIndexOf(' '), max / 2));
  return `${kept.trimEnd()}…`;
}

const spaced = (text: string): string => ` ${splitWords(text).map(foldWord).join(' ')} `;

/** Whether the words stand in the text side by side, whatever their case and accents. */
export const containsWords = (text: string, words: string): boolean => spaced(text).includes(spaced(words));

/** Themes of creator.json that an item's keywords or title belong to, joined with those set by hand. */
export function matchThemes(item: StoredItem, creator: Creator): string[] {
  const keywords = new Set(item.keywords);
  const matching = creator.themes.filter(
    (theme) =>
      theme.keywords.some((word) => keywords.has(word.toLowerCase())) ||
      theme.words?.some((word) => containsWords(item.title, word)),
  );
  return [...new Set([...(item.themeIds ?? []), ...matching.map((theme) => theme.id)])].sort();
}

/** Calls `make` once for each room. */
export const memoizeByRoom = <V>(make: (room: Room) => V): ((room: Room) => V) => memoizeByObject(make);

/** Calls `make` once for each item of a room. */
export function memoizeByItem<V, Rest extends unknown[]>(
  make: (room: Room, item: RoomItem, ...rest: Rest) => V,
): (room: Room, item: RoomItem, ...rest: Rest) => V {
  const resultsOf = memoizeByRoom(() => new Map<RoomItem, V>());
  return (room, item, ...rest) => {
    const results = resultsOf(room);
    let value = results.get(item);
    if (value === undefined) results.set(item, (value = make(room, item, ...rest)));
    return value;
  };
}
