// Reads the media, podcast and event vocabularies, which the feed parsers do not support well, from the element tree.
import {
  type EventFacts,
  type FeedItem,
  isMediaFile,
  type ItemEnclosure,
  type LiveFacts,
  type VideoFacts,
} from '../feed-document.ts';
import { mediaType, severalNamesOrNone } from './values.ts';
import { readPodcast } from './podcast.ts';
import {
  elementAddress,
  readAttribute,
  findChild,
  findChildren,
  findChildText,
  findDescendants,
  elementHtml,
  isElement,
  elementText,
} from './tree.ts';
import type { XmlElement } from './xml.ts';

export type ItemExtras = Pick<
  FeedItem,
  | 'html'
  | 'published'
  | 'author'
  | 'authors'
  | 'sharedFrom'
  | 'isReply'
  | 'isSensitive'
  | 'image'
  | 'mediaFile'
  | 'enclosures'
  | 'alternates'
  | 'podcast'
  | 'video'
  | 'event'
  | 'live'
  | 'categories'
>;

export function readExtras(item: XmlElement): ItemExtras {
  const media = findDescendants(item, ({ ns }) => ns === 'media');
  const findMedia = (name: string) => media.find((element) => element.name === name);
  return {
    html: elementHtml(findMedia('description')) ?? elementHtml(findChild(item, 'itunes', 'summary')),
    published:
      findChildText(item, 'dcterms', 'issued', 'created') ?? findChildText(item, 'atom', 'published', 'updated'),
    author: elementText(findChild(item, 'dcterms', 'creator')) ?? elementText(findMedia('credit')),
    authors: severalNamesOrNone(findChildren(item, 'dc', 'creator').map(elementText)),
    sharedFrom: readSharedFrom(item),
    isReply: findChild(item, 'thr', 'in-reply-to') !== undefined || undefined,
    isSensitive: elementText(findMedia('rating'))?.toLowerCase() === 'adult' || undefined,
    ...readPicture(item, media),
    enclosures: readEnclosures(item, media),
    alternates: readAlternates(item),
    podcast: readPodcast(item),
    video: readVideo(item, media),
    event: readEvent(item),
    live: readLive(item),
    categories: [],
  };
}

/** Reads the author of a shared post (Activity Streams 1.0). */
function readSharedFrom(item: XmlElement): string | undefined {
  if (!/(?:^|\/)share$/i.test(findChildText(item, 'activity', 'verb') ?? '')) return undefined;
  const sharedElement = findChild(item, 'activity', 'object') ?? findChild(item, 'atom', 'source');
  const author = sharedElement && findChild(sharedElement, 'atom', 'author');
  return (author && (findChildText(author, 'atom', 'name') ?? findChildText(author, 'atom', 'uri'))) ?? '';
}

