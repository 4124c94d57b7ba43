// The fields that only one type of item has.
import type { Feed } from '#contract/schemas/content-files.ts';
import type { ItemType } from '#contract/content-types.ts';
import type { StoredItem } from '#contract/schemas/stored-item.ts';
import { languageTag } from '#domain/text/language-tag.ts';
import type { Enclosure, FeedDocument, FeedItem } from '../feed-document.ts';
import { chaptersOf } from './chapters.ts';
import { parseDate, parseLocalDate } from './dates.ts';
import { parseDuration } from './duration.ts';
import { audioOf, videoFileOf } from './kind.ts';
import { ownPicture, webAddress } from './links.ts';
import { plainText } from './plain-text.ts';
import { placeOf } from './video.ts';

type Fields = Partial<StoredItem>;

interface Around {
  document: FeedDocument;
  feed: Feed;
  /** Zone of dates that state no offset. */
  timeZone: string | undefined;
}

const fieldsByType: Record<ItemType, (item: FeedItem, around: Around) => Fields> = {
  article: () => ({}),
  episode: (item, { document, feed }) => episodeFields(item, document, feed.title ?? plainText(document.title)),
  stream: (item, around) => ({ ...videoFields(item, around), ...streamFields(item, around) }),
  video: videoFields,
  timeline: timelineFields,
};

export function fieldsOf(type: ItemType, item: FeedItem, around: Around): Fields {
  return fieldsByType[type](item, around);
}

function episodeFields(item: FeedItem, document: FeedDocument, podcast: string): Fields {
  const { podcast: facts } = item;
  const persons = facts.persons.length > 0 ? facts.persons : (document.persons ?? []);
  const file = audioOf(item);
  const type = facts.episodeType?.toLowerCase();
  return {
    podcast: podcast || undefined,
    audioUrl: webAddress(file?.url),
    audioType: file && typeOfFile(file, 'audio'),
    audioBytes: file?.bytes && file.bytes > 1 ? wholeNumber(String(file.bytes)) : undefined,
    durationSeconds: parseDuration(facts.duration) ?? positive(file?.durationSeconds),
    season: wholeNumber(facts.season),
    episode: number(facts.episode),
    episodeType: type === 'full' || type === 'trailer' || type === 'bonus' ? type : undefined,
    explicit: explicit(facts.explicit),
    chaptersUrl: webAddress(facts.chaptersUrl),
    chapters: some(chaptersOf(facts.chapters ?? [])),
    transcripts: some(facts.transcripts.flatMap(transcript)),
    persons: some(persons.map(person)),
    ...videoFile(item),
  };
}

const typesByName: Record<string, string> = {
  mp3: 'audio/mpeg',
  m4a: 'audio/mp4',
  m4b: 'audio/mp4',
  aac: 'audio/aac',
  ogg: 'audio/ogg',
  oga: 'audio/ogg',
  opus: 'audio/ogg',
  wav: 'audio/wav',
  flac: 'audio/flac',
  mp4: 'video/mp4',
  m4v: 'video/mp4',
  webm: 'video/webm',
  mov: 'video/quicktime',
  ogv: 'video/ogg',
};

/** A type that is none of this medium, such as that of any file, says less than the name. */
function typeOfFile({ url, type = '' }: Enclosure, kind: 'audio' | 'video'): string | undefined {
  if (new RegExp(`^${kind}/[\\w.+-]+(;|$)`).test(type)) return type;
  const ending = /\.(\w+)$/.exec(URL.parse(url)?.pathname ?? '')?.[1]?.toLowerCase() ?? '';
  const named = Object.hasOwn(typesByName, ending) ? typesByName[ending] : undefined;
  return named?.startsWith(`${kind}/`) ? named : undefined;
}

function videoFile(item: FeedItem): Fields {
  const file = videoFileOf(item);
  const videoUrl = webAddress(file?.url);
  if (!file || !videoUrl) return {};
  return {
    videoUrl,
    videoType: typeOfFile(file, 'video'),
    videoBytes: file.bytes && file.bytes > 1 ? wholeNumber(String(file.bytes)) : undefined,
    videoWidth: positive(file.width),
    videoHeight: positive(file.height),
  };
}

function transcript({ url, type, language }: FeedItem['podcast']['transcripts'][number]) {
  const address = webAddress(url);
  const tag = languageTag(language);
  return address ? [{ url: address, type: type ?? 'text/plain', ...(tag && { language: tag }) }] : [];
}

function person({ name, role, href }: FeedItem['podcast']['persons'][number]) {
  const address = webAddress(href);
  return { name: plainText(name), role: role?.toLowerCase() ?? 'host', ...(address && { href: address }) };
}

function videoFields(item: FeedItem, { document, feed }: Around): Fields {
  const place = placeOf(item);
  return {
    ...place,
    thumbnailUrl: ownPicture(item, feed) ?? webAddress(item.video.thumbnailUrl ?? item.image),
    channel: plainText(item.author) || plainText(document.title) || undefined,
    durationSeconds:
      parseDuration(item.podcast.duration ?? item.video.duration) ??
      positive(item.enclosures.find((one) => one.durationSeconds)?.durationSeconds),
    viewCount: wholeNumber(item.video.viewCount),
    audioUrl: item.live ? webAddress(audioOf(item)?.url) : undefined,
    ...videoFile(item),
  };
}

const liveStates = { pending: 'upcoming', live: 'live', ended: 'ended' } as const;

function streamFields({ live }: FeedItem, { timeZone }: Around): Fields {
  const status = live ? live.status?.toLowerCase() : 'ended';
  return {
    status: status && Object.hasOwn(liveStates, status) ? liveStates[status as keyof typeof liveStates] : undefined,
    startsAt: parseDate(live?.start, timeZone),
    endsAt: parseDate(live?.end, timeZone),
  };
}

function timelineFields({ event }: FeedItem, { feed: { kind }, timeZone }: Around): Fields {
  return {
    kind: kind ?? (event ? 'appearance' : 'post'),
    endDate: parseLocalDate(event?.end, timeZone),
    location: plainText(event?.location) || undefined,
    organization: plainText(event?.organization) || undefined,
  };
}

const some = <T>(list: T[]): T[] | undefined => (list.length > 0 ? list : undefined);
const positive = (value: number | undefined): number | undefined =>
  value && value > 0 ? Math.round(value) : undefined;
const number = (text: string | undefined): number | undefined =>
  /^\d{1,6}(\.\d{1,3})?$/.test(text?.trim() ?? '') ? Number(text) : undefined;
const wholeNumber = (text: string | undefined): number | undefined =>
  /^\d{1,15}$/.test(text?.trim() ?? '') ? Number(text) : undefined;

function explicit(text: string | undefined): boolean | undefined {
  const word = text?.trim().toLowerCase() ?? '';
  if (['yes', 'true', 'explicit'].includes(word)) return true;
  return ['no', 'false', 'clean'].includes(word) ? false : undefined;
}
