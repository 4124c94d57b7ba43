// Writes list numbers that Markdown cannot express (reversed, with gaps, letters) as text in bulleted lists.
import type { CheerioAPI } from 'cheerio/slim';
import { findFirstLine } from './anchors.ts';
import type { HtmlNode } from './superscripts.ts';

type HtmlElement = Extract<HtmlNode, { attribs: unknown }>;

const numerals = { m: 1000, cm: 900, d: 500, cd: 400, c: 100, xc: 90, l: 50, xl: 40, x: 10, ix: 9, v: 5, iv: 4, i: 1 };

function toRoman(value: number): string {
  let rest = value;
  return Object.entries(numerals).reduce((roman, [letters, worth]) => {
    const times = Math.floor(rest / worth);
    rest -= times * worth;
    return roman + letters.repeat(times);
  }, '');
}

const toLetters = (value: number): string =>
  value > 26
    ? toLetters(Math.floor((value - 1) / 26)) + toLetters(((value - 1) % 26) + 1)
    : String.fromCharCode(96 + value);

/** Numberings that Markdown does not have, by the attribute `type` or by style. */
const numberings = [
  { type: 'a', style: /lower-(?:alpha|latin)/i, write: toLetters },
  { type: 'A', style: /upper-(?:alpha|latin)/i, write: (value: number) => toLetters(value).toUpperCase() },
  { type: 'i', style: /lower-roman/i, write: toRoman },
  { type: 'I', style: /upper-roman/i, write: (value: number) => toRoman(value).toUpperCase() },
];
type Numbering = (typeof numberings)[number];

const findNumbering = ({ type, style = '' }: HtmlElement['attribs']): Numbering | undefined =>
  numberings.find((one) => one.style.test(style)) ?? numberings.find((one) => one.type === type);

const itemNumber = (value: number, numbering: Numbering | undefined): string =>
  numbering && value >= 1 && value <= 3999 ? numbering.write(value) : String(value);

const wrappers = /^(?:a|article|b|center|div|em|figure|i|main|section|span|strong|table|tbody|td|th|thead|tr)$/;

/** Content without text that stands between lists. */
const separators = 'hr, img, video, audio, iframe';

const hasContent = ($: CheerioAPI, node: HtmlNode): boolean =>
  $(node).text().trim() !== '' || $(node).is(separators) || $(node).has(separators).length > 0;

const isWrapper = (node: HtmlNode | null): node is HtmlElement =>
  node !== null && 'name' in node && 'children' in node && wrappers.test(node.name);

/** Returns the last visible node before a node, across the borders of wrappers. */
function nodeBefore($: CheerioAPI, node: HtmlNode): HtmlNode | undefined {
  for (let at: HtmlNode | null = node; at; at = at.prev ?? (isWrapper(at.parent) ? at.parent : null))
    if (at.prev && hasContent($, at.prev)) return lastVisible($, at.prev);
  return undefined;
}

/** Returns the node itself, or the last visible one inside a wrapper. */
function lastVisible($: CheerioAPI, node: HtmlNode): HtmlNode {
  if (!isWrapper(node)) return node;
  return lastVisible(
    $,
    node.children.findLast((child) => hasContent($, child))!,
  );
}

/** Returns true if Markdown numbers a list like HTML. Empty items are dropped later, but count. */
function isMarkdownList($: CheerioAPI, list: HtmlNode): boolean {
  const items = $(list).children('li');
  const isCounted = !$(list).is('[reversed]') && !items.is('[value]');
  // Markdown joins a list to the one before it.
  return isCounted && items.toArray().every((item) => hasContent($, item)) && !$(nodeBefore($, list)).is('ol');
}

export function writeListNumbers($: CheerioAPI): void {
  for (const list of $('ol')) {
    const numbering = findNumbering(list.attribs);
    if (!numbering && isMarkdownList($, list)) continue;
    writeItemNumbers($, list, numbering);
    list.name = 'ul';
  }
}

function writeItemNumbers($: CheerioAPI, list: HtmlElement, numbering: Numbering | undefined): void {
  const { start = '', reversed } = list.attribs;
  const items = $(list).children('li');
  const step = reversed === undefined ? 1 : -1;
  let value = parseInt(start, 10) || (step > 0 ? 1 : items.length);
  for (const item of items) {
    const ownValue = parseInt(item.attribs['value'] ?? '', 10);
    if (Number.isFinite(ownValue)) value = ownValue;
    if (hasContent($, item)) findFirstLine($, item).prepend(`${itemNumber(value, numbering)}. `);
    value += step;
  }
}
