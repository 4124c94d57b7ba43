// Reads the fields that only some types of items have.
import type { Feed } from '#contract/schemas/content-files.ts';
import type { ItemType } from '#contract/content-types.ts';
import type { StoredItem } from '#contract/schemas/stored-item.ts';
import { isUnplayable } from '#domain/items/playable.ts';
import { languageTag } from '#domain/text/language-tag.ts';
import type { EventFacts, ItemEnclosure, FeedDocument, FeedItem } from '../feed-document.ts';
import { normaliseChapters } from './chapters.ts';
import { parseDate, parseLocalDate } from './dates.ts';
import { parseDuration } from './duration.ts';
import { eventStatus, hasTime, detectKind, type FeedTraits } from './kind.ts';
import { detectFileKind, fileType, findAudioFile, findVideoFile } from './media-files.ts';
import { ownPicture, webAddress } from './links.ts';
import { isReply } from './post.ts';
import { plainText } from './plain-text.ts';
import { findHostedVideo } from './video.ts';

type Fields = Partial<StoredItem>;

interface FieldsContext {
  document: FeedDocument;
  feed: Feed;
  traits: FeedTraits;
  /** Time zone of dates without an offset. */
  timeZone?: string | undefined;
}

const fieldsByType: Record<ItemType, (item: FeedItem, context: FieldsContext) => Fields> = {
  article: () => ({}),
  episode: (item, { document, feed }) => episodeFields(item, document, feed.title ?? plainText(document.title)),
  stream: (item, context) => ({ ...videoFields(item, context), ...streamFields(item, context) }),
  video: videoFields,
  timeline: timelineFields,
};

export function typeSpecificFields(type: ItemType, item: FeedItem, context: FieldsContext): Fields {
  const fields = fieldsByType[type](item, context);
  return fields.audioUrl || fields.videoUrl ? { ...fields, ...alternativeFields(item, fields) } : fields;
}

function episodeFields(item: FeedItem, document: FeedDocument, podcast: string): Fields {
  const { podcast: facts } = item;
  const persons = facts.persons.length > 0 ? facts.persons : (document.persons ?? []);
  const file = findAudioFile(item);
  return {
    podcast: podcast || undefined,
    audioUrl: webAddress(file?.url),
    audioType: file && fileType(file, 'audio'),
    audioBytes: file && plausibleBytes(file),
    durationSeconds: parseDuration(facts.duration) ?? positiveInteger(file?.durationSeconds),
    season: parseInteger(facts.season),
    episode: parseNumber(facts.episode),
    episodeType: parseEpisodeType(facts.episodeType),
    explicit: parseExplicit(facts.explicit),
    chaptersUrl: webAddress(facts.chaptersUrl),
    chapters: nonEmptyList(normaliseChapters(facts.chapters ?? [])),
    transcripts: nonEmptyList(facts.transcripts.flatMap(normaliseTranscript)),
    persons: nonEmptyList(persons.map(normalisePerson)),
    ...videoFileFields(item),
  };
}

const maxAlternatives = 20;

/** Returns the other files of a recording, in the order of the feed. */
function alternativeFields({ enclosures, alternates = [] }: FeedItem, { audioUrl, videoUrl }: Fields): Fields {
  const files = [...enclosures, ...alternates].flatMap((file) => {
    const url = webAddress(file.url);
    const kind = detectFileKind(file);
    const type = kind && kind !== 'image' ? (fileType(file, kind) ?? file.type) : undefined;
    if (!url || !type || url === audioUrl || url === videoUrl) return [];
    const bytes = plausibleBytes(file);
    const height = positiveInteger(file.height);
    return [{ url, type, ...(bytes && { bytes }), ...(height && { height }) }];
  });
  const unique = [...new Map(files.map((file) => [file.url, file])).values()];
  return { alternatives: nonEmptyList(unique.slice(0, maxAlternatives)) };
}

/** Returns the size of a file. Feeds state 0 or 1 for an unknown size. */
const plausibleBytes = ({ bytes = 0 }: ItemEnclosure): number | undefined =>
  bytes > 1 ? parseInteger(String(bytes)) : undefined;

function parseEpisodeType(text: string | undefined): StoredItem['episodeType'] {
  const type = text?.toLowerCase();
  return type === 'full' || type === 'trailer' || type === 'bonus' ? type : undefined;
}

