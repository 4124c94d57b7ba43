// Items in the API: the content item, and the entry of each type.
import { contentTypes, type ListName } from '#contract/content-types.ts';
import type { ResponseOf } from '#contract/endpoint.ts';
import type { EndpointOf } from '#contract/endpoints.ts';
import type {
  ContentItem,
  Article,
  ArticleEntry,
  Episode,
  StreamVideo,
  TimelineEntry,
} from '#contract/schemas/content.ts';
import { articleResource, textPriceSats } from '../access/access.ts';
import { findOtherAuthor } from '../names.ts';
import { endpointUrl, itemPicture, itemUrl, pictureUrl } from '../links.ts';
import { renderMarkdown, withAbsolutePictures } from '../text/markdown.ts';
import { personIds } from '../people.ts';
import { itemChangedAt, itemDay, type Room, type RoomItem, sandboxMark } from '../room.ts';

const day = (instant: string) => instant.slice(0, 10);
const httpDate = (instant: string) => new Date(instant).toUTCString();
const wordsPerMinute = 230;

const reviewedMark = ({ reviewed }: RoomItem) => (reviewed ? { reviewed } : {});

/** Returns the status of a stream, event or planned item at the time of the build. */
export const itemStatus = ({ status, isPlanned }: RoomItem): Pick<ContentItem, 'status'> =>
  status ? { status } : { ...(isPlanned && { status: 'planned' }) };

/** Returns true if the date of a listed item is in the future. */
export const isUpcoming = ({ status }: Pick<ContentItem, 'status'>): boolean =>
  status === 'planned' || status === 'upcoming';

export function contentItem(room: Room, item: RoomItem): ContentItem {
  return {
    type: item.type,
    id: item.id,
    title: item.title,
    url: itemUrl(room.baseUrl, item),
    date: itemDay(item),
    publishedAt: item.date,
    ...itemStatus(item),
    lastModified: httpDate(itemChangedAt(item)),
    ...(item.summary && { summary: item.summary }),
    keywords: item.keywords,
    themeIds: item.themeIds,
    ...optionalFields(room, item),
    ...reviewedMark(item),
    ...restrictedFields(room, item),
    ...sandboxMark(room),
  };
}

function optionalFields(room: Room, item: RoomItem): Partial<ContentItem> {
  const picture = itemPicture(item);
  const people = personIds(room, item);
  return {
    ...(item.kind && { kind: item.kind }),
    ...(people.length > 0 && { personIds: people }),
    ...(item.language && { language: item.language }),
    ...(picture && { image: pictureUrl(room.baseUrl, picture) }),
    ...(item.durationSeconds !== undefined && { durationSeconds: item.durationSeconds }),
    ...(item.sourceFeed && { sourceFeed: item.sourceFeed }),
    ...(item.updatedAt && { updatedAt: item.updatedAt }),
  };
}

/** Returns the fields that depend on the settings of the room or the type of the item. */
function restrictedFields(room: Room, item: RoomItem): Partial<ContentItem> {
  const amountSats = textPriceSats(room.access, item);
  const showsScore = room.creator.analyticsVisible && item.engagementScore !== undefined;
  return {
    ...(showsScore && { engagementScore: item.engagementScore! }),
    ...(item.type === 'article' && item.socialLinks && { socialLinks: item.socialLinks }),
    ...(item.access && { access: item.access }),
    ...(amountSats !== undefined && { access: { resourceId: articleResource(item.id), amountSats } }),
  };
}

export function articleEntry(room: Room, item: RoomItem): ArticleEntry {
  return {
    ...contentItem(room, item),
    author: item.author ?? room.creator.name,
    wordCount: item.wordCount,
    readingTimeMinutes: Math.ceil(item.wordCount / wordsPerMinute),
    ...(item.canonicalUrl && { canonicalUrl: item.canonicalUrl }),
    markdownUrl: endpointUrl(room.baseUrl, 'articleMarkdown', { id: item.id }),
    ...(item.approvedAt && { approvedAt: item.approvedAt }),
    ...(room.creator.syndication && { attribution: room.creator.syndication.attribution }),
  };
}

export const article = (room: Room, item: RoomItem, body: string): Article => ({
  ...articleEntry(room, item),
  bodyMarkdown: withAbsolutePictures(body, room.baseUrl),
  bodyHtml: renderMarkdown(body, room.baseUrl),
});

const pick = <K extends keyof RoomItem>(item: RoomItem, keys: readonly K[]): Pick<RoomItem, K> =>
  Object.fromEntries(keys.filter((key) => item[key] !== undefined).map((key) => [key, item[key]])) as Pick<RoomItem, K>;

const fieldNames = <F extends object>(fields: F) => Object.keys(fields) as (keyof F)[];
const { episode: episodeType, video: videoType } = contentTypes;

export const episode = (room: Room, item: RoomItem): Episode => ({
  ...contentItem(room, item),
  ...pick(item, [...fieldNames(episodeType.fields), 'canonicalUrl']),
});

const videoFields = fieldNames(videoType.fields).filter((name) => name !== 'thumbnailUrl' && name !== 'status');

export const streamVideo = (room: Room, item: RoomItem): StreamVideo => ({
  ...contentItem(room, item),
  ...pick(item, [...videoFields, 'canonicalUrl']),
  ...(item.thumbnailUrl && { thumbnailUrl: pictureUrl(room.baseUrl, item.thumbnailUrl) }),
});

function otherAuthor({ creator }: Room, item: RoomItem): Pick<TimelineEntry, 'author'> {
  const author = findOtherAuthor(creator, item.author);
  return author ? { author } : {};
}

/** Returns the folded text and picture of a post. */
const publicWarning = (room: Room, { image, ...texts }: NonNullable<RoomItem['contentWarning']>) => ({
  ...texts,
  ...(image && { image: pictureUrl(room.baseUrl, image) }),
});

export const timelineEntry = (room: Room, item: RoomItem): TimelineEntry => ({
  id: item.id,
  type: item.type,
  title: item.title,
  date: itemDay(item),
  publishedAt: item.date,
  ...itemStatus(item),
  ...(item.endDate && { endDate: day(item.endDate) }),
  kind: item.kind ?? 'milestone',
  ...(item.summary && { description: item.summary }),
  url: itemUrl(room.baseUrl, item),
  ...pick(item, ['canonicalUrl', 'startsAt', 'endsAt', 'venue', 'location', 'organization', 'facts', 'isReply']),
  ...otherAuthor(room, item),
  ...(item.contentWarning && { contentWarning: publicWarning(room, item.contentWarning) }),
  ...(item.image && { image: pictureUrl(room.baseUrl, item.image) }),
  ...(item.pictures && !item.contentWarning && { images: item.pictures }),
  ...reviewedMark(item),
  ...sandboxMark(room),
});

export const entries = {
  articles: articleEntry,
  episodes: episode,
  streamVideos: streamVideo,
  timelineEntries: timelineEntry,
} satisfies { [N in ListName]: (room: Room, item: RoomItem) => ResponseOf<EndpointOf<N>>['items'][number] };
