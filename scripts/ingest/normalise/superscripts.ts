// Writes superscripts and subscripts as text: 10⁶, x_i, 2019[1], 1 1/2.
import type { Cheerio, CheerioAPI } from 'cheerio/slim';
import { toSubscript, toSuperscript } from '#domain/text/notation.ts';

export type HtmlNode = NonNullable<ReturnType<CheerioAPI>[0]>;

const isBreak = (node: HtmlNode): boolean =>
  'name' in node && /^(?:br|hr|img|p|div|li|td|th|tr|h[1-6]|table|ul|ol|pre|blockquote)$/.test(node.name);

/** Returns true for a node without text, pictures and line breaks. */
export const isBlank = (node: HtmlNode): boolean => {
  if (node.type === 'text') return node.data.trim() === '';
  return 'children' in node && !('name' in node && /^(?:br|img)$/.test(node.name)) && node.children.every(isBlank);
};

type Direction = 'prev' | 'next';
/** Number of empty nodes that are skipped in search of text, and number of characters that are read. */
const maxSteps = 20;
const readCharacters = 40;

/** Returns the first or last characters of a node. */
export function edgeText(node: HtmlNode, from: Direction): string {
  if (node.type === 'text')
    return from === 'prev' ? node.data.slice(-readCharacters) : node.data.slice(0, readCharacters);
  if (!('children' in node)) return '';
  const children = from === 'prev' ? node.children.slice(-maxSteps).reverse() : node.children.slice(0, maxSteps);
  for (const child of children) {
    const text = edgeText(child as HtmlNode, from);
    if (text) return text;
  }
  return '';
}

/** Returns the adjacent text on the same line; empty at its beginning or end. */
function touchingText(node: HtmlNode, direction: Direction): string {
  let at: HtmlNode | null = node;
  for (let step = 0; at && step < maxSteps; step++) {
    const isEdge: boolean = at[direction] === null;
    at = (at[direction] ?? at.parent) as HtmlNode | null;
    if (!at || isBreak(at)) return '';
    const text = isEdge ? '' : edgeText(at, direction);
    if (text) return text;
  }
  return '';
}

/** Replaces a node by text, with spaces where numbers or words would join. */
export function replaceWithText($: CheerioAPI, node: HtmlNode, text: string): void {
  const before = touchingText(node, 'prev');
  const after = touchingText(node, 'next');
  const isFused = text === '' && /[\p{L}\p{N}]$/u.test(before) && /^[\p{L}\p{N}]/u.test(after);
  const start = isFused || (/\p{N}$/u.test(before) && /^\p{Nd}/u.test(text)) ? ' ' : '';
  const end = /\p{Nd}$/u.test(text) && /^\p{N}/u.test(after) ? ' ' : '';
  $(node).text(start + text + end);
  // The node becomes a span, since replacing it takes longer the more siblings it has.
  if ('name' in node) Object.assign(node, { name: 'span', attribs: {} });
}

const raisedElements = 'sup, .superscript, [style*="vertical-align"]';
const loweredElements = 'sub, .subscript, [style*="vertical-align"]';
const hasStyle = (element: Cheerio<HtmlNode>, value: string): boolean =>
  !element.is('[style*="vertical-align"]') ||
  element.is(value === 'super' ? 'sup' : 'sub') ||
  new RegExp(`vertical-align\\s*:\\s*${value}`, 'i').test(element.attr('style') ?? '');

/** Returns elements innermost first, so that exponents can have exponents. */
const innermostFirst = ($: CheerioAPI, selector: string, value: string): HtmlNode[] =>
  $(selector)
    .toArray()
    .filter((element) => hasStyle($(element), value))
    .reverse();

export function writeScripts($: CheerioAPI): void {
  $('sup').each((_, element) => writeFraction($, element));
  for (const element of innermostFirst($, raisedElements, 'super')) writeScript($, element, superscriptText);
  for (const element of innermostFirst($, loweredElements, 'sub')) writeScript($, element, subscriptText);
  $('a[href*="#"]').each((_, link) => {
    const text = $(link).text().trim();
    if (/^\d+$/.test(text) && /\S$/.test(touchingText(link, 'prev'))) $(link).text(`[${text}]`);
  });
}

const isSimple = (text: string): boolean => /^[\p{L}\p{N}.,]+$/u.test(text);
const bracketUnlessSimple = (text: string): string => (isSimple(text) ? text : `(${text})`);
export const fractionText = (above: string, below: string): string =>
  `${bracketUnlessSimple(above)}/${bracketUnlessSimple(below)}`;

