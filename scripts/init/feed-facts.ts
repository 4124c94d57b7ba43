// Reads facts about a feed, with the same steps as ingest.
import { load } from 'cheerio';
import type { ItemType } from '#contract/content-types.ts';
import { decodeFeed } from '../ingest/decode.ts';
import type { FeedDocument } from '../ingest/feed-document.ts';
import type { NormalisedEntry } from '../ingest/normalise/normalise.ts';
import { plainText, titleText } from '../ingest/normalise/plain-text.ts';
import { parseFeed } from '../ingest/parse/parse.ts';
import { readFeed } from '../ingest/read-feed.ts';
import { type WebPage, webAddress } from './web.ts';

export interface FeedFacts {
  title?: string | undefined;
  author?: string | undefined;
  description?: string | undefined;
  language?: string | undefined;
  image?: string | undefined;
  /** Picture of the host of the show (podcast:person). */
  hostImage?: string | undefined;
  /** Keywords and title of each entry. */
  about: { keywords: string[]; title: string }[];
  /** Number of entries. */
  entries: number;
  /** Addresses of the entries. */
  itemUrls: string[];
  /** True if the entries are comments of readers. */
  isComments: boolean;
  /** Type of most entries. */
  type: ItemType;
  /** Value that is equal for the RSS and the Atom form of one feed. */
  fingerprint: string;
}
/** Reads facts about a feed. Throws a SourceError if ingest cannot read the page as a feed. Runs in a worker. */
export async function readFeedFacts({ url, contentType, bytes }: WebPage): Promise<FeedFacts> {
  const feed = { id: 'candidate', url };
  const { entries } = await readFeed({ feed, bytes, contentType, address: url, knownHashes: new Set() });
  const { text } = decodeFeed(bytes, contentType);
  const { document } = await parseFeed(text, url);
  return describeFeedDocument(document, entries, text);
}

function describeFeedDocument(
  { title, author, language, image, items: sources }: FeedDocument,
  entries: NormalisedEntry[],
  text: string,
): FeedFacts {
  const items = entries.flatMap(({ content }) => (content ? [content.item] : []));
  const type = sortByFrequency(items.map((item) => item.type))[0] ?? 'article';
  const head = readFeedHead(text);
  const newest = entries.slice(0, 5).map((entry) => entry.link ?? entry.guid ?? entry.title);
  return {
    title: nonEmptyTitle(title),
    author: nonEmptyTitle(author),
    description: nonEmptyTitle(head.description),
    hostImage: head.hostImage,
    language,
    image,
    about: items.map(({ keywords, title }) => ({ keywords, title })),
    entries: entries.length,
    itemUrls: sources.flatMap(({ link }) => webAddress(link) ?? []),
    isComments: sources.length > 0 && sources.every(({ link }) => /#comment/i.test(link ?? '')),
    type,
    fingerprint: JSON.stringify([type, entries.length ? newest : title]),
  };
}

const nonEmptyTitle = (title: string | undefined): string | undefined =>
  titleText({ title }).slice(0, 1000) || undefined;

function sortByFrequency<T>(values: T[]): T[] {
  const counts = new Map<T, number>();
  for (const value of values) counts.set(value, (counts.get(value) ?? 0) + 1);
  return [...counts].sort((a, b) => b[1] - a[1]).map(([value]) => value);
}

/** Reads the elements of the feed itself, which precede its entries. */
function readFeedHead(text: string): { description?: string | undefined; hostImage?: string | undefined } {
  if (/^\s*\{/.test(text)) {
    const { description } = JSON.parse(text) as { description?: unknown };
    return { description: typeof description === 'string' ? description : undefined };
  }
  const head = text.slice(0, 100_000).split(/<(?:item|entry)[\s>]/)[0]!;
  const $ = load(head, { xml: true });
  const descriptionText = $('channel > description, feed > subtitle, channel > itunes\\:summary').first().text();
  const hostImage = webAddress($('channel > podcast\\:person[img]').first().attr('img'));
  return { description: plainText(descriptionText), hostImage };
}