function videoFileFields(item: FeedItem): Fields {
  const file = findVideoFile(item);
  const videoUrl = webAddress(file?.url);
  if (!file || !videoUrl) return {};
  return {
    videoUrl,
    videoType: fileType(file, 'video'),
    videoBytes: plausibleBytes(file),
    videoWidth: positiveInteger(file.width),
    videoHeight: positiveInteger(file.height),
  };
}

function normaliseTranscript({ url, type, language }: FeedItem['podcast']['transcripts'][number]) {
  const address = webAddress(url);
  const tag = languageTag(language);
  return address ? [{ url: address, type: type ?? 'text/plain', ...(tag && { language: tag }) }] : [];
}

function normalisePerson({ name, role, href }: FeedItem['podcast']['persons'][number]) {
  const address = webAddress(href);
  return { name: plainText(name), role: role?.toLowerCase() ?? 'host', ...(address && { href: address }) };
}

/** Returns true for a short vertical video, which the address tells. */
const isShort = ({ link, video }: FeedItem): boolean =>
  [link, video.playerUrl].some((address) => /^\/shorts\//.test(URL.parse(address ?? '')?.pathname ?? ''));

function videoFields(item: FeedItem, { document, feed }: FieldsContext): Fields {
  return {
    ...findHostedVideo(item),
    isShort: isShort(item) || undefined,
    thumbnailUrl: ownPicture(item, feed) ?? webAddress(item.video.thumbnailUrl ?? item.image),
    channel: lineOrNone(item.author) ?? lineOrNone(document.title),
    durationSeconds:
      parseDuration(item.podcast.duration ?? item.video.duration) ??
      positiveInteger(item.enclosures.find((one) => one.durationSeconds)?.durationSeconds),
    viewCount: parseInteger(item.video.viewCount),
    audioUrl: item.live && findPlayableSound(item),
    ...videoFileFields(item),
  };
}

function findPlayableSound(item: FeedItem): string | undefined {
  const sound = findAudioFile(item);
  return isUnplayable((sound && fileType(sound, 'audio')) ?? '') ? undefined : webAddress(sound?.url);
}

const liveStates = { pending: 'upcoming', live: 'live', ended: 'ended' } as const;

function streamFields({ live }: FeedItem, { timeZone }: FieldsContext): Fields {
  const status = live ? live.status?.toLowerCase() : 'ended';
  return {
    status: status && Object.hasOwn(liveStates, status) ? liveStates[status as keyof typeof liveStates] : undefined,
    startsAt: parseDate(live?.start, { timeZone }),
    endsAt: parseDate(live?.end, { timeZone }),
  };
}

function timelineFields(item: FeedItem, { feed, traits, timeZone }: FieldsContext): Fields {
  const kind = detectKind(item, traits, feed);
  return {
    kind,
    isReply: (kind === 'post' && isReply(item)) || undefined,
    ...(item.event && eventFields(item.event, item.title, timeZone)),
  };
}

function eventFields(event: EventFacts, title: string | undefined, timeZone: string | undefined): Fields {
  const readTime = (text: string | undefined) => (hasTime(text) ? parseDate(text, { timeZone }) : undefined);
  return {
    startsAt: readTime(event.start),
    endsAt: readTime(event.end),
    endDate: parseLocalDate(event.end, { timeZone }),
    status: eventStatus(event.status, title),
    venue: lineOrNone(event.venue),
    location: lineOrNone(event.location),
    organization: lineOrNone(event.organization),
  };
}

const lineOrNone = (html: string | undefined): string | undefined => plainText(html) || undefined;
export const nonEmptyList = <T>(list: T[]): T[] | undefined => (list.length > 0 ? list : undefined);
const positiveInteger = (value: number | undefined): number | undefined =>
  value && value > 0 ? Math.round(value) : undefined;
const parseNumber = (text: string | undefined): number | undefined =>
  /^\d{1,6}(\.\d{1,3})?$/.test(text?.trim() ?? '') ? Number(text) : undefined;
const parseInteger = (text: string | undefined): number | undefined =>
  /^\d{1,15}$/.test(text?.trim() ?? '') ? Number(text) : undefined;

/** Parses the values of itunes:explicit of all times. */
export function parseExplicit(text: string | undefined): boolean | undefined {
  const word = text?.trim().toLowerCase() ?? '';
  if (['yes', 'true', 'explicit'].includes(word)) return true;
  return ['no', 'false', 'clean'].includes(word) ? false : undefined;
}