/** Writes `<sup>1</sup>/<sub>2</sub>` as a fraction. */
function writeFraction($: CheerioAPI, above: HtmlNode): void {
  const slash = above.next;
  const below = slash?.next;
  if (!slash || !below || !/^\s*[/⁄∕]\s*$/.test($(slash).text()) || !$(below).is('sub')) return;
  const text = fractionText($(above).text().trim(), $(below).text().trim());
  $(above).remove();
  $(slash).remove();
  replaceWithText($, below as HtmlNode, text);
}

type WriteScript = (text: string, before: string, after: string) => string;

function writeScript($: CheerioAPI, element: HtmlNode, write: WriteScript): void {
  const text = $(element).text().replace(/\s+/g, ' ').trim();
  const links = $(element).find('a[href]').add($(element).closest('a[href]'));
  const isNote = isNoteLink(links, text);
  if (isNote) for (const link of links) bracketNoteNumber($, link);
  if (!text || isNote || (links.length > 0 && text.startsWith('['))) return void $(element).prop('tagName', 'span');
  const space = isScript(element.prev) ? ' ' : '';
  const superscript = space + write(text, touchingText(element, 'prev'), touchingText(element, 'next'));
  const inner = $(element).children('a[href]');
  if (inner.length !== 1 || inner.text().trim() !== text) return replaceWithText($, element, superscript);
  inner.text(superscript);
  $(element).prop('tagName', 'span');
}

const isNoteLink = (links: Cheerio<HtmlNode>, text: string): boolean =>
  links.is('[href*="#"]') && /^[[(]?[\p{L}\p{N}]{1,4}(?:[^\p{L}\p{N}]|$)/u.test(text);

const isScript = (node: HtmlNode | null): boolean => node !== null && 'name' in node && /^su[bp]$/.test(node.name);

/** Puts the number of a note in brackets, so that it does not join the text before: 2019[1]. */
function bracketNoteNumber($: CheerioAPI, link: HtmlNode): void {
  const text = $(link).text().trim();
  if (/^[\p{L}\p{N}]+$/u.test(text)) $(link).text(`[${text}]`);
}

/** Suffixes of ordinals and abbreviations: 1st, 2nd, 3e, 1er, 1ère, 2ème, 5º; Mme, Mlle, Dr, nº. */
const ordinal = /^(?:st|nd|rd|th|er|re|e|[èe]re|[èe]me|nde?|a|o|ª|º|ter|bis)$/i;
const abbreviation = /^(?:m[eg]?|me|lle|lles|mes|gr|r|rs|ie|te|t|c|o|os)$/;
const marks = new Map([
  ['tm', '™'],
  ['sm', '℠'],
]);

function isSuffix(text: string, before: string): boolean {
  if (/\p{Nd}$/u.test(before)) return ordinal.test(text);
  return /(?:^|\P{L})(?:[IVXLC]+|M|D|C|S|Mc?|Mg|n|N)$/u.test(before) && (ordinal.test(text) || abbreviation.test(text));
}

const isProse = (text: string): boolean => /\s/.test(text) && /\p{L}{3}/u.test(text);

/** Returns a script that needs no mark: one with characters of its own, one without a base, or prose. */
function unmarkedScript(text: string, before: string, characters: string | undefined): string | undefined {
  if (characters) return characters;
  if (!/[\p{L}\p{N}]/u.test(text) || !/[\p{L}\p{N})\]}]$/u.test(before)) return text;
  return isProse(text) ? ` ${text}` : undefined;
}

const superscriptText: WriteScript = (text, before, after) => {
  if (/^\[.*\]$/.test(text) || isSuffix(text, before)) return text;
  const unmarked = unmarkedScript(text, before, toSuperscript(text));
  if (unmarked) return unmarked;
  if (/^\d+(?:\s?[,;–-]\s?\d+)+$/.test(text) && !/\p{N}$/u.test(before)) return `[${text}]`;
  const mark = /\p{L}{2}$/u.test(before) ? marks.get(text.toLowerCase()) : undefined;
  return mark ?? powerText(text, after);
};

const powerText = (text: string, after: string): string =>
  [...text].length === 1 && !/^[\p{L}\p{N}]/u.test(after) ? `^${text}` : `^(${text})`;

const subscriptText: WriteScript = (text, before, after) =>
  unmarkedScript(text, before, toSubscript(text)) ?? indexText(text, after);

const indexText = (text: string, after: string): string =>
  isSimple(text) && !/^[\p{L}\p{N}]/u.test(after) ? `_${text}` : `_(${text})`;

/** Writes a base with its subscript and superscript, for formulas. */
export function withScripts(base: string, below: string, above: string): string {
  const low = below && (toSubscript(below) ?? indexText(below, ''));
  const high = above && (toSuperscript(above) ?? powerText(above, ''));
  return base + low + high;
}
