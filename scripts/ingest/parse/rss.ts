// RSS of any version, RDF too: rss-parser reads the mended feed, the tree gives what rss-parser loses.
import RssParser from 'rss-parser';
import type { FeedDocument, FeedItem } from '../feed-document.ts';
import { type Bases, explicitBase } from './bases.ts';
import { readExtras } from './extras.ts';
import { mendedRss } from './mend.ts';
import { readPersons } from './podcast.ts';
import { addressIn, attribute, childOf, childrenOf, childText, descendantsOf, htmlOf, textOf } from './tree.ts';
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
interface ReadItem {
  title?: string;
  pubDate?: string;
  date?: string;
  creator?: string;
  language?: string;
  guid?: string;
  categories?: string[];
  itunes?: Itunes;
}
interface ReadFeed {
  language?: string;
  'dc:language'?: string;
  creator?: string;
  generator?: string;
  managingEditor?: string;
}

export async function readRss(root: XmlElement, bases: Bases): Promise<FeedDocument> {
  const channel = descendantsOf(root, ({ ns, name }) => ns === 'rss' && name === 'channel')[0] ?? root;
  const elements = descendantsOf(root, isItem).filter(saysSomething);
  // A parser of its own each time: it keeps state while it reads.
  const parser = new RssParser<ReadFeed, ReadItem>({ customFields: { feed: ['dc:language'] } });
  const feed = await parser.parseString(mendedRss(channel, elements));
  const owner = childOf(channel, 'itunes', 'owner');
  const image = childOf(channel, 'rss', 'image') ?? childOf(root, 'rss', 'image');
  return {
    title: feed.title?.trim(),
    link: addressIn(childOf(channel, 'rss', 'link')),
    language: feed.language ?? feed['dc:language'],
    author: feed.itunes?.author ?? feed.creator ?? feed.managingEditor,
    owner: owner && childText(owner, 'itunes', 'name'),
    persons: readPersons(channel),
    generator: feed.generator,
    image: addressIn(childOf(channel, 'itunes', 'image'), 'href') ?? (image && addressIn(childOf(image, 'rss', 'url'))),
    newUrl: childText(channel, 'itunes', 'new-feed-url'),
    base: bases.base,
    self: bases.self,
    items: feed.items.map((item) => feedItem(item, elements[Number(item.guid)]!, bases)),
  };
}

/** A podcast:liveItem has the same children as an item. */
const isItem = ({ ns, name }: XmlElement): boolean =>
  (ns === 'rss' && name === 'item') || (ns === 'podcast' && name === 'liveitem');

/** Some generators leave empty items behind. */
const saysSomething = (item: XmlElement): boolean => item.children.some((node) => typeof node !== 'string');

function feedItem(item: ReadItem, element: XmlElement, bases: Bases): FeedItem {
  const extras = readExtras(element);
  const body = childOf(element, 'content', 'encoded') ?? childOf(element, 'xhtml', 'body');
  const description = childrenOf(element, 'rss', 'description').find(textOf);
  const { itunes = {} } = item;
  return {
    ...extras,
    guid: childText(element, 'rss', 'guid') ?? attribute(element, 'about'),
    link: linkOf(element),
    title: item.title,
    html: htmlOf(body) || htmlOf(description) || extras.html,
    base: explicitBase((body ?? description ?? element).base, bases),
    summary: (htmlOf(body) ? htmlOf(description) : undefined) ?? itunes.subtitle,
    published: item.pubDate ?? item.date ?? childText(element, 'dcterms', 'issued', 'created') ?? extras.published,
    author: item.creator ?? itunes.author ?? extras.author,
    language: item.language,
    categories: [
      ...(item.categories ?? []).filter((category) => typeof category === 'string'),
      ...words(itunes.keywords),
    ],
    podcast: { ...itunesFacts(itunes), ...extras.podcast },
  };
}

const words = (list: string | undefined): string[] => (typeof list === 'string' ? list.split(',') : []);

const itunesFacts = ({ duration, season, episode, episodeType, explicit }: Itunes) => ({
  duration,
  season,
  episode,
  episodeType,
  explicit,
});

/** The link, else a guid that is a permalink, which an absolute web address is unless the feed denies it. */
function linkOf(item: XmlElement): string | undefined {
  const link = childrenOf(item, 'rss', 'link').find(textOf);
  if (link) return addressIn(link);
  const guid = childrenOf(item, 'rss', 'guid').find(textOf);
  const denied = attribute(guid, 'ispermalink')?.toLowerCase() === 'false';
  return (denied ? undefined : addressIn(guid)) ?? addressIn(childOf(item, 'atom', 'link'), 'href');
}
