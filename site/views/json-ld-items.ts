// Renders items as schema.org data: articles, episodes, videos, and events of the timeline.
import type { Fact, ItemType } from '#contract/content-types.ts';
import { isPriced } from '#domain/access/access.ts';
import { itemPicture, pagePath } from '#domain/links.ts';
import { peopleOfItem } from '#domain/people.ts';
import { itemDay, type Room, type RoomItem } from '#domain/room.ts';
import { absoluteUrl, authorLd, isoDuration, type JsonLd, licenseUrl, creatorId, personReference } from './json-ld.ts';
import { formatTranscript } from '#domain/transcripts/format.ts';
import { podcastLink } from '../feeds/feeds.ts';
import { namedPicture } from './picture.ts';
import { webLink } from './web-link.ts';

const imageUrl = (room: Room, item: RoomItem): string | undefined =>
  absoluteUrl(room, namedPicture(room, itemPicture(item), '')?.src);

function commonLd(room: Room, item: RoomItem): JsonLd {
  const url = room.baseUrl + pagePath(item);
  return {
    '@id': url,
    url,
    description: item.summary ?? item.title,
    inLanguage: item.language,
    datePublished: item.date,
    dateModified: item.updatedAt,
    author: authorLd(room, item.author),
    keywords: item.keywords.length > 0 ? item.keywords : undefined,
    license: licenseUrl(room),
    sameAs: webLink(item.canonicalUrl),
  };
}

const articleLd = (room: Room, item: RoomItem): JsonLd => ({
  '@type': 'Article',
  headline: item.title,
  ...commonLd(room, item),
  image: imageUrl(room, item),
  publisher: { '@id': creatorId(room) },
  wordCount: item.wordCount,
  isAccessibleForFree: item.access === undefined && !isPriced(room.access, item),
});

const transcriptText = ({ spoken }: RoomItem): string | undefined => spoken && formatTranscript(spoken, 'text');

const videoFileLd = ({ videoUrl, videoType, videoBytes, videoWidth, videoHeight }: RoomItem): JsonLd => ({
  contentUrl: webLink(videoUrl),
  encodingFormat: videoUrl && videoType,
  contentSize: videoUrl && videoBytes ? String(videoBytes) : undefined,
  width: videoUrl && videoWidth,
  height: videoUrl && videoHeight,
});

const episodeLd = (room: Room, item: RoomItem): JsonLd => ({
  '@type': 'PodcastEpisode',
  name: item.title,
  ...commonLd(room, item),
  image: imageUrl(room, item),
  duration: isoDuration(item.durationSeconds),
  episodeNumber: item.episode,
  partOfSeason: item.season === undefined ? undefined : { '@type': 'PodcastSeason', seasonNumber: item.season },
  partOfSeries: {
    '@type': 'PodcastSeries',
    name: item.podcast ?? room.creator.publication,
    url: `${room.baseUrl}/episodes`,
    webFeed: absoluteUrl(room, podcastLink(room)?.path),
  },
  associatedMedia: webLink(item.audioUrl) && {
    '@type': 'AudioObject',
    contentUrl: webLink(item.audioUrl),
    encodingFormat: item.audioType,
    transcript: transcriptText(item),
  },
  video: webLink(item.videoUrl) && {
    '@type': 'VideoObject',
    name: item.title,
    description: item.summary ?? item.title,
    uploadDate: item.date,
    thumbnailUrl: imageUrl(room, item),
    duration: isoDuration(item.durationSeconds),
    ...videoFileLd(item),
    transcript: webLink(item.audioUrl) ? undefined : transcriptText(item),
  },
  contributor: peopleOfItem(room, item)
    .filter(({ role }) => role !== 'author')
    .map(({ name }) => personReference(room, name)),
});

const videoLd = (room: Room, item: RoomItem): JsonLd => ({
  '@type': 'VideoObject',
  name: item.title,
  ...commonLd(room, item),
  thumbnailUrl: imageUrl(room, item),
  uploadDate: item.date,
  duration: isoDuration(item.durationSeconds),
  embedUrl: webLink(item.embedUrl),
  ...videoFileLd(item),
  transcript: transcriptText(item),
  publication:
    item.type === 'stream'
      ? {
          '@type': 'BroadcastEvent',
          isLiveBroadcast: true,
          startDate: item.startsAt ?? item.date,
          endDate: item.endsAt,
        }
      : undefined,
});

const builders: Record<ItemType, (room: Room, item: RoomItem) => JsonLd> = {
  article: articleLd,
  episode: episodeLd,
  stream: videoLd,
  video: videoLd,
  timeline: eventLd,
};

export const itemLd = (room: Room, item: RoomItem): JsonLd => builders[item.type](room, item);

const eventStatuses: Record<string, string> = {
  cancelled: 'https://schema.org/EventCancelled',
  moved: 'https://schema.org/EventRescheduled',
};

function placeLd({ venue, location }: RoomItem): JsonLd | undefined {
  const name = venue ?? location;
  return name ? { '@type': 'Place', name, address: venue && location } : undefined;
}

function eventLd(room: Room, item: RoomItem): JsonLd {
  const { title, endDate, organization, summary, canonicalUrl } = item;
  return {
    '@type': 'Event',
    '@id': room.baseUrl + pagePath(item),
    name: title,
    startDate: item.startsAt ?? itemDay(item),
    endDate: item.endsAt ?? endDate?.slice(0, 10),
    eventStatus: eventStatuses[item.status ?? ''],
    description: summary,
    location: placeLd(item),
    organizer: organization && { '@type': 'Organization', name: organization },
    performer: authorLd(room, item.author),
    url: webLink(canonicalUrl) ?? room.baseUrl + pagePath(item),
  };
}

const findFact = ({ facts = [] }: RoomItem, name: Fact['label']): string | undefined =>
  facts.find(({ label }) => label === name)?.value;

const workLd = (room: Room, item: RoomItem): JsonLd => ({
  '@type': 'VisualArtwork',
  name: item.title,
  ...commonLd(room, item),
  image: imageUrl(room, item),
  artMedium: findFact(item, 'materials'),
  size: findFact(item, 'dimensions'),
});

const buildersByKind: Partial<Record<NonNullable<RoomItem['kind']>, typeof eventLd>> = {
  appearance: eventLd,
  event: eventLd,
  talk: eventLd,
  work: workLd,
};
const maxEntries = 50;

/** Returns events at which the creator appears or appeared, and artworks. */
export const timelineLd = (room: Room, items: RoomItem[]): JsonLd[] =>
  items
    .flatMap((item) => {
      const build = item.kind && buildersByKind[item.kind];
      return build ? [build(room, item)] : [];
    })
    .slice(0, maxEntries);
