// Whether a page is a feed, and what the feed says about itself; read with the very steps that ingest uses.
import { load } from 'cheerio';
import type { ItemType } from '#contract/content-types.ts';
import { decodeFeed } from '../ingest/decode.ts';
import type { FeedDocument } from '../ingest/feed-document.ts';
import type { NormalisedEntry } from '../ingest/normalise/normalise.ts';
import { plainText, titleText } from '../ingest/normalise/plain-text.ts';
import { parseFeed } from '../ingest/parse/parse.ts';
import type { FeedReader } from '../ingest/reader.ts';
import { type WebPage, webAddress } from './web.ts';

export interface FeedFacts {
  title?: string | undefined;
  author?: string | undefined;
  description?: string | undefined;
  language?: string | undefined;
  image?: string | undefined;
  /** The host of the show (podcast:person). */
  hostImage?: string | undefined;
  /** Of each entry: what its feed files it under, and its title. */
  about: { keywords: string[]; title: string }[];
  entries: number;
  /** What most of its entries are. */
  type: ItemType;
  /** The same for the RSS and the Atom form of one feed. */
  fingerprint: string;
}
/** `undefined` when the page is no feed that ingest could read. */
export type ReadFeedFacts = (page: WebPage) => Promise<FeedFacts | undefined>;

/** The reader bounds time and memory; what it could read is then safe to be parsed here. */
export const createFeedFactsReader =
  (reader: FeedReader): ReadFeedFacts =>
  async ({ url, contentType, bytes }) => {
    try {
      const feed = { id: 'candidate', url };
      const outcome = await reader.read({ feed, bytes, contentType, address: url, knownHashes: new Set() });
      if (!('reading' in outcome)) return undefined;
      const { text } = decodeFeed(bytes, contentType);
      const { document } = await parseFeed(text, url);
      return describeFeedDocument(document, outcome.reading.entries, text);
    } catch {
      return undefined;
    }
  };

function describeFeedDocument(
  { title, author, language, image }: FeedDocument,
  entries: NormalisedEntry[],
  text: string,
): FeedFacts {
  const items = entries.flatMap(({ content }) => (content ? [content.item] : []));
  const type = byFrequency(items.map((item) => item.type))[0] ?? 'article';
  const own = readFeedHead(text);
  const newest = entries.slice(0, 5).map((entry) => entry.link ?? entry.guid ?? entry.title);
  return {
    title: nonEmptyTitle(title),
    author: nonEmptyTitle(author),
    description: nonEmptyTitle(own.description),
    hostImage: own.hostImage,
    language,
    image,
    about: items.map(({ keywords, title }) => ({ keywords, title })),
    entries: entries.length,
    type,
    fingerprint: JSON.stringify([type, entries.length ? newest : title]),
  };
}

const nonEmptyTitle = (text: string | undefined): string | undefined => titleText(text).slice(0, 1000) || undefined;

function byFrequency<T>(values: T[]): T[] {
  const counts = new Map<T, number>();
  for (const value of values) counts.set(value, (counts.get(value) ?? 0) + 1);
  return [...counts].sort((a, b) => b[1] - a[1]).map(([value]) => value);
}

/** The feed's own elements come before its entries. */
function readFeedHead(text: string): { description?: string | undefined; hostImage?: string | undefined } {
  if (/^\s*\{/.test(text)) {
    const { description } = JSON.parse(text) as { description?: unknown };
    return { description: typeof description === 'string' ? description : undefined };
  }
  const head = text.slice(0, 100_000).split(/<(?:item|entry)[\s>]/)[0]!;
  const $ = load(head, { xml: true });
  const said = $('channel > description, feed > subtitle, channel > itunes\\:summary').first().text();
  const hostImage = webAddress($('channel > podcast\\:person[img]').first().attr('img'));
  return { description: plainText(said), hostImage };
}
