// Reads RSS of any version, including RDF: rss-parser parses the standardised feed, the rest comes from the element
// tree.
import RssParser from 'rss-parser';
import type { ChannelFacts, FeedDocument, FeedItem } from '../feed-document.ts';
import { type Bases, readTexts } from './bases.ts';
import { readExtras } from './extras.ts';
import { writeStandardRss } from './mend.ts';
import { readPersons } from './podcast.ts';
import {
  elementAddress,
  readAttribute,
  findChild,
  findChildren,
  findChildText,
  findDescendants,
  elementHtml,
  elementText,
  isElement,
} from './tree.ts';
import type { XmlElement } from './xml.ts';

interface Itunes {
  author?: string;
  subtitle?: string;
  duration?: string;
  season?: string;
  episode?: string;
  episodeType?: string;
  explicit?: string;
  keywords?: string;
}
interface RssItem {
  title?: string;
  pubDate?: string;
  date?: string;
  creator?: string;
  language?: string;
  guid?: string;
  categories?: string[];
  itunes?: Itunes;
}
interface RssFeed {
  language?: string;
  'dc:language'?: string;
  creator?: string;
  generator?: string;
  managingEditor?: string;
}

export async function readRss(root: XmlElement, bases: Bases): Promise<FeedDocument> {
  const channel = findDescendants(root, ({ ns, name }) => ns === 'rss' && name === 'channel')[0] ?? root;
  // Some generators write empty items.
  const elements = findDescendants(root, isItem).filter(({ children }) => children.some(isElement));
  // The parser is stateful and cannot be shared.
  const parser = new RssParser<RssFeed, RssItem>({ customFields: { feed: ['dc:language'] } });
  const feed = await parser.parseString(writeStandardRss(channel, elements));
  const owner = findChild(channel, 'itunes', 'owner');
  return {
    title: feed.title?.trim(),
    link: elementAddress(findChild(channel, 'rss', 'link')),
    language: feed.language ?? feed['dc:language'],
    author: feed.itunes?.author ?? feed.creator ?? feed.managingEditor,
    owner: owner && findChildText(owner, 'itunes', 'name'),
    persons: readPersons(channel),
    generator: feed.generator,
    image: findPicture(channel, root),
    channel: readChannel(channel),
    newUrl: findChildText(channel, 'itunes', 'new-feed-url'),
    base: bases.base,
    self: bases.self,
    items: feed.items.map((item) => readRssItem(item, elements[Number(item.guid)]!, bases)),
  };
}

/** Reads the facts that describe the show as a whole. */
function readChannel(channel: XmlElement): ChannelFacts {
  const owner = findChild(channel, 'itunes', 'owner');
  return {
    description:
      elementHtml(findChild(channel, 'rss', 'description')) ??
      elementHtml(findChild(channel, 'itunes', 'summary', 'subtitle')),
    copyright: findChildText(channel, 'rss', 'copyright') ?? findChildText(channel, 'dc', 'rights'),
    categories: findChildren(channel, 'itunes', 'category').map((category) => ({
      name: readAttribute(category, 'text'),
      subcategory: readAttribute(findChild(category, 'itunes', 'category'), 'text'),
    })),
    explicit: findChildText(channel, 'itunes', 'explicit'),
    guid: findChildText(channel, 'podcast', 'guid'),
    type: findChildText(channel, 'itunes', 'type'),
    ownerEmail: owner && findChildText(owner, 'itunes', 'email'),
    funding: findChildren(channel, 'podcast', 'funding').map((element) => ({
      url: elementAddress(element, 'url'),
      label: elementText(element),
    })),
  };
}

function findPicture(channel: XmlElement, root: XmlElement): string | undefined {
  const image = findChild(channel, 'rss', 'image') ?? findChild(root, 'rss', 'image');
  const address = elementAddress(findChild(channel, 'itunes', 'image'), 'href');
  return address ?? (image && elementAddress(findChild(image, 'rss', 'url')));
}

/** Recognises items, including podcast:liveItem, which has the same children. */
const isItem = ({ ns, name }: XmlElement): boolean =>
  (ns === 'rss' && name === 'item') || (ns === 'podcast' && name === 'liveitem');

function readRssItem(item: RssItem, element: XmlElement, bases: Bases): FeedItem {
  const extras = readExtras(element);
  const body = findChild(element, 'content', 'encoded') ?? findChild(element, 'xhtml', 'body');
  const description = findChildren(element, 'rss', 'description').find(elementText);
  const texts = readTexts(element, body, description, bases);
  const { itunes = {} } = item;
  return {
    ...extras,
    ...texts,
    html: texts.html || extras.html,
    summary: texts.summary ?? itunes.subtitle,
    guid: findChildText(element, 'rss', 'guid') ?? readAttribute(element, 'about'),
    link: findLink(element),
    title: item.title,
    published: item.pubDate ?? item.date ?? extras.published,
    author: item.creator ?? itunes.author ?? extras.author,
    language: item.language,
    categories: readCategories(item),
    podcast: { ...itunesFacts(itunes), ...extras.podcast },
  };
}

function readCategories({ categories = [], itunes }: RssItem): string[] {
  const names = categories.filter((category) => typeof category === 'string');
  return typeof itunes?.keywords === 'string' ? [...names, ...itunes.keywords.split(',')] : names;
}

const itunesFacts = ({ duration, season, episode, episodeType, explicit }: Itunes) => ({
  duration,
  season,
  episode,
  episodeType,
  explicit,
});

/** Returns the link, or the guid if it is an absolute web address and not marked as no permalink. */
function findLink(item: XmlElement): string | undefined {
  const link = findChildren(item, 'rss', 'link').find(elementText);
  if (link) return elementAddress(link);
  const guid = findChildren(item, 'rss', 'guid').find(elementText);
  const isNoPermalink = readAttribute(guid, 'ispermalink')?.toLowerCase() === 'false';
  return (isNoPermalink ? undefined : elementAddress(guid)) ?? elementAddress(findChild(item, 'atom', 'link'), 'href');
}
