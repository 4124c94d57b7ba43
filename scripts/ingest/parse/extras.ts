// Reads the media, podcast and event vocabularies, which the feed parsers do not support well, from the element tree.
import { type EventFacts, type FeedItem, isMediaFile, type LiveFacts, type VideoFacts } from '../feed-document.ts';
import { readAlternates, readEnclosures } from './enclosures.ts';
import { severalNamesOrNone } from './values.ts';
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
  const shared = findChild(item, 'activity', 'object') ?? findChild(item, 'atom', 'source');
  const author = shared && findChild(shared, 'atom', 'author');
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
