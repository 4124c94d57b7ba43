// Text → FeedDocument: sees what it is and hands it to the reader that gets that kind right.
//
// fast-xml-parser, which reads broken documents too, makes a tree of any XML; the tree is mended (mend.ts) for the reader
// that knows the format: rss-parser for RSS and RDF, feedsmith for Atom and JSON Feed, where rss-parser loses dates and
// enclosures or refuses. Bodies, and the vocabularies that the readers do not know, come from the tree.
import { type FeedDocument, FeedProblem } from '../feed-document.ts';
import { readAtom } from './atom.ts';
import { publicBase, type Bases } from './bases.ts';
import { readJsonFeed } from './json-feed.ts';
import { readRss } from './rss.ts';
import { tidyXml } from './tidy.ts';
import { findDescendants, isElement } from './tree.ts';
import { readXml, type XmlElement } from './xml.ts';

export interface ParsedFeed {
  document: FeedDocument;
  /** What the creator should know although the feed could be read. */
  notices: string[];
}

/** `address` is where the text was found. */
export async function parseFeed(text: string, address?: string): Promise<ParsedFeed> {
  if (text.trim() === '')
    throw new FeedProblem('The answer is empty.', 'Open the address in a browser and look whether it still exists.');
  if (/^\s*[{[]/.test(text)) return { document: readJsonFeed(text, address), notices: [] };
  const { xml, cutOff } = tidyXml(text);
  const bases = findBases(xml, address);
  const root = findFeedRoot(readXmlDocument(xml, bases.base)) ?? throwNoFeed(xml);
  const document = root.name === 'feed' ? readAtom(root, bases) : await readRss(root, bases);
  return { document, notices: cutOff ? ['The feed breaks off in the middle; its whole items were taken.'] : [] };
}

function readXmlDocument(xml: string, address: string | undefined): XmlElement {
  try {
    return readXml(xml, address);
  } catch (error) {
    throw new FeedProblem(
      `The XML cannot be read: ${(error as Error).message}`,
      'Tell the operator of the source; a feed validator shows the place.',
    );
  }
}

/** The feed may sit below other elements, such as those of a page. */
function findFeedRoot(document: XmlElement): XmlElement | undefined {
  const isRoot = ({ ns, name }: XmlElement) =>
    (name === 'rss' && ns === 'rss') ||
    (name === 'rdf' && ns === 'rdf') ||
    (name === 'feed' && (ns === 'atom' || ns === 'rss'));
  return document.children.filter(isElement).find(isRoot) ?? findDescendants(document, isRoot)[0];
}

function throwNoFeed(xml: string): never {
  if (/<(?:!doctype\s+)?html[\s>]/i.test(xml.slice(0, 5000))) {
    throw new FeedProblem(
      'The answer is a web page, not a feed.',
      'Put the address of the feed into feeds.json, not that of the page; a login may stand before it.',
    );
  }
  throw new FeedProblem(
    'The answer is not a feed.',
    'Check the address in feeds.json: it should lead to RSS, Atom or JSON Feed.',
  );
}

/** Relative addresses are resolved with the page that the feed is about: the address of the feed may hold a key. */
function findBases(xml: string, address: string | undefined): Bases {
  const head = xml.slice(0, 10_000).split(/<(?:[\w-]+:)?(?:item|entry)\b/i, 1)[0]!;
  const links = head.match(/<(?:[\w-]+:)?link\b[^>]*>(?:\s*<!\[CDATA\[)?[^<]*/gi) ?? [];
  const site = links.find((link) => !/\brel\s*=(?!\s*["']?alternate)/i.test(link) && /https?:/i.test(link));
  const self = findAddress(links.find((link) => /\brel\s*=\s*["']?self/i.test(link)));
  return { base: findAddress(site) ?? publicBase(address ?? self), address: address ?? self, self };
}

const findAddress = (link: string | undefined): string | undefined =>
  /https?:\/\/[^\s"'<>\]]+/i.exec(link ?? '')?.[0].replaceAll('&amp;', '&');
