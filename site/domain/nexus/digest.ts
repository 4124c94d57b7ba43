// New items of all members as JSON Feed, RSS or Atom. Texts of other rooms are always escaped.
import { generateAtomFeed, generateJsonFeed, generateRssFeed } from 'feedsmith';
import type { ContentItem } from '#contract/schemas/content.ts';
import type { NexusDigestQuery } from '#contract/schemas/nexus.ts';
import { dayMs, isoDay } from '../instants.ts';
import type { PublicFacts } from '../room.ts';
import { escapeMarkup, xmlText } from '../text/markup.ts';

export interface DigestItem {
  title: string;
  url: string;
  /** YYYY-MM-DD. */
  date: string;
  summary: string;
  topics: string[];
  author: string;
  authorUrl: string;
}

/** Returns the first and last day of a digest. Items after tomorrow are excluded, because they would stay on top. */
export const digestDays = ({ window = '7d' }: NexusDigestQuery, now: number): { from: string; to: string } => ({
  from: isoDay(now - Number.parseInt(window) * dayMs),
  to: isoDay(now + dayMs),
});

/** Returns the digest items of a room without a Nexus. */
export const digestItemsOfRoom = (
  { creator, baseUrl }: Pick<PublicFacts, 'creator' | 'baseUrl'>,
  items: ContentItem[],
): DigestItem[] =>
  items.map(({ title, url, date, summary = '', keywords }) => {
    return { title, url, date, summary, topics: keywords, author: creator.name, authorUrl: `${baseUrl}/` };
  });

interface DigestFrame {
  title: string;
  description?: string | undefined;
  self: string;
  page: string;
  items: DigestItem[];
}

const publishedAt = ({ date }: DigestItem) => new Date(`${date}T00:00:00Z`);
const summaryHtml = ({ summary }: DigestItem): string => (summary ? `<p>${escapeMarkup(xmlText(summary))}</p>` : '');
const newestDate = ({ items }: DigestFrame): Date => (items[0] ? publishedAt(items[0]) : new Date(0));

/** Renders JSON Feed. The format requires `items`, which the library omits if it is empty. */
const renderJson = ({ title, description, self, page, items }: DigestFrame): string =>
  JSON.stringify({
    items: [],
    ...(generateJsonFeed({
      title,
      ...(description && { description }),
      home_page_url: page,
      feed_url: self,
      items: items.map((item) => ({
        id: item.url,
        url: item.url,
        title: item.title,
        content_text: item.summary || item.title,
        date_published: publishedAt(item),
        authors: [{ name: item.author, url: item.authorUrl }],
        ...(item.topics.length > 0 && { tags: item.topics }),
      })),
    }) as object),
  });

const renderRss = (frame: DigestFrame): string =>
  generateRssFeed({
    title: xmlText(frame.title),
    link: frame.page,
    description: xmlText(frame.description ?? frame.title),
    lastBuildDate: newestDate(frame),
    atom: { links: [{ href: frame.self, rel: 'self', type: 'application/rss+xml' }] },
    items: frame.items.map((item) => ({
      title: xmlText(item.title),
      link: item.url,
      guid: { value: item.url, isPermaLink: true },
      pubDate: publishedAt(item),
      description: summaryHtml(item),
      categories: item.topics.map((name) => ({ name: xmlText(name) })),
      dc: { creators: [xmlText(item.author)] },
    })),
  });

const renderAtom = (frame: DigestFrame): string =>
  generateAtomFeed({
    id: frame.self,
    title: { value: xmlText(frame.title) },
    ...(frame.description && { subtitle: { value: xmlText(frame.description) } }),
    updated: newestDate(frame),
    links: [
      { href: frame.self, rel: 'self', type: 'application/atom+xml' },
      { href: frame.page, rel: 'alternate', type: 'text/html' },
    ],
    entries: frame.items.map((item) => ({
      id: item.url,
      title: { value: xmlText(item.title) },
      updated: publishedAt(item),
      authors: [{ name: xmlText(item.author), uri: item.authorUrl }],
      links: [{ href: item.url, rel: 'alternate', type: 'text/html' }],
      categories: item.topics.map((term) => ({ term: xmlText(term) })),
      ...(item.summary && { summary: { value: summaryHtml(item), type: 'html' } }),
    })),
  });

export const digestFormats = {
  json: { type: 'application/feed+json', make: renderJson },
  rss: { type: 'application/rss+xml; charset=utf-8', make: renderRss },
  atom: { type: 'application/atom+xml; charset=utf-8', make: renderAtom },
} as const;
