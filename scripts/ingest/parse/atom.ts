// Reads Atom 1.0 and 0.3: feedsmith parses the standardised feed (rss-parser loses enclosures and dates), bodies and
// extras come from the element tree.
import { parseAtomFeed } from 'feedsmith';
import type { FeedDocument, FeedItem } from '../feed-document.ts';
import { type Bases, readTexts } from './bases.ts';
import { readExtras } from './extras.ts';
import { writeStandardAtom } from './mend.ts';
import { findChild, findChildText, findDescendants, elementHtml, isElement } from './tree.ts';
import { firstAuthor, mediaType, severalAuthors } from './values.ts';
import type { XmlElement } from './xml.ts';

type AtomFeed = ReturnType<typeof parseAtomFeed<string>>;
type AtomEntry = NonNullable<AtomFeed['entries']>[number];
type AtomLinks = AtomEntry['links'];

export function readAtom(root: XmlElement, bases: Bases): FeedDocument {
  const isEntry = ({ ns, name }: XmlElement) => ns === 'atom' && name === 'entry';
  const elements = findDescendants(root, isEntry).filter(({ children }) => children.some(isElement));
  const feed = parseAtomFeed(writeStandardAtom(root, elements));
  return {
    title: feed.title?.value,
    link: findAlternate(feed.links),
    language: root.attributes.get('lang'),
    author: severalAuthors(feed.authors)?.join(', ') ?? firstAuthor(feed.authors),
    generator: feed.generator?.text,
    image: feed.logo,
    channel: {
      description: elementHtml(findChild(root, 'atom', 'subtitle', 'tagline')),
      copyright: findChildText(root, 'atom', 'rights', 'copyright'),
    },
    base: bases.base,
    self: bases.self,
    items: (feed.entries ?? []).map((entry) => readAtomEntry(entry, elements[Number(entry.id)]!, feed, bases)),
  };
}

function readAtomEntry(entry: AtomEntry, element: XmlElement, feed: AtomFeed, bases: Bases): FeedItem {
  const extras = readExtras(element);
  const texts = readTexts(element, findChild(element, 'atom', 'content'), findChild(element, 'atom', 'summary'), bases);
  return {
    ...extras,
    ...texts,
    html: texts.html || extras.html,
    guid: findChildText(element, 'atom', 'id'),
    link: findAlternate(entry.links),
    title: entry.title?.value,
    published: entry.published,
    updated: entry.updated,
    author: firstAuthor(entry.authors) ?? firstAuthor(feed.authors) ?? extras.author,
    authors: severalAuthors(entry.authors ?? feed.authors) ?? extras.authors,
    language: element.attributes.get('lang'),
    categories: (entry.categories ?? []).flatMap(({ label, term }) => label ?? term ?? []),
    enclosures: [...selectEnclosures(entry.links), ...extras.enclosures],
  };
}

/** Returns the alternate link (RFC 4287 §4.2.7.2: no rel means alternate); HTML pages are preferred. */
function findAlternate(links: AtomLinks): string | undefined {
  const alternates = (links ?? []).filter(({ rel, href }) => href && (!rel || rel === 'alternate'));
  return (alternates.find(({ type }) => !type || /html/i.test(type)) ?? alternates[0])?.href;
}

const selectEnclosures = (links: AtomLinks): FeedItem['enclosures'] =>
  (links ?? []).flatMap(({ rel, href, type, length }) =>
    rel === 'enclosure' && href ? [{ url: href, type: mediaType(type), bytes: length }] : [],
  );
