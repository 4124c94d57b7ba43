// Writes list numbers that Markdown cannot express (reversed, with gaps, letters) as text in bulleted lists.
import type { CheerioAPI } from 'cheerio/slim';

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

export function writeListNumbers($: CheerioAPI): void {
  for (const list of $('ol')) {
    const { type = '1', style = '', start, reversed } = list.attribs;
    const counter = numberingByStyle.find(([name]) => name.test(style))?.[1] ?? type;
    const items = $(list).children('li');
    if (reversed === undefined && !/^[aAiI]$/.test(counter) && !items.is('[value]')) continue;
    const step = reversed === undefined ? 1 : -1;
    let value = parseInt(start ?? '', 10) || (step > 0 ? 1 : items.length);
    for (const item of items) {
      const own = parseInt(item.attribs['value'] ?? '', 10);
      if (Number.isFinite(own)) value = own;
      $(item).prepend(`${itemNumber(value, counter)}. `);
      value += step;
    }
    list.name = 'ul';
  }
}
