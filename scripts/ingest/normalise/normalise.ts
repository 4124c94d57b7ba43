// Normalises a feed item to an entry: everything in an item file except id, key and first date.
import type { NoticeCode } from '#contract/notices.ts';
import type { Feed } from '#contract/schemas/content-files.ts';
import type { StoredItem } from '#contract/schemas/stored-item.ts';
import { languageTag } from '#domain/text/language-tag.ts';
import { cleanLine } from '#domain/text/invisible.ts';
import type { FeedDocument, FeedItem, ItemEnclosure } from '../feed-document.ts';
import { type DateOrder, parseDate, parseLocalDate } from './dates.ts';
import { nonEmptyList, typeSpecificFields } from './fields.ts';
import { type FeedTraits, detectItemType, detectKind } from './kind.ts';
import { ownPicture, webAddress } from './links.ts';
import { detectFileKind } from './media-files.ts';
import { htmlToMarkdown } from './markdown.ts';
import { findAuthor } from './author.ts';
import { foldPost, withAttachedPictures, withoutPostMark } from './post.ts';
import { toHtml } from './markup.ts';
import { isCounter } from './pixels.ts';
import { plainText, shorten, titleText } from './plain-text.ts';
import { readTeaser } from './subscriber-texts.ts';
import { type RepeatedSentences, summariseItem } from './summary.ts';
import { digestKeysInName, type PrivateKeys, removeKeys } from '../without-keys.ts';
import { sha256 } from '#domain/ids.ts';
import { decodePercents } from '#domain/text/decode.ts';

/** Facts that identify an entry and are cheap to compute. */
export interface EntryFacts {
  guid: string | undefined;
  link: string | undefined;
  title: string;
  /** Date for keys: in UTC if it could be parsed, else as the feed states it. */
  dateText: string;
  date: string | undefined;
  /** Date with the offset of its source, unless that is UTC. */
  localDate?: string;
  /** End of an event with the offset of its source. */
  endDate?: string;
  /** True if the date is the start of an event or a stream. */
  isStart?: true | undefined;
  hash: string;
  /** Digest of what the hash leaves out. */
  unhashed: string;
}

export interface NormalisedEntry extends EntryFacts {
  /** True if the hash is known but something that it leaves out has changed. */
  hasUnhashedChange?: true | undefined;
  /** True if the entry is known and unchanged, but its content is converted again after an upgrade. */
  isConvertedAgain?: true | undefined;
  /** Content of the item; undefined if the item is known and unchanged. */
  content?: EntryContent;
  /** True if the chapters file was not read, so that stored chapters stay. */
  lacksChapters?: true | undefined;
}

interface EntryContent {
  item: EntryItem;
  body: string;
  /** Names of the fields from which an address with a personal key was removed. */
  withheld?: string[];
  /** Kinds of content that the body leaves out on purpose. */
  omissions?: NoticeCode[];
}
export const entryTitle = ({ content, title }: NormalisedEntry): string => content?.item.title ?? title;

type EntryItem = Omit<StoredItem, 'id' | 'date' | 'source' | 'approvedAt'>;

export function readEntryFacts(
  item: FeedItem,
  { document, timeZone, dateOrder, privateKeys }: NormaliseContext,
): EntryFacts {
  const { guid, event, published, updated } = item;
  const occasion = event ?? item.live;
  const language = item.language ?? document.language;
  const dateContext = { timeZone, language, order: dateOrder };
  const spelling = [occasion?.start, published, updated].find((text) => parseDate(text, dateContext) !== undefined);
  const date = parseDate(spelling, dateContext);
  const localDate = parseLocalDate(spelling, dateContext);
  const { link, title } = removeKeys({ link: webAddress(item.link), title: titleText(item) }, privateKeys).values;
  return {
    guid: guid && digestKeysInName(guid, privateKeys),
    link,
    title,
    dateText: parseDate(spelling) ?? cleanLine(published ?? ''),
    date,
    localDate: localDate === date ? undefined : localDate,
    endDate: parseLocalDate(event?.end, { timeZone, language }),
    isStart: occasion && true,
    hash: sourceHash(item),
    unhashed: unhashedDigest(item, document),
  };
}

/** Feed to which an item belongs. */
export interface NormaliseContext {
  document: FeedDocument;
  traits: FeedTraits;
  feed: Feed;
  /** Sentences with which many texts of the feed end. */
  repeated: RepeatedSentences;
  /** Time zone of dates without an offset; UTC by default. */
  timeZone?: string | undefined;
  dateOrder?: DateOrder;
  privateKeys: PrivateKeys;
}

export function normaliseItem(original: FeedItem, context: NormaliseContext): EntryContent {
  const { document, traits, feed, repeated, timeZone, privateKeys } = context;
  const type = detectItemType(original, traits, feed);
  const { item, isCut } = readFreeParts(original, document);
  const isPost = type === 'timeline' && detectKind(item, traits, feed) === 'post';
  const { body, omissions } = convertText(item, isPost, context);
  const content: EntryItem = {
    type,
    title: chooseTitle(isPost ? withoutPostMark(titleText(item)) : titleText(item), item, document),
    updatedAt: parseDate(item.updated, { timeZone, language: item.language ?? document.language }),
    summary: summariseItem({ item, body, repeated, isPost: type === 'timeline' }),
    canonicalUrl: webAddress(item.link),
    author: findAuthor(item, document),
    language: [item.language, document.language, feed.language].map(languageTag).find(Boolean),
    image: ownPicture(item, feed) ?? findImage(item) ?? (type === 'timeline' ? firstPicture(body) : undefined),
    keywords: normaliseKeywords([...item.categories, ...(feed.keywords ?? [])]),
    themeIds: [],
    sourceFeed: feed.id,
    access: isCut ? 'source' : undefined,
    ...typeSpecificFields(type, item, context),
  };
  const { item: folded, body: open } = foldPost({ item: content, body }, item);
  const { values, fields } = removeKeys({ ...folded, body: open }, privateKeys);
  const { body: text, ...rest } = values;
  return { item: rest, body: text, withheld: nonEmptyList(fields), omissions: nonEmptyList(omissions) };
}

