// What a web page says about itself, its feeds and its owner: head, links, JSON-LD.
import { type CheerioAPI, loadBuffer } from 'cheerio';
import { cleanLine } from '#domain/text/invisible.ts';
import { plainText } from '../ingest/normalise/plain-text.ts';
import { type Entity, entitiesIn } from './json-ld.ts';
import { type PagePeople, peopleIn } from './page-people.ts';
import { type Page, webAddress } from './web.ts';

export interface PageLink {
  url: string;
  text: string;
  /** The page says that this address is the same person (rel=me, sameAs). */
  isMe: boolean;
}
export interface PageFacts {
  url: string;
  title?: string | undefined;
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
  /** A YouTube channel's id, which its page carries. */
  channelId?: string | undefined;
  people: PagePeople;
}

/** What a person could have written; the rest of a larger page is not looked at. */
const mostBytes = 4 * 1024 * 1024;
const mostLinks = 5000;
const mostNamed = 200;

const feedTypes = /^(application|text)\/(rss\+xml|atom\+xml|rdf\+xml|feed\+json)\b/i;

export function readPage({ url, contentType, bytes }: Page): PageFacts {
  const charset = /charset\s*=\s*["']?([\w.:-]+)/i.exec(contentType)?.[1];
  const $ = loadBuffer(Buffer.from(bytes.subarray(0, mostBytes)), {
    encoding: { transportLayerEncodingLabel: charset },
  });
  const base = webAddress($('base[href]').attr('href'), url) ?? url;
  const meta = (...names: string[]) => metaOf($, names);
  const entities = $('script[type="application/ld+json"]')
    .toArray()
    .flatMap((script) => entitiesIn($(script).text(), base))
    .slice(0, mostNamed);
  return {
    url,
    title: words($('title').first().text()),
    siteName: words(meta('og:site_name', 'application-name')),
    author: words(meta('author', 'article:author', 'twitter:creator')?.replace(/^https?:.*$/, '')),
    description: words(meta('og:description', 'description', 'twitter:description')),
    image: webAddress(meta('og:image', 'twitter:image'), base),
    themeColor: meta('theme-color'),
    language: some($('html').attr('lang')) ?? meta('og:locale')?.replace('_', '-'),
    keywords: (words(meta('keywords')) ?? '').split(',').map(cleanLine).filter(Boolean),
    feeds: feedLinks($, base),
    links: [...linksOf($, base), ...entities.flatMap(({ sameAs }) => sameAs.map((same) => me(same)))],
    entities,
    channelId: channelIdOf($),
    people: peopleIn($, base),
  };
}

const me = (url: string): PageLink => ({ url, text: '', isMe: true });
const some = (text: string | undefined): string | undefined => cleanLine(text ?? '') || undefined;
/** What people read: many a template escapes it twice. */
const words = (text: string | undefined): string | undefined => plainText(text) || undefined;

/** The first of the names, in this order, that has a text. */
function metaOf($: CheerioAPI, names: string[]): string | undefined {
  for (const name of names) {
    for (const attribute of ['property', 'name']) {
      const content = some($(`meta[${attribute}="${name}"]`).first().attr('content'));
      if (content) return content;
    }
  }
  return undefined;
}

function feedLinks($: CheerioAPI, base: string): PageFacts['feeds'] {
  const marked = $('link[rel~="alternate"], a[rel~="alternate"], a[type]').toArray();
  return marked.slice(0, mostNamed).flatMap((element) => {
    const url = webAddress($(element).attr('href'), base);
    // JSON Feed came with the plain type of JSON, which WordPress uses for its API as well.
    const type = $(element).attr('type') ?? '';
    const isFeed = feedTypes.test(type) || (type === 'application/json' && /feed/i.test(url ?? ''));
    return url && isFeed ? [{ url, title: plainText($(element).attr('title') ?? $(element).text()) }] : [];
  });
}

function linksOf($: CheerioAPI, base: string): PageLink[] {
  return $('a[href], link[rel~="me"][href]')
    .toArray()
    .slice(0, mostLinks)
    .flatMap((element) => {
      const url = webAddress($(element).attr('href'), base);
      const isMe = /(^|\s)me(\s|$)/i.test($(element).attr('rel') ?? '');
      return url ? [{ url, text: plainText($(element).text()).slice(0, 100), isMe }] : [];
    });
}

function channelIdOf($: CheerioAPI): string | undefined {
  const said = $('meta[itemprop="identifier"], meta[itemprop="channelId"]').attr('content');
  const canonical = $('link[rel="canonical"]').attr('href');
  const inScript = () => /"(?:channelId|externalId)":"(UC[\w-]{22})"/.exec($('script').text())?.[1];
  return [said, /\/channel\/(UC[\w-]{22})/.exec(canonical ?? '')?.[1]].find(isChannelId) ?? inScript();
}

const isChannelId = (text: string | undefined): boolean => /^UC[\w-]{22}$/.test(text ?? '');
