// JSON Feed 1.0 and 1.1, read by feedsmith.
import { parseJsonFeed } from 'feedsmith';
import { type FeedDocument, type FeedItem, FeedProblem, isMediaFile } from '../feed-document.ts';
import { baseOf } from './bases.ts';
import { mediaType } from './media-type.ts';
import { severalNames } from './names.ts';

type JsonFeed = ReturnType<typeof parseJsonFeed<string>>;
type JsonItem = NonNullable<JsonFeed['items']>[number];

export function readJsonFeed(text: string, address: string | undefined): FeedDocument {
  const feed = parse(text);
  const home = absolute(feed.home_page_url, baseOf(address)) ?? baseOf(feed.feed_url) ?? baseOf(address);
  return {
    title: feed.title,
    link: absolute(feed.home_page_url, baseOf(address)),
    language: feed.language,
    author: namesOf(feed.authors)?.join(', ') ?? feed.authors?.[0]?.name,
    image: absolute(feed.icon, home),
    base: home,
    self: feed.feed_url,
    items: (feed.items ?? []).map((item) => feedItem(item, home)),
  };
}

/** Keys that no feed has; for feedsmith an object with one of them is none. */
const withoutPrototypes = (key: string, value: unknown): unknown =>
  key === '__proto__' || key === 'constructor' ? undefined : value;

function parse(text: string): JsonFeed {
  let value: unknown;
  try {
    value = JSON.parse(text, withoutPrototypes);
  } catch (error) {
    throw new FeedProblem(
      `The JSON is broken: ${(error as Error).message}`,
      'The source sends a damaged file; usually it mends itself. If not, tell its operator.',
    );
  }
  try {
    return parseJsonFeed(value);
  } catch {
    throw new FeedProblem(
      `The answer is JSON, but not a JSON Feed: ${text.slice(0, 80)}`,
      'Check the address: it should lead to a feed, not to another interface.',
    );
  }
}

function feedItem(item: JsonItem, base: string | undefined): FeedItem {
  const picture = item.image ?? item.banner_image;
  return {
    guid: item.id,
    link: absolute(item.url, base) ?? absolute(item.external_url, base),
    title: item.title,
    html: item.content_html ?? (item.content_text && plainAsHtml(item.content_text)),
    summary: item.summary && plainAsHtml(item.summary),
    published: item.date_published,
    updated: item.date_modified,
    author: item.authors?.[0]?.name,
    authors: namesOf(item.authors),
    language: item.language,
    image: absolute(picture, base),
    mediaFile: isMediaFile(picture) ? picture : undefined,
    categories: item.tags ?? [],
    enclosures: (item.attachments ?? []).flatMap(({ url, mime_type, size_in_bytes: size, duration_in_seconds }) => {
      const address = absolute(url, base);
      return address
        ? [{ url: address, type: mediaType(mime_type), bytes: size, durationSeconds: duration_in_seconds }]
        : [];
    }),
    podcast: { transcripts: [], persons: [] },
    video: {},
  };
}

const namesOf = (authors: JsonItem['authors']) => severalNames((authors ?? []).map(({ name }) => name));

const plainAsHtml = (text: string): string => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;');

const absolute = (address: string | undefined, base: string | undefined): string | undefined =>
  address ? URL.parse(address, base)?.href : undefined;
