// Reads facts about a web page, its feeds and its owner from head, links and JSON-LD.
import { type CheerioAPI, loadBuffer } from 'cheerio';
import { cleanLine } from '#domain/text/invisible.ts';
import { plainText } from '../ingest/normalise/plain-text.ts';
import { type Entity, readEntities } from './json-ld.ts';
import { type PagePeople, readPagePeople } from './page-people.ts';
import { type WebPage, webAddress } from './web.ts';

export interface PageLink {
  url: string;
  text: string;
  /** True if the page states that the address belongs to the same person (rel=me, sameAs). */
  isMe: boolean;
  /** True if the link is part of a navigation, header or footer. */
  isNavigation: boolean;
}
export interface PageFacts {
  url: string;
  title?: string | undefined;
  /** First heading of level 1. */
  heading?: string | undefined;
  siteName?: string | undefined;
  author?: string | undefined;
  description?: string | undefined;
  image?: string | undefined;
  themeColor?: string | undefined;
  language?: string | undefined;
  keywords: string[];
  feeds: { url: string; title: string }[];
  links: PageLink[];
  entities: Entity[];
  /** Id of a YouTube channel, which its page contains. */
  channelId?: string | undefined;
  people: PagePeople;
}

/** Number of bytes that are read of a page. */
const maxBytes = 4 * 1024 * 1024;
const maxLinks = 5000;
const maxElements = 200;

const feedTypes = /^(application|text)\/(rss\+xml|atom\+xml|rdf\+xml|feed\+json|calendar)\b/i;

export function readPageFacts({ url, contentType, bytes }: WebPage): PageFacts {
  const charset = /charset\s*=\s*["']?([\w.:-]+)/i.exec(contentType)?.[1];
  const $ = loadBuffer(Buffer.from(bytes.subarray(0, maxBytes)), {
    encoding: { transportLayerEncodingLabel: charset },
  });
  const base = webAddress($('base[href]').attr('href'), url) ?? url;
  const meta = (...names: string[]) => readMeta($, names);
  const entities = $('script[type="application/ld+json"]')
    .toArray()
    .flatMap((script) => readEntities($(script).text(), base))
    .slice(0, maxElements);
  return {
    url,
    title: nonEmptyPlainText($('title').first().text()),
    heading: nonEmptyPlainText($('h1').first().text()),
    siteName: nonEmptyPlainText(meta('og:site_name', 'application-name')),
    author: nonEmptyPlainText(meta('author', 'article:author', 'twitter:creator')?.replace(/^https?:.*$/, '')),
    description: nonEmptyPlainText(meta('og:description', 'description', 'twitter:description')),
    image: webAddress(meta('og:image', 'twitter:image'), base),
    themeColor: meta('theme-color'),
    language: nonEmptyLine($('html').attr('lang')) ?? meta('og:locale')?.replace('_', '-'),
    keywords: (nonEmptyPlainText(meta('keywords')) ?? '').split(',').map(cleanLine).filter(Boolean),
    feeds: readFeedLinks($, base),
    links: [...readLinks($, base), ...entities.flatMap(({ sameAs }) => sameAs.map((same) => profileLink(same)))],
    entities,
    channelId: findChannelId($),
    people: readPagePeople($, base),
  };
}

const profileLink = (url: string): PageLink => ({ url, text: '', isMe: true, isNavigation: false });
const nonEmptyLine = (text: string | undefined): string | undefined => cleanLine(text ?? '') || undefined;
/** Returns plain text, which many templates escape twice. */
const nonEmptyPlainText = (text: string | undefined): string | undefined => plainText(text) || undefined;

/** Returns the content of the first meta element, in the order of the names, that is not empty. */
function readMeta($: CheerioAPI, names: string[]): string | undefined {
  for (const name of names) {
    for (const attribute of ['property', 'name']) {
      const content = nonEmptyLine($(`meta[${attribute}="${name}"]`).first().attr('content'));
      if (content) return content;
    }
  }
  return undefined;
}

function readFeedLinks($: CheerioAPI, base: string): PageFacts['feeds'] {
  const feedLinks = $('link[rel~="alternate"], a[rel~="alternate"], a[type]').toArray();
  return feedLinks.slice(0, maxElements).flatMap((element) => {
    const url = webAddress($(element).attr('href'), base);
    // Early JSON feeds have the type of JSON, which WordPress uses for its API as well.
    const type = $(element).attr('type') ?? '';
    const isFeed = feedTypes.test(type) || (type === 'application/json' && /feed/i.test(url ?? ''));
    return url && isFeed ? [{ url, title: plainText($(element).attr('title') ?? $(element).text()) }] : [];
  });
}

const navigation = 'nav, header, footer, [role="navigation"], [role="banner"], [role="contentinfo"]';

function readLinks($: CheerioAPI, base: string): PageLink[] {
  return $('a[href], link[rel~="me"][href], iframe[src], frame[src]')
    .toArray()
    .slice(0, maxLinks)
    .flatMap((element) => {
      const url = webAddress($(element).attr('href') ?? $(element).attr('src'), base);
      const isMe = /(^|\s)me(\s|$)/i.test($(element).attr('rel') ?? '');
      const isNavigation = $(element).closest(navigation).length > 0 || $(element).is('iframe, frame');
      return url ? [{ url, text: plainText($(element).text()).slice(0, 100), isMe, isNavigation }] : [];
    });
}

function findChannelId($: CheerioAPI): string | undefined {
  const metaId = $('meta[itemprop="identifier"], meta[itemprop="channelId"]').attr('content');
  const canonical = $('link[rel="canonical"]').attr('href');
  const inScript = () => /"(?:channelId|externalId)":"(UC[\w-]{22})"/.exec($('script').text())?.[1];
  return [metaId, /\/channel\/(UC[\w-]{22})/.exec(canonical ?? '')?.[1]].find(isChannelId) ?? inScript();
}

const isChannelId = (text: string | undefined): boolean => /^UC[\w-]{22}$/.test(text ?? '');
