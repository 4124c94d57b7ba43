// Writes the element tree as small, standard XML for the feed parsers: known prefixes, standard case, no bodies.
import { escapeMarkup } from '#domain/text/markup.ts';
import type { Namespace } from './namespaces.ts';
import { readAttribute, findDescendants, elementHtml, isElement, elementText } from './tree.ts';
import type { XmlElement } from './xml.ts';

// Bodies are left out: rss-parser creates snippets of them in quadratic time, and relative links need the xml:base,
// which only the tree knows.

const rssNames: Partial<Record<Namespace, Record<string, string>>> = {
  rss: {
    title: 'title',
    link: 'link',
    author: 'author',
    pubdate: 'pubDate',
    category: 'category',
    language: 'language',
    generator: 'generator',
    managingeditor: 'managingEditor',
  },
  dc: { creator: 'dc:creator', date: 'dc:date', language: 'dc:language', subject: 'category', title: 'dc:title' },
  itunes: {
    author: 'itunes:author',
    duration: 'itunes:duration',
    season: 'itunes:season',
    episode: 'itunes:episode',
    episodetype: 'itunes:episodeType',
    explicit: 'itunes:explicit',
    keywords: 'itunes:keywords',
    subtitle: 'itunes:subtitle',
  },
};

const rssOpening =
  '<rss version="2.0" xmlns:dc="http://purl.org/dc/elements/1.1/"' +
  ' xmlns:itunes="http://www.itunes.com/dtds/podcast-1.0.dtd"><channel>';

/** Writes RSS of any version, including RDF, as RSS 2.0. The guid of an item is its position in the tree. */
export function writeStandardRss(channel: XmlElement, items: XmlElement[]): string {
  const xml = items.map((item, position) => `<item>${writeRssFields(item)}<guid>${position}</guid></item>`);
  return `${rssOpening}${writeRssFields(channel)}${xml.join('')}</channel></rss>`;
}

function writeRssFields(parent: XmlElement): string {
  return parent.children
    .filter(isElement)
    .map((element) => writeTag(rssNames[element.ns]?.[element.name], textOrMarkup(element)))
    .join('');
}

const atomNames: Record<string, string> = {
  title: 'title',
  published: 'published',
  updated: 'updated',
  issued: 'issued',
  modified: 'modified',
  created: 'created',
  generator: 'generator',
  logo: 'logo',
};

/** Writes Atom 1.0 or 0.3 without prefixes. The id of an entry is its position in the tree. */
export function writeStandardAtom(feed: XmlElement, entries: XmlElement[]): string {
  const xml = entries.map((entry, position) => `<entry>${writeAtomFields(entry)}<id>${position}</id></entry>`);
  return `<feed xmlns="http://www.w3.org/2005/Atom">${writeAtomFields(feed)}${xml.join('')}</feed>`;
}

function writeAtomFields(parent: XmlElement): string {
  return parent.children
    .filter(isElement)
    .filter((element) => element.ns === 'atom')
    .map((element) => {
      if (element.name === 'author') return writeTag('author', writeTag('name', personName(element)), false);
      if (element.name === 'link' || element.name === 'category') return writeEmptyTag(element);
      return writeTag(atomNames[element.name], textOrMarkup(element));
    })
    .join('');
}

const personName = (author: XmlElement): string | undefined =>
  elementText(findDescendants(author, (element) => element.name === 'name')[0]) ?? elementText(author);

const textOrMarkup = (element: XmlElement): string | undefined =>
  elementHtml(element) || readAttribute(element, 'href');

function writeTag(name: string | undefined, content: string | undefined, escape = true): string {
  return name && content ? `<${name}>${escape ? escapeMarkup(content) : content}</${name}>` : '';
}

/** Writes an element without content, with absolute addresses in its attributes. */
function writeEmptyTag({ name, attributes, base }: XmlElement): string {
  const xml = [...attributes].map(([key, value]) => {
    const address = key === 'href' ? (URL.parse(value, base)?.href ?? value) : value;
    return ` ${key}="${escapeMarkup(address)}"`;
  });
  return `<${name}${xml.join('')}/>`;
}
