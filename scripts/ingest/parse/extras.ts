// What neither feed reader gives right: media, podcast and event vocabularies, read from the tree by namespace.
import { type EventFacts, type FeedItem, isMediaFile, type LiveFacts, type VideoFacts } from '../feed-document.ts';
import { readAlternates, readEnclosures } from './enclosures.ts';
import { severalNames } from './names.ts';
import { readPodcast } from './podcast.ts';
import {
  addressIn,
  attribute,
  childOf,
  childrenOf,
  childText,
  descendantsOf,
  htmlOf,
  isElement,
  textOf,
} from './tree.ts';
import type { XmlElement } from './xml.ts';

export type Extras = Pick<
  FeedItem,
  | 'html'
  | 'published'
  | 'author'
  | 'authors'
  | 'sharedFrom'
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

export function readExtras(item: XmlElement): Extras {
  const media = descendantsOf(item, ({ ns }) => ns === 'media');
  const named = (...names: string[]) => media.find(({ name }) => names.includes(name));
  const credit = named('credit');
  return {
    html: htmlOf(named('description')) ?? htmlOf(childOf(item, 'itunes', 'summary')),
    published: childText(item, 'atom', 'published', 'updated'),
    author: textOf(childOf(item, 'dcterms', 'creator')) ?? textOf(credit),
    authors: severalNames(childrenOf(item, 'dc', 'creator').map(textOf)),
    sharedFrom: readSharedFrom(item),
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

/** Activity Streams 1.0: who wrote what an entry shares. */
function readSharedFrom(item: XmlElement): string | undefined {
  if (!/(?:^|\/)share$/i.test(childText(item, 'activity', 'verb') ?? '')) return undefined;
  const shared = childOf(item, 'activity', 'object') ?? childOf(item, 'atom', 'source');
  const author = shared && childOf(shared, 'atom', 'author');
  return (author && (childText(author, 'atom', 'name') ?? childText(author, 'atom', 'uri'))) ?? '';
}

function readPicture(item: XmlElement, media: XmlElement[]): Pick<FeedItem, 'image' | 'mediaFile'> {
  const picture = media.find(({ name, attributes }) => {
    return (
      name === 'content' &&
      (attributes.get('medium') === 'image' || /^image\//i.test(attributes.get('type')?.trim() ?? ''))
    );
  });
  const places: [XmlElement | undefined, string][] = [
    [childOf(item, 'itunes', 'image'), 'href'],
    [childOf(item, 'podcast', 'image'), 'href'],
    [media.find(({ name }) => name === 'thumbnail'), 'url'],
    [picture, 'url'],
  ];
  const [element, name] = places.find((place) => addressIn(...place) || isMediaFile(attribute(...place))) ?? [];
  const address = attribute(element, name ?? '');
  return { image: addressIn(element, name), mediaFile: isMediaFile(address) ? address : undefined };
}

function readVideo(item: XmlElement, media: XmlElement[]): VideoFacts {
  const named = (name: string) => media.find((element) => element.name === name);
  return {
    id: childText(item, 'yt', 'videoid'),
    playerUrl: addressIn(named('player'), 'url'),
    thumbnailUrl: addressIn(named('thumbnail'), 'url'),
    viewCount: attribute(named('statistics'), 'views'),
    duration: attribute(named('content'), 'duration'),
  };
}

const starts = ['start', 'startdate', 'dtstart', 'starttime'];
const ends = ['end', 'enddate', 'dtend', 'endtime'];

/** Calendars name their times alike, each in a namespace of its own. */
function readEvent(item: XmlElement): EventFacts | undefined {
  const elements = item.children.filter(isElement).filter(({ ns }) => ns === 'event');
  const find = (...names: string[]) => elements.find(({ name }) => names.includes(name));
  const when = find('when');
  const start = textOf(find(...starts)) ?? attribute(when, 'starttime');
  if (!start) return undefined;
  return {
    start,
    end: textOf(find(...ends)) ?? attribute(when, 'endtime'),
    location: textOf(find('location', 'where')) ?? attribute(find('where'), 'valuestring'),
    organization: textOf(find('host', 'organizer', 'organisation')),
  };
}

function readLive(item: XmlElement): LiveFacts | undefined {
  if (item.ns !== 'podcast' || item.name !== 'liveitem') return undefined;
  return { status: attribute(item, 'status'), start: attribute(item, 'start'), end: attribute(item, 'end') };
}
