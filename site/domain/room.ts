// The room as the build reads it: the creator, the published items, and the address.
import { type RateClass, ratesPerMinute } from '#contract/limits.ts';
import type { AccessFile, CallCounts, ChannelsFile, Creator, TimelineFile } from '#contract/schemas/content-files.ts';
import type { Segment } from '#contract/schemas/transcripts.ts';
import type { ItemType } from '#contract/content-types.ts';
import type { StoredItem } from '#contract/schemas/stored-item.ts';
import { itemId, sha256 } from './ids.ts';
import { memoizeByObject } from './memoize.ts';
import type { BodyPicture } from './text/body-pictures.ts';
import { truncateWhole } from './text/invisible.ts';

/** Addresses that pages load instead of http addresses: an https address or a file below content/media. */
export type MediaReplacements = Readonly<Record<string, string>>;

/** A published item without its body, which is read from its file on demand. */
export interface RoomItem extends StoredItem {
  date: string;
  /** Calendar day (YYYY-MM-DD) in the offset of the source, if it differs from the day in UTC. */
  day?: string;
  /** Set if the date of the item is in the future. */
  isPlanned?: true;
  themeIds: string[];
  /** Guests whom the notes of a recording introduce. */
  notedGuests?: string[];
  /** SHA-256 of the item's file, hex. */
  hash: string;
  wordCount: number;
  /** Pictures in the body of a timeline entry, which has no page of its own. */
  pictures?: BodyPicture[];
  /** Transcript: the one that the creator approved, else the publisher's. */
  spoken?: Segment[];
  /** Addresses that pages load instead of the item's http addresses. */
  mediaReplacements?: MediaReplacements;
  /** Addresses of pictures that could not be fetched and are not shown anywhere. */
  lostPictures?: readonly string[];
  /** Set if `spoken` is the publisher's transcript. */
  hasPublisherTranscript?: true;
}

/** A picture below content/media. */
export interface MediaFile {
  file: string;
  width: number;
  height: number;
  bytes: number;
  type: string;
  sha256: string;
  /**
   * Set if the file has camera metadata or CMYK colours. A copy without them is published; `bytes` and `sha256`
   * describe it.
   */
  hasMetadata?: true;
  /** Set if parts of the picture are transparent. */
  hasAlpha?: true;
  /** Tone of a transparent picture that is hard to see on a background of the same tone. */
  tone?: 'dark' | 'light';
  /** The creator's choice of crop and focus. */
  frame?: PictureFrame;
  /** Set until the other sizes have been encoded, after the release is live; until then the original is shown. */
  isWaiting?: true;
}

/** Crop and focus of a picture, in percent of its size. */
export interface PictureFrame {
  crop?: { left: number; top: number; width: number; height: number };
  /** Point that stays visible if the picture is cropped to another aspect ratio. */
  focus?: { x: number; y: number };
}

export interface RetractedItem {
  id: string;
  type: ItemType;
  /** RFC 3339. */
  retractedAt: string;
  /** Value that shows whether a quote was in its text, which is no longer in any release. */
  fingerprint?: string;
}

/** A recording that has been copied to the room. */
export type RecordingFile = Omit<MediaFile, 'width' | 'height'>;

/** Data about the room besides its items; ingest writes it to content/.build. */
export interface RoomFacts {
  /** Newest first. */
  retracted?: RetractedItem[];
  /** Newest change of the content, RFC 3339; derived from the items if absent. @spec-gap content-date */
  contentAt?: string;
  creator: Creator;
  access: AccessFile;
  /** Facts of the feeds about their shows, by feed id. */
  channels?: ChannelsFile['channels'];
  media: MediaFile[];
  recordings?: RecordingFile[];
  /** Set if pages show copies of pictures and load none from other hosts. */
  copiesPictures?: boolean;
  /** Calls of the API in the 30 days before the build. */
  calls: CallCounts;
}

export interface PublicFacts extends RoomFacts {
  /** Address of the room, without a trailing slash. */
  baseUrl: string;
  /** Set for the mock data of the sandbox. */
  sandbox?: boolean;
  /** Set if the room runs a Nexus. */
  nexus?: boolean;
  /** Requests per minute, if they differ from the defaults. */
  rates?: Record<RateClass, number>;
}

export interface Room extends PublicFacts {
  /** Hash of everything besides the items that affects the output of a build. */
  frame?: string;
  /** Published items, newest first, ties by id. */
  items: RoomItem[];
}