function readPicture(item: XmlElement, media: XmlElement[]): Pick<FeedItem, 'image' | 'mediaFile'> {
  const picture = media.find(({ name, attributes }) => {
    return (
      name === 'content' &&
      (attributes.get('medium') === 'image' || /^image\//i.test(attributes.get('type')?.trim() ?? ''))
    );
  });
  const sources: [XmlElement | undefined, string][] = [
    [findChild(item, 'itunes', 'image'), 'href'],
    [findChild(item, 'podcast', 'image'), 'href'],
    [media.find(({ name }) => name === 'thumbnail'), 'url'],
    [picture, 'url'],
  ];
  const [element, name] =
    sources.find((source) => elementAddress(...source) || isMediaFile(readAttribute(...source))) ?? [];
  const address = readAttribute(element, name ?? '');
  return { image: elementAddress(element, name), mediaFile: isMediaFile(address) ? address : undefined };
}

function readVideo(item: XmlElement, media: XmlElement[]): VideoFacts {
  const findMedia = (name: string) => media.find((element) => element.name === name);
  return {
    id: findChildText(item, 'yt', 'videoid'),
    playerUrl: elementAddress(findMedia('player'), 'url'),
    thumbnailUrl: elementAddress(findMedia('thumbnail'), 'url'),
    viewCount: readAttribute(findMedia('statistics'), 'views'),
    duration: readAttribute(findMedia('content'), 'duration'),
  };
}

const starts = ['start', 'startdate', 'dtstart', 'starttime'];
const ends = ['end', 'enddate', 'dtend', 'endtime'];

/** Reads an event. Calendars use the same element names in different namespaces. */
function readEvent(item: XmlElement): EventFacts | undefined {
  const elements = item.children.filter(isElement).filter(({ ns }) => ns === 'event');
  const find = (...names: string[]) => elements.find(({ name }) => names.includes(name));
  const when = find('when');
  const text = (...names: string[]) => elementText(find(...names));
  // Modern Events Calendar states the hour in an element of its own.
  const withHour = (day: string | undefined, hour: string | undefined) =>
    day && hour && !/\d:\d/.test(day) ? `${day} ${hour}` : day;
  const start = withHour(text(...starts), text('starthour')) ?? readAttribute(when, 'starttime');
  if (!start) return undefined;
  return {
    start,
    end: withHour(text(...ends), text('endhour')) ?? readAttribute(when, 'endtime'),
    venue: text('venue'),
    location: text('location', 'where', 'address') ?? readAttribute(find('where'), 'valuestring'),
    organization: text('host', 'organizer', 'organisation'),
    status: text('status', 'eventstatus') ?? readAttribute(find('eventstatus'), 'value'),
  };
}

function readLive(item: XmlElement): LiveFacts | undefined {
  if (item.ns !== 'podcast' || item.name !== 'liveitem') return undefined;
  return {
    status: readAttribute(item, 'status'),
    start: readAttribute(item, 'start'),
    end: readAttribute(item, 'end'),
  };
}

/** Reads RSS enclosures, RDF enclosures, and audio and video of Media RSS. */
function readEnclosures(item: XmlElement, media: XmlElement[]): ItemEnclosure[] {
  const all = [
    ...findChildren(item, 'rss', 'enclosure').map((element) => readEnclosure(element, 'url', 'length')),
    ...findChildren(item, 'enc', 'enclosure').map((element) => readEnclosure(element, 'resource', 'length')),
    ...media.filter(({ name }) => name === 'content').map((element) => readEnclosure(element, 'url', 'filesize')),
  ].filter((enclosure) => enclosure !== undefined);
  return all.length > 0 ? all : readAlternates(item);
}

function readEnclosure(element: XmlElement, address: string, size: string): ItemEnclosure | undefined {
  const url = elementAddress(element, address);
  const type =
    mediaType(readAttribute(element, 'type')) ?? (readAttribute(element, 'medium') === 'image' ? 'image/*' : undefined);
  const duration = parseInteger(readAttribute(element, 'duration'));
  const alt = findChildText(element, 'media', 'description');
  const bytes = parseInteger(readAttribute(element, size));
  return url ? { url, type, bytes, durationSeconds: duration, ...(alt && { alt }), ...readSize(element) } : undefined;
}

const readSize = (element: XmlElement): Pick<ItemEnclosure, 'width' | 'height'> => ({
  width: parseInteger(readAttribute(element, 'width')),
  height: parseInteger(readAttribute(element, 'height')),
});

/** Reads alternative files of the same programme (Podcasting 2.0). */
function readAlternates(item: XmlElement): ItemEnclosure[] {
  return findChildren(item, 'podcast', 'alternateenclosure').flatMap((element) => {
    const sources = findChildren(element, 'podcast', 'source').map((source) => elementAddress(source, 'uri'));
    const url = sources.find((address) => /^https?:/.test(address ?? ''));
    const bytes = parseInteger(readAttribute(element, 'length'));
    return url ? [{ url, type: mediaType(readAttribute(element, 'type')), bytes, ...readSize(element) }] : [];
  });
}

const parseInteger = (text: string | undefined): number | undefined =>
  text && /^\d{1,15}$/.test(text) ? Number(text) : undefined;
