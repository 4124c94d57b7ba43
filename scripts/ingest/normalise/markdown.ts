// Turns the HTML of a feed into Markdown: sanitised by sanitize-html, translated by turndown, without any HTML.
import sanitizeHtml from 'sanitize-html';
import TurndownService from 'turndown';
import { sponsoredTitle } from '#domain/search/sponsors.ts';
import type { Cheerio, CheerioAPI } from 'cheerio/slim';
import { addCards } from './cards/rules.ts';
import { type Attributes, transformCardTag, isDropped, type LinkContext } from './cards/marks.ts';
import { addTables, writeTables } from './tables.ts';
import { writeAnchors } from './anchors.ts';
import { isMediaFile } from '../feed-document.ts';
import { webAddress } from './links.ts';
import { toHtml } from './markup.ts';
import { changeHtml, writeNotation } from './notation.ts';
import { findOmissions } from './omissions.ts';
import { findPictures } from './pictures.ts';
import { isPixel } from './pixels.ts';
import { linkAddresses } from './plain-addresses.ts';
import { writePreformatted } from './preformatted.ts';
import { type HtmlNode, isBlank } from './superscripts.ts';

/** Largest body; the rest is dropped and reported. */
export const MAX_BODY_CHARACTERS = 1_000_000;

const allowedTags = (
  'p br hr h1 h2 h3 h4 h5 h6 div blockquote pre code kbd samp ul ol li dl dt dd a img em i strong b del s strike cite q ' +
  'details video audio source table thead tbody tfoot tr th td figure figcaption'
).split(' ');

/** Shortens long runs of white space, for which turndown takes quadratic time. */
const withBoundedSpace = (html: string): string => html.replace(/\s{100,}/g, (run) => run.slice(0, 100));

const emphasisTag = '(?:strong|em|del|code)';
/** Signs that would be read as one mark: those of adjacent emphasis, and those of a picture before a link. */
const joinedMarks = new RegExp(`</${emphasisTag}>(?:</?q>)*(?=<${emphasisTag}[ >])|!(?=(?:</?\\w+>)*<a href=)`, 'g');

/** Separates marks that would be read as one by an invisible character. */
const separateMarks = (html: string): string => html.replace(joinedMarks, '$&\u2060');

/** Block elements without a Markdown equivalent. */
const blocks =
  'address article aside caption center dialog fieldset footer form header hgroup legend main menu nav section';

const standardTags = new Map([
  ['b', 'strong'],
  ['i', 'em'],
  ['summary', 'p'],
  ...blocks.split(' ').map((name) => [name, 'div'] as const),
]);

export function htmlToMarkdown(html: string | undefined, place: LinkContext): string {
  if (!html?.trim()) return '';
  let { base } = place;
  const prepared = changeHtml(toHtml(html.slice(0, MAX_BODY_CHARACTERS)), ($) => {
    base = webAddress($('base').attr('href'), base) ?? base;
    place.omissions?.push(...findOmissions($));
    // Links cannot contain links, and emphasis within emphasis of its kind means nothing.
    $('a a').parents('a').prop('tagName', 'span');
    for (const names of ['b, strong', 'i, em', 'code']) $(`:is(${names}) :is(${names})`).prop('tagName', 'span');
    findPictures($);
    writeAnchors($, place.page);
    writeNotation($, false);
    writePreformatted($);
    writeEmptyBlocks($);
    moveBreaksOutwards($);
    writeTables($);
  });
  const clean = sanitizeHtml(prepared, sanitizeOptions({ ...place, base }));
  return turndownService()
    .turndown(separateMarks(linkAddresses(mergeEmphasis(withBoundedSpace(clean)))))
    .replace(/\n{3,}/g, '\n\n')
    .replace(/^\u00a0+/gm, (spaces) => '&nbsp;'.repeat(spaces.length))
    .trim();
}

const inlineElements =
  'a, abbr, b, bdi, bdo, big, cite, del, dfn, em, font, i, ins, kbd, mark, q, s, small, span, strike, strong, sub, sup, time, u, var';

/** Turns inline elements with nothing but empty blocks into blocks, which separate the texts around them. */
function writeEmptyBlocks($: CheerioAPI): void {
  for (const block of $('p, div, blockquote, ul, ol, section, article, h1, h2, h3, h4, h5, h6, hr'))
    for (let at = block.parent; at && $(at).is(inlineElements) && isWithoutContent($(at)); at = at.parent)
      $(at).prop('tagName', 'div');
}