/**
 * Returns an item without calls to subscribe. Files of a cut text that its source states as empty are left out, since
 * only subscribers get them.
 */
function readFreeParts(item: FeedItem, document: FeedDocument): { item: FeedItem; isCut: boolean } {
  const { html, isCut } = readTeaser(item.html, item, document);
  const summary = readTeaser(item.summary, item, document).html;
  const enclosures = isCut ? item.enclosures.filter(({ bytes }) => bytes !== 0) : item.enclosures;
  return { item: { ...item, html, summary, enclosures }, isCut };
}

/** Returns the text as Markdown, and the kinds of content that it leaves out on purpose. */
function convertText(item: FeedItem, isPost: boolean, { document, feed }: NormaliseContext) {
  const omissions: NoticeCode[] = [];
  const body = htmlToMarkdown(isPost ? withAttachedPictures(item) : item.html, {
    base: item.base ?? item.link ?? document.base,
    page: item.link,
    link: item.link ?? document.link,
    keepsMedia: feed.file !== undefined,
    omissions,
  });
  return { body, omissions };
}

const chooseTitle = (stated: string, { html }: FeedItem, document: FeedDocument): string =>
  shorten(stated, 300) || firstWords(bodyText(html)) || firstWords(plainText(document.title)) || 'Untitled';

/** Returns the beginning of the body, which is enough for a title. */
const bodyText = (html: string | undefined): string => plainText(toHtml(html?.slice(0, 6000) ?? ''));
const firstWords = (text: string): string => shorten(text, 80);

function findImage(item: FeedItem): string | undefined {
  const enclosed = item.enclosures.find((file) => detectFileKind(file) === 'image');
  const candidates = [item.image, enclosed?.url].filter((address) => !isCounter(address));
  return webAddress(candidates[0]) ?? webAddress(candidates[1]);
}

/** Returns the first picture of a text in Markdown, for entries whose text no page shows in full. */
const firstPicture = (body: string): string | undefined => webAddress(/!\[[^\]]*\]\(<?(\S+?)>?[\s)]/.exec(body)?.[1]);

/** Returns at most 30 different keywords in lower case with at most 60 characters each. */
export function normaliseKeywords(words: string[]): string[] {
  const clean = words.map((word) => plainText(word).toLowerCase()).filter((word) => word && word.length <= 60);
  return [...new Set(clean)].slice(0, 30);
}

/**
 * Hashes the raw fields, so that changes of the normaliser do not send items back to review. Fields that change
 * without an edit are left out: counters, the modification time, and the build time that calendars use as the
 * publication date. Adding a field here sends every known item back to review; add it to the digest below instead.
 */
function sourceHash(item: FeedItem): string {
  const { guid, link, title, html, summary, author, categories, podcast, event, live } = item;
  const published = event ? undefined : item.published;
  const files = item.enclosures.map(({ url, type }) => [url, type]);
  return sha256(
    JSON.stringify([guid, link, title, html, summary, published, author, categories, files, podcast, event, live]),
  );
}

/** Digests the fields that the hash leaves out and the fields of the channel that apply to each item. */
function unhashedDigest(item: FeedItem, { language }: FeedDocument): string {
  const { image, mediaFile, video, alternates = [], enclosures, authors, sharedFrom, isReply, isSensitive } = item;
  const values = [
    isCounter(image) ? undefined : lastingPath(image),
    mediaFile,
    (item.language ?? language)?.trim().toLowerCase(),
    [video.id, lastingPath(video.playerUrl), lastingPath(video.thumbnailUrl), video.duration],
    alternates.map(({ url, type, height }) => [fileName(url), type, height]),
    enclosures.map(roundedDuration),
    // Added only if present, so that the digests of other items stay the same.
    ...(authors || sharedFrom !== undefined ? [authors, sharedFrom] : []),
    ...(isReply || isSensitive ? [isReply, isSensitive] : []),
  ];
  return sha256(JSON.stringify(values)).slice(0, 12);
}

const roundedDuration = ({ durationSeconds }: ItemEnclosure): number | undefined =>
  durationSeconds === undefined ? undefined : Math.round(durationSeconds);

/**
 * Returns the part of an address that stays the same while signatures, hosts or proxies change: its path, or the path
 * of an address that it contains.
 */
function lastingPath(address: string | undefined): string | undefined {
  if (!address) return undefined;
  const inner = decodePercents(address)
    .split(/(?=https?:\/)/i)
    .at(-1)!;
  return URL.parse(inner)?.pathname ?? inner.replace(/[?#].*/s, '');
}

/** Returns the file name only, since services that count listeners put other hosts into the path. */
const fileName = (address: string): string | undefined => lastingPath(address)?.split('/').at(-1);
