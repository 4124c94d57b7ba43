// Atom 1.0 and 0.3: feedsmith reads the mended feed (rss-parser loses enclosures and dates), the tree gives bodies and extras.
import { parseAtomFeed } from 'feedsmith';
import type { FeedDocument, FeedItem } from '../feed-document.ts';
import { type Bases, explicitBase } from './bases.ts';
import { readExtras } from './extras.ts';
import { mediaType } from './media-type.ts';
import { mendedAtom } from './mend.ts';
import { severalNames } from './names.ts';
import { childOf, childText, descendantsOf, htmlOf } from './tree.ts';
import type { XmlElement } from './xml.ts';

type AtomFeed = ReturnType<typeof parseAtomFeed<string>>;
type Entry = NonNullable<AtomFeed['entries']>[number];
type Links = Entry['links'];

export function readAtom(root: XmlElement, bases: Bases): FeedDocument {
  const elements = descendantsOf(root, ({ ns, name }) => ns === 'atom' && name === 'entry').filter(saysSomething);
  const feed = parseAtomFeed(mendedAtom(root, elements));
  return {
    title: feed.title?.value,
    link: alternateOf(feed.links),
    language: root.attributes.get('lang'),
    author: namesOf(feed.authors)?.join(', ') ?? feed.authors?.[0]?.name,
    generator: feed.generator?.text,
    image: feed.logo,
    base: bases.base,
    self: bases.self,
    items: (feed.entries ?? []).map((entry) => feedItem(entry, elements[Number(entry.id)]!, feed, bases)),
  };
}

const saysSomething = (entry: XmlElement): boolean => entry.children.some((node) => typeof node !== 'string');

function feedItem(entry: Entry, element: XmlElement, feed: AtomFeed, bases: Bases): FeedItem {
  const extras = readExtras(element);
  const content = childOf(element, 'atom', 'content');
  const summary = childOf(element, 'atom', 'summary');
  const html = htmlOf(content);
  return {
    ...extras,
    guid: childText(element, 'atom', 'id'),
    link: alternateOf(entry.links),
    title: entry.title?.value,
    html: html || htmlOf(summary) || extras.html,
    base: explicitBase(((html ? content : summary) ?? element).base, bases),
    summary: html ? htmlOf(summary) : undefined,
    published: entry.published,
    updated: entry.updated,
    author: entry.authors?.[0]?.name ?? feed.authors?.[0]?.name ?? extras.author,
    authors: namesOf(entry.authors?.length ? entry.authors : feed.authors) ?? extras.authors,
    language: element.attributes.get('lang'),
    categories: (entry.categories ?? []).flatMap(({ label, term }) => label ?? term ?? []),
    enclosures: [...enclosuresOf(entry.links), ...extras.enclosures],
  };
}

const namesOf = (authors: Entry['authors']) => severalNames((authors ?? []).map(({ name }) => name));

/** RFC 4287 §4.2.7.2: no rel means alternate. A page is preferred to other renderings. */
function alternateOf(links: Links): string | undefined {
  const alternates = (links ?? []).filter(({ rel, href }) => href && (!rel || rel === 'alternate'));
  return (alternates.find(({ type }) => !type || /html/i.test(type)) ?? alternates[0])?.href;
}

const enclosuresOf = (links: Links): FeedItem['enclosures'] =>
  (links ?? []).flatMap(({ rel, href, type, length }) =>
    rel === 'enclosure' && href ? [{ url: href, type: mediaType(type), bytes: length }] : [],
  );
