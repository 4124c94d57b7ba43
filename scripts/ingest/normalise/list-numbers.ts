// Writes list numbers that Markdown cannot express (reversed, with gaps, letters) as text in bulleted lists.
import type { CheerioAPI } from 'cheerio/slim';
import { findFirstLine } from './anchors.ts';
import type { HtmlNode } from './superscripts.ts';

const romanDigits: [string, number][] = [
  ['m', 1000],
  ['cm', 900],
  ['d', 500],
  ['cd', 400],
  ['c', 100],
  ['xc', 90],
  ['l', 50],
  ['xl', 40],
  ['x', 10],
  ['ix', 9],
  ['v', 5],
  ['iv', 4],
  ['i', 1],
];

function toRoman(value: number): string {
  let rest = value;
  return romanDigits.reduce((roman, [letters, worth]) => {
    const times = Math.floor(rest / worth);
    rest -= times * worth;
    return roman + letters.repeat(times);
  }, '');
}

const toLetters = (value: number): string =>
  value > 26
    ? toLetters(Math.floor((value - 1) / 26)) + toLetters(((value - 1) % 26) + 1)
    : String.fromCharCode(96 + value);

function itemNumber(value: number, type: string): string {
  if (value < 1 || value > 3999) return String(value);
  if (type === 'a' || type === 'i') return type === 'a' ? toLetters(value) : toRoman(value);
  return type === 'A' ? toLetters(value).toUpperCase() : type === 'I' ? toRoman(value).toUpperCase() : String(value);
}

const numberingByStyle: [RegExp, string][] = [
  [/lower-(?:alpha|latin)/i, 'a'],
  [/upper-(?:alpha|latin)/i, 'A'],
  [/lower-roman/i, 'i'],
  [/upper-roman/i, 'I'],
];

const wrappers = /^(?:a|article|b|center|div|em|figure|i|main|section|span|strong|table|tbody|td|th|thead|tr)$/;

/** Content without text that stands between lists. */
const separators = 'hr, img, video, audio, iframe';

/** Returns the last visible node before a node, across the borders of wrappers. */
function nodeBefore($: CheerioAPI, node: HtmlNode): HtmlNode | undefined {
  let at: HtmlNode | null = node;
  const isSkipped = (one: HtmlNode) =>
    !$(one).text().trim() && !$(one).is(separators) && $(one).has(separators).length === 0;
  while (at && (!at.prev || isSkipped(at.prev as HtmlNode))) {
    const { parent }: HtmlNode = at;
    at = (at.prev ?? (parent && 'name' in parent && wrappers.test(parent.name) ? parent : null)) as HtmlNode | null;
  }
  let before = at?.prev as HtmlNode | undefined;
  while (before && 'name' in before && 'children' in before && wrappers.test(before.name))
    before = before.children.findLast((child) => !isSkipped(child as HtmlNode)) as HtmlNode | undefined;
  return before;
}

export function writeListNumbers($: CheerioAPI): void {
  for (const list of $('ol')) {
    const { type = '1', style = '', start, reversed } = list.attribs;
    const counter = numberingByStyle.find(([name]) => name.test(style))?.[1] ?? type;
    const items = $(list).children('li');
    const isEmpty = (_: number, item: HtmlNode) => !$(item).text().trim() && $(item).has(separators).length === 0;
    const isRegular = reversed === undefined && !/^[aAiI]$/.test(counter) && !items.is('[value]');
    // Empty items are dropped later, but count. Markdown joins a list to the one before it.
    if (isRegular && !items.is(isEmpty) && !$(nodeBefore($, list)).is('ol')) continue;
    const step = reversed === undefined ? 1 : -1;
    let value = parseInt(start ?? '', 10) || (step > 0 ? 1 : items.length);
    for (const item of items) {
      const own = parseInt(item.attribs['value'] ?? '', 10);
      if (Number.isFinite(own)) value = own;
      if (!isEmpty(0, item)) findFirstLine($, item).prepend(`${itemNumber(value, counter)}. `);
      value += step;
    }
    list.name = 'ul';
  }
}
