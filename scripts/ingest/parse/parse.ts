// Parses the text of a feed into a FeedDocument.
//
// fast-xml-parser, which also reads broken documents, turns XML into a tree. The tree is written as standard XML for
// the parser of the format: rss-parser for RSS and RDF, feedsmith for Atom and JSON Feed, where rss-parser loses dates
// and enclosures. Bodies, and vocabularies that the parsers do not know, come from the tree.
import type { Notice } from '#contract/notices.ts';
import { SourceError } from '#contract/source-problems.ts';
import type { FeedDocument } from '../feed-document.ts';
import { readAtom } from './atom.ts';
import { publicBase, type Bases } from './bases.ts';
import { isCalendar, readCalendar } from './calendar.ts';
import { readJsonFeed } from './json-feed.ts';
import { readRss } from './rss.ts';
import { tidyXml } from './tidy.ts';
import { findDescendants, isElement } from './tree.ts';
import { readXml, type XmlElement } from './xml.ts';

export interface ParsedFeed {
  document: FeedDocument;
  /** Messages for the creator about an incomplete feed. */
  notices: Notice[];
}

/** Parses a feed that was fetched from `address`. `now` bounds the dates of repeated events. */
export async function parseFeed(text: string, address?: string, now = Date.now()): Promise<ParsedFeed> {
  if (text.trim() === '') throw new SourceError('empty');
  if (isCalendar(text)) return { document: readCalendar(text, now), notices: [] };
  if (/^\s*[{[]/.test(text)) return { document: readJsonFeed(text, address), notices: [] };
  const { xml, cutOff } = tidyXml(text);
  const bases = findBases(xml, address);
  const root = findFeedRoot(readXmlDocument(xml, bases.base)) ?? throwNoFeed(xml);
  const document = root.name === 'feed' ? readAtom(root, bases) : await readRss(root, bases);
  return { document, notices: cutOff ? [{ code: 'feed_incomplete' }] : [] };
}

function readXmlDocument(xml: string, address: string | undefined): XmlElement {
  try {
    return readXml(xml, address);
  } catch (error) {
    throw new SourceError('xml_damaged', { cause: (error as Error).message });
  }
}

/** Finds the root of the feed, which may be nested in other elements such as those of a page. */
function findFeedRoot(document: XmlElement): XmlElement | undefined {
  const isRoot = ({ ns, name }: XmlElement) =>
    (name === 'rss' && ns === 'rss') ||
    (name === 'rdf' && ns === 'rdf') ||
    (name === 'feed' && (ns === 'atom' || ns === 'rss'));
  return document.children.filter(isElement).find(isRoot) ?? findDescendants(document, isRoot)[0];
}

function throwNoFeed(xml: string): never {
  if (/<(?:!doctype\s+)?html[\s>]/i.test(xml.slice(0, 5000))) throw new SourceError('web_page');
  throw new SourceError('not_a_feed');
}

/** Finds the page of the feed, which resolves relative addresses, since the address of the feed may contain a key. */
function findBases(xml: string, address: string | undefined): Bases {
  const head = xml.slice(0, 10_000).split(/<(?:[\w-]+:)?(?:item|entry)\b/i, 1)[0]!;
  const links = head.match(/<(?:[\w-]+:)?link\b[^>]*>(?:\s*<!\[CDATA\[)?[^<]*/gi) ?? [];
  const site = links.find((link) => !/\brel\s*=(?!\s*["']?alternate)/i.test(link) && /https?:/i.test(link));
  const self = findAddress(links.find((link) => /\brel\s*=\s*["']?self/i.test(link)));
  return { base: findAddress(site) ?? publicBase(address ?? self), address: address ?? self, self };
}

const findAddress = (link: string | undefined): string | undefined =>
  /https?:\/\/[^\s"'<>\]]+/i.exec(link ?? '')?.[0].replaceAll('&amp;', '&');