const isWithoutContent = (element: Cheerio<HtmlNode>): boolean =>
  !element.text().trim() && element.find('img, video, audio').length === 0;

/**
 * Moves line breaks at the edges of inline elements outwards, where turndown keeps them, and removes those at the edges
 * of blocks.
 */
function moveBreaksOutwards($: CheerioAPI): void {
  const isEdge = (node: HtmlNode | null, side: 'prev' | 'next'): boolean =>
    !node || (isBlank(node) && isEdge(node[side] as HtmlNode | null, side));
  const breaks = $('br').not('pre br').toArray();
  for (const element of breaks) {
    while ($(element).parent().is(inlineElements) && isEdge(element.prev, 'prev')) $(element.parent!).before(element);
    if (isEdge(element.prev, 'prev')) $(element).remove();
  }
  for (const element of breaks.reverse()) {
    while ($(element).parent().is(inlineElements) && isEdge(element.next, 'next')) $(element.parent!).after(element);
    if (isEdge(element.next, 'next')) $(element).remove();
  }
}

const maxMerges = 5;

/** Removes empty elements and joins adjacent ones of the same kind, from the outermost to the innermost. */
const mergeEmphasis = (html: string, merges = 0): string => {
  const merged = html.replace(emptyElements, '$2$3').replace(adjacentEmphasis, '$2');
  return merged === html || merges === maxMerges ? merged : mergeEmphasis(merged, merges + 1);
};
const emptyElements = /<(strong|em|del|code)>(\s*)<\/\1>|<a href="[^"]*">(\s*)<\/a>/g;
const adjacentEmphasis = /<\/(strong|em|del|code)>(\s*)<\1>/g;

const cardAttributes = ['class'];
/** Class of quotations that the HTML does not mark up as such. */
const otherVoice = 'other-voice';
const playerAttributes = ['src', 'title', 'poster'];

const sanitizeOptions = (place: LinkContext): sanitizeHtml.IOptions => ({
  allowedTags,
  allowedAttributes: {
    a: ['href', 'title', 'name', ...cardAttributes],
    img: ['src', 'alt', 'title'],
    code: ['class'],
    ol: ['start'],
    div: cardAttributes,
    blockquote: cardAttributes,
    figure: ['data-thumbnail'],
    video: playerAttributes,
    audio: playerAttributes,
    source: playerAttributes,
  },
  allowedSchemes: ['http', 'https', 'mailto'],
  nestingLimit: 100,
  transformTags: { '*': (tagName, attribs) => transformTag(tagName, attribs, place) },
  exclusiveFilter: ({ tag, attribs }) => (tag === 'img' && !attribs['src']) || isDropped(attribs),
});

/** Recognises pull quotes that are not marked up as quotations, as on Substack. */
const isPullQuote = (tagName: string, { class: names = '' }: Attributes): boolean =>
  /^(?:div|aside|section|p)$/.test(tagName) && /(?:^|\s)pull-?quote(?:\s|$)/i.test(names);

const advertisementWords =
  /^(?:sponsor(?:s|ed|ship|ing)?|advert(?:s|isement|isements|ising|orial)?|ads?|promo(?:s|ted|tion|tions|tional)?|affiliates?|partners?|werbung|anzeigen?)$/i;
const negations = /^(?:no|non|not|has|with|without|free)$/i;

const ownAsideWords =
  /^(?:notes?|tips?|hint|info|callout|admonition|warning|caution|important|foot|footnotes?|side|sidenotes?|margin|toc|contents|author|bio)$/i;

/** Splits the names of class and id into words, one list for each name. */
const splitClassNames = ({ class: names = '', id = '' }: Attributes): string[][] =>
  `${names} ${id}`.split(/\s+/).map((name) => name.split(/[-_]+|(?<=\p{Ll})(?=\p{Lu})/u));

/** Recognises advertisements by class or id. They become quotations, since somebody else speaks there. */
const isAdvertisement = (tagName: string, attribs: Attributes): boolean =>
  /^(?:div|aside|section|p|article|figure)$/.test(tagName) &&
  splitClassNames(attribs).some(
    (words) =>
      // A call to action of Ghost may belong to a sponsor, which only a label inside reveals.
      words.join('-') === 'kg-cta-card' ||
      (words.some((word) => advertisementWords.test(word)) && !words.some((word) => negations.test(word))),
  );