/** Marks the mock data of the sandbox. */
export const sandboxMark = ({ sandbox }: Pick<PublicFacts, 'sandbox'>) => (sandbox ? { _sandbox: true } : {});

export const rateLimit = ({ rates = ratesPerMinute }: Pick<PublicFacts, 'rates'>, rate: RateClass): number =>
  rates[rate];

export const newestFirst = (a: { date: string; id: string }, b: { date: string; id: string }): number =>
  a.date < b.date ? 1 : a.date > b.date ? -1 : a.id < b.id ? -1 : 1;

/** Returns the calendar day of the item. @spec-gap dates */
export const itemDay = ({ day, date }: Pick<RoomItem, 'day' | 'date'>): string => day ?? date.slice(0, 10);

const indexMedia = memoizeByObject((media: MediaFile[]) => new Map(media.map((entry) => [entry.file, entry])));

/** Finds a file of content/media by its name. */
export const findMediaFile = ({ media }: { media: MediaFile[] }, name = ''): MediaFile | undefined =>
  indexMedia(media).get(name);

/** Finds the file of a picture of an item, which is a path `media/NAME` or an external address. */
export const findMediaPath = (room: { media: MediaFile[] }, path = ''): MediaFile | undefined =>
  findMediaFile(room, path.replace(/^media\//, ''));

type Surface = 'mediaRoom' | 'api';

export const isVisibleOn = (surface: Surface) => (item: StoredItem) => !item.hiddenOn?.includes(surface);

const surfaces = {
  mediaRoom: memoizeByObject((items: RoomItem[]) => items.filter(isVisibleOn('mediaRoom'))),
  api: memoizeByObject((items: RoomItem[]) => items.filter(isVisibleOn('api'))),
};

export const itemsOn = (surface: Surface, items: RoomItem[]): RoomItem[] => surfaces[surface](items);

/** Cached lists of items, keyed by their types. */
const listsByTypes = memoizeByObject((_: RoomItem[]) => new Map<string, RoomItem[]>());

/** Returns the items of these types, in the same order. */
export function itemsOfType(items: RoomItem[], ...types: ItemType[]): RoomItem[] {
  const cachedLists = listsByTypes(items);
  const name = types.join();
  if (!cachedLists.has(name))
    cachedLists.set(
      name,
      items.filter(({ type }) => types.includes(type)),
    );
  return cachedLists.get(name)!;
}

/** Returns the RFC 3339 instant of the item's newest change. */
export const itemChangedAt = ({ approvedAt = '', updatedAt = '', date }: RoomItem): string =>
  (approvedAt > updatedAt ? approvedAt : updatedAt) || date;

/** Returns the date of documents that depend on creator.json only. */
export const creatorChangedAt = ({ updatedAt = '1970-01-01' }: Pick<Creator, 'updatedAt'>): string =>
  `${updatedAt}T00:00:00Z`;

export const latest = (a: string, b: string): string => (a > b ? a : b);

/**
 * Returns the inputs of outputs that show only this item and the room. The frame contains the creator's themes, so the
 * themes of an item follow from its file.
 */
export const itemInputs = ({ frame = '' }: Pick<Room, 'frame'>, { hash }: Pick<RoomItem, 'hash'>): string =>
  frame + hash.slice(0, hashLength);

/** Digits of a hash in the inputs of an output. They are short, because a release has tens of thousands. */
export const hashLength = 16;

/** Returns a hash of everything that outputs show of some items besides the room. */
export const digestItems = (items: RoomItem[]): string => sha256(items.map(({ hash }) => hash).join());

/** Returns the RFC 3339 instant of the newest change of any item; empty if there are no items. */
export const newestChange = memoizeByObject((items: RoomItem[]): string => items.map(itemChangedAt).reduce(latest, ''));

export const indexUpdatedAt = ({ contentAt, items, creator }: Room): string =>
  contentAt ?? latest(newestChange(items), creatorChangedAt(creator));

/** Converts entries of timeline.json to items. A future entry counts as changed when the file was approved. */
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

/** Cuts a text between words and adds an ellipsis, so that it has at most `max` characters. */
export function shorten(text: string, max: number): string {
  if (text.length <= max) return text;
  const cut = text.slice(0, max - 1);
  const beginning = truncateWhole(cut, Math.max(cut.lastIndexOf(' '), max / 2));
  return `${beginning.trimEnd()}…`;
}

/** Returns a function that calls `make` once for each room. */
export const memoizeByRoom = <V>(make: (room: Room) => V): ((room: Room) => V) => memoizeByObject(make);
