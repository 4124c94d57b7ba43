// Reads JSON Feed 1.0 and 1.1 with feedsmith.
import { parseJsonFeed } from 'feedsmith';
import { type FeedDocument, type FeedItem, isMediaFile } from '../feed-document.ts';
import { SourceError } from '#contract/source-problems.ts';
import { publicBase } from './bases.ts';
import { firstAuthor, mediaType, plainToHtml, severalAuthors } from './values.ts';

type JsonFeed = ReturnType<typeof parseJsonFeed<string>>;
type JsonItem = NonNullable<JsonFeed['items']>[number];

export function readJsonFeed(text: string, address: string | undefined): FeedDocument {
  const feed = parseJson(text);
  const home =
    absoluteAddress(feed.home_page_url, publicBase(address)) ?? publicBase(feed.feed_url) ?? publicBase(address);
  return {
    title: feed.title,
    link: absoluteAddress(feed.home_page_url, publicBase(address)),
    language: feed.language,
    author: severalAuthors(feed.authors)?.join(', ') ?? firstAuthor(feed.authors),
    image: absoluteAddress(feed.icon, home),
    channel: { description: plainToHtml(feed.description) },
    base: home,
    self: feed.feed_url,
    items: (feed.items ?? []).map((item) => readJsonItem(item, home)),
  };
}

/** Drops keys that no feed needs, because feedsmith rejects objects that contain them. */
const withoutPrototypes = (key: string, value: unknown): unknown =>
  key === '__proto__' || key === 'constructor' ? undefined : value;

function parseJson(text: string): JsonFeed {
  let value: unknown;
  try {
    value = JSON.parse(text, withoutPrototypes);
  } catch (error) {
    throw new SourceError('json_damaged', { cause: (error as Error).message });
  }
  try {
    return parseJsonFeed(value);
  } catch {
    throw new SourceError('not_a_json_feed', { start: text.slice(0, 80) });
  }
}

function readJsonItem(item: JsonItem, base: string | undefined): FeedItem {
  const picture = item.image ?? item.banner_image;
  return {
    guid: item.id,
    link: absoluteAddress(item.url, base) ?? absoluteAddress(item.external_url, base),
    title: item.title,
    hasTextTitle: true,
    html: item.content_html ?? plainToHtml(item.content_text),
    summary: plainToHtml(item.summary),
    published: item.date_published,
    updated: item.date_modified,
    author: firstAuthor(item.authors),
    authors: severalAuthors(item.authors),
    language: item.language,
    image: absoluteAddress(picture, base),
    mediaFile: isMediaFile(picture) ? picture : undefined,
    categories: item.tags ?? [],
    enclosures: (item.attachments ?? []).flatMap(({ url, mime_type, size_in_bytes: size, duration_in_seconds }) => {
      const address = absoluteAddress(url, base);
      return address
        ? [{ url: address, type: mediaType(mime_type), bytes: size, durationSeconds: duration_in_seconds }]
        : [];
    }),
    podcast: { transcripts: [], persons: [] },
    video: {},
  };
}

const absoluteAddress = (address: string | undefined, base: string | undefined): string | undefined =>
  address ? URL.parse(address, base)?.href : undefined;