/** Recognises asides that may be pull quotes or advertisements: no role or class marks them as notes of the author. */
const isUnknownAside = (tagName: string, attribs: Attributes): boolean =>
  tagName === 'aside' &&
  attribs['role'] === undefined &&
  !splitClassNames(attribs).some((words) => words.some((word) => ownAsideWords.test(word)));

/** Replaces classes and attributes by those of this program, except for the language of code. */
function transformTag(tagName: string, attribs: Attributes, place: LinkContext) {
  const card = transformCardTag(tagName, attribs, place);
  const isOther = [isPullQuote, isAdvertisement, isUnknownAside].some((isOne) => isOne(tagName, attribs));
  if (card && (!isOther || isDropped(card.attribs))) return card;
  if (isOther) return { tagName: 'blockquote', attribs: { class: otherVoice } };
  const { class: _names, 'data-thumbnail': _thumbnail, ...rest } = attribs;
  const changed = changeAttributes(tagName, attribs, place);
  return { tagName: standardTags.get(tagName) ?? tagName, attribs: { ...rest, ...changed } };
}

function changeAttributes(tagName: string, attribs: Attributes, place: LinkContext): Attributes {
  // Anchors have a name instead of an address.
  if (tagName === 'a') return attribs['name'] ? {} : linkAttributes(attribs, place.base);
  if (tagName === 'img') return { src: pictureSource(attribs, place) };
  const language = tagName === 'code' && /(?:^|\s)(language-[\w+#.-]{1,40})/.exec(attribs['class'] ?? '')?.[1];
  return language ? { class: language } : {};
}

/** Returns the attributes of a link. A link without an address becomes its text. */
function linkAttributes({ href = '', rel = '' }: Attributes, base?: string): Attributes {
  if (/^mailto:[^\s<>"]+@/i.test(href)) return { href };
  const isSponsored = rel.toLowerCase().split(/\s+/).includes('sponsored');
  return {
    href: /^#./.test(href) ? href : href === '#' ? '' : (webAddress(href, base) ?? ''),
    ...(isSponsored && { title: sponsoredTitle }),
  };
}

function pictureSource(image: Attributes, { base, keepsMedia = false }: LinkContext): string {
  const src = image['src'];
  if (isPixel(image)) return '';
  return keepsMedia && isMediaFile(src) ? src : (webAddress(src, base) ?? '');
}

/** Writes a heading in one line. Signs at its end would be read as its closing marks. */
const headingText = (content: string): string =>
  content
    .split('\n')
    .map((line) => line.trim())
    .filter(Boolean)
    .join('<br>')
    .replace(/#+$/, '\\$&');

const emphasis: [tag: string, mark: string][] = [
  ['strong', '**'],
  ['em', '*'],
  ['del', '~~'],
];

/** Marks each line of emphasised text, since emphasis ends with its paragraph. */
function addEmphasis(service: TurndownService): void {
  for (const [tag, mark] of emphasis) {
    service.addRule(tag, {
      filter: (node) => node.localName === tag,
      replacement: (content, node) => {
        // Later marks would end the wrong one of two emphases that begin together.
        const isAmbiguous = (node as HTMLElement).querySelectorAll('strong, em').length > 1;
        return changeLines(
          content,
          node,
          (text) => mark + (isAmbiguous && text.startsWith('*') ? '\u2060' : '') + text + mark,
        );
      },
    });
  }
}

/** Writes the quotation marks of `<q>` and a dash before the source of a quotation. */
function addQuotationMarks(service: TurndownService): void {
  service.addRule('q', {
    filter: 'q',
    replacement: (content) => (/^\s*[“„«"「].*[”“»"」]\s*$/su.test(content) ? content : `“${content}”`),
  });
  service.addRule('part of a quotation', {
    filter: (node) =>
      node.getAttribute('class') === otherVoice && Boolean(node.parentElement?.closest(`.${otherVoice}`)),
    replacement: (content) => `\n\n${content}\n\n`,
  });
  service.addRule('source of a quotation', {
    filter: ({ nodeName, parentNode }) => nodeName === 'CITE' && parentNode?.nodeName === 'BLOCKQUOTE',
    replacement: (content) => `\n\n${/^\s*[—–-]/u.test(content) ? '' : '— '}${content.trim()}\n\n`,
  });
}

let service: TurndownService | undefined;

function turndownService(): TurndownService {
  if (service) return service;
  service = new TurndownService({
    headingStyle: 'atx',
    codeBlockStyle: 'fenced',
    bulletListMarker: '-',
    emDelimiter: '*',
  });
  addTables(service);
  addLinks(service);
  addCards(service);
  addQuotationMarks(service);
  addEmphasis(service);
  // A list within an item ends its paragraph only if it begins with 1 or after an empty line (CommonMark §5.3).
  service.addRule('list that continues another', {
    filter: (node) => node.nodeName === 'OL' && (node.getAttribute('start') ?? '1') !== '1',
    replacement: (content) => `\n\n${content}\n\n`,
  });
  service.addRule('heading', {
    filter: ['h1', 'h2', 'h3', 'h4', 'h5', 'h6'],
    replacement: (content, { nodeName }) =>
      content.trim() ? `\n\n${'#'.repeat(Number(nodeName[1]))} ${headingText(content)}\n\n` : '\n\n',
  });
  const escape = service.escape.bind(service);
  // Escapes text that looks like HTML, a character reference, a list number or strikethrough.
  service.escape = (text) =>
    escape(text)
      .replace(/^(\s*\d+)([.)])(?=\s|$)/, '$1\\$2')
      .replace(/^(\s*)\+(?=\s|$)/, '$1\\+')
      .replace(/^(\u00a0+)(>|(?:-|#{1,6})(?=\s|$))/, '$1\\$2')
      .replace(/~(?=~)/g, '\\~')
      .replace(/</g, '\\<')
      .replace(/&(?=#?\w+;)/g, '\\&');
  return service;
}

const isLink = (node: HTMLElement): boolean => node.nodeName === 'A' && node.getAttribute('href') !== null;

const isEmpty = (node: HTMLElement): boolean => !node.textContent.trim() && !node.querySelector('img, video, audio');

/** Recognises links whose label is their address (CommonMark §6.5). */
const isOwnLabel = (node: HTMLElement): boolean =>
  node.getAttribute('title') !== sponsoredTitle &&
  [node.textContent, `${node.textContent}/`].includes(node.getAttribute('href')!) &&
  /^https?:[^\s<>]+$/.test(node.textContent);

const eachLine = /^([^\S\n]*(?:(?:[-*+>]|\d+\.|#{1,6})\s+)*)(\S.*?)([^\S\n]*)$/gm;
/** Matches a line without text: the mark of a quotation or list, or a thematic break. */
const lineWithoutText = /^[^\S\n]*(?:(?:[-+>]|\d+\.)[^\S\n]*)*(?:\* \* \*)?$/;

type Edge = 'first' | 'last';

/** Returns true if a block stands at the edge of an inline element, where turndown trims its line breaks. */
function hasBlockAt(edge: Edge, node: Node): boolean {
  const children = [...node.childNodes].filter((child) => child.nodeName === 'IMG' || child.textContent?.trim());
  const child = edge === 'first' ? children[0] : children.at(-1);
  return child !== undefined && ((child as { isBlock?: boolean }).isBlock === true || hasBlockAt(edge, child));
}

/** Changes the text of each line of an element that may contain blocks. Code and tables cannot contain markup. */
function changeLines(content: string, node: TurndownService.Node, change: (text: string) => string): string {
  const element = node as HTMLElement;
  const changed = element.querySelector('pre, table')
    ? content
    : content.replace(eachLine, (line: string, start: string, text: string, end: string) =>
        lineWithoutText.test(line) ? line : start + change(text) + end,
      );
  const breakAt = (edge: Edge): string => (hasBlockAt(edge, element) ? '\n\n' : '');
  return breakAt('first') + changed + breakAt('last');
}

function addLinks(service: TurndownService): void {
  const { inlineLink } = (service.options as { rules?: Record<string, TurndownService.Rule> }).rules!;
  service.addRule('link in one line', {
    filter: isLink,
    replacement: (content, node, options) => {
      const element = node as HTMLElement;
      if (isEmpty(element)) return '';
      if (isOwnLabel(element)) return `<${element.textContent}>`;
      return changeLines(content, node, (text) => inlineLink!.replacement!(text, node, options));
    },
  });
  service.addRule('anchor', {
    filter: (node) => node.nodeName === 'A' && node.getAttribute('name') !== null,
    replacement: (_, node) => `[]{#${(node as HTMLElement).getAttribute('name')}}`,
  });
}
