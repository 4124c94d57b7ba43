// Days that a sentence names: a year, a month, a day, the last week; in English and German.
import { dayMs, isoDay } from '#domain/instants.ts';

export interface Period {
  from?: string;
  to?: string;
}

export interface Dated extends Period {
  /** The sentence without what named the days. */
  rest: string;
}

const monthNames = [
  ['january', 'jan', 'januar', 'jänner'],
  ['february', 'feb', 'februar'],
  ['march', 'mar', 'märz', 'maerz'],
  ['april', 'apr'],
  ['may', 'mai'],
  ['june', 'jun', 'juni'],
  ['july', 'jul', 'juli'],
  ['august', 'aug'],
  ['september', 'sept', 'sep'],
  ['october', 'oct', 'oktober', 'okt'],
  ['november', 'nov'],
  ['december', 'dec', 'dezember', 'dez'],
];
const monthOf = (name: string): number => monthNames.findIndex((names) => names.includes(name.toLowerCase())) + 1;
/** Folded or as it is written. */
export const isMonth = (word: string): boolean => monthOf(word) > 0;
const month = monthNames.flat().sort((a, b) => b.length - a.length).join('|'); // prettier-ignore
const year = '(?:19|20)\\d\\d';

const two = (value: number): string => String(value).padStart(2, '0');
const lastDay = (y: number, m: number): string => isoDay(Date.UTC(y, m, 0));

const ofYear = (y: string): Period => ({ from: `${y}-01-01`, to: `${y}-12-31` });
const ofMonth = (y: number, m: number): Period =>
  m >= 1 && m <= 12 ? { from: `${y}-${two(m)}-01`, to: lastDay(y, m) } : {};

const back = (now: number, days: number): string => isoDay(now - days * dayMs);

/** The newest such month that has begun. */
function latestMonth(m: number, now: number): Period {
  const today = new Date(now);
  return ofMonth(today.getUTCFullYear() - (m > today.getUTCMonth() + 1 ? 1 : 0), m);
}

function monthBefore(now: number): Period {
  const today = new Date(now);
  const before = new Date(Date.UTC(today.getUTCFullYear(), today.getUTCMonth() - 1, 1));
  return ofMonth(before.getUTCFullYear(), before.getUTCMonth() + 1);
}

type Rule = [pattern: RegExp, read: (found: string[], now: number) => Period];

/** A span by its name; the longest are looked for first. */
const spans: Rule[] = [
  [/\b(\d{4}-\d\d-\d\d)\b/, ([day]) => same(day!)],
  [
    new RegExp(`\\b(\\d{1,2})\\.?\\s+(${month})\\.?,?\\s+(${year})`, 'i'),
    ([d, name, y]) => same(`${y}-${two(monthOf(name!))}-${two(Number(d))}`),
  ],
  [
    new RegExp(`\\b(${month})\\.?\\s+(\\d{1,2})(?:st|nd|rd|th)?,?\\s+(${year})`, 'i'),
    ([name, d, y]) => same(`${y}-${two(monthOf(name!))}-${two(Number(d))}`),
  ],
  [
    new RegExp(`\\b(${month})\\.?,?\\s+(?:of\\s+)?(${year})\\b`, 'i'),
    ([name, y]) => ofMonth(Number(y), monthOf(name!)),
  ],
  [/((?:19|20)\d\d)年(\d{1,2})月(\d{1,2})日/, ([y, m, d]) => same(`${y}-${two(Number(m))}-${two(Number(d))}`)],
  [/((?:19|20)\d\d)年(\d{1,2})月/, ([y, m]) => ofMonth(Number(y), Number(m))],
  [/((?:19|20)\d\d)年/, ([y]) => ofYear(y!)],
  [/(?<!\d)(\d{1,2})月(?!\d)/, ([m], now) => latestMonth(Number(m), now)],
  [/昨日/, (_, now) => same(back(now, 1))],
  [/先週|今週/, (_, now) => ({ from: back(now, 7), to: isoDay(now) })],
  [/先月/, (_, now) => monthBefore(now)],
  [/今月/, (_, now) => ofMonth(new Date(now).getUTCFullYear(), new Date(now).getUTCMonth() + 1)],
  [/去年|昨年/, (_, now) => ofYear(String(new Date(now).getUTCFullYear() - 1))],
  [/今年/, (_, now) => ofYear(String(new Date(now).getUTCFullYear()))],
  [/\b(?:today|heute)\b/i, (_, now) => same(isoDay(now))],
  [/\b(?:yesterday|gestern)\b/i, (_, now) => same(back(now, 1))],
  [/\b(?:last|past|this|letzten?|letzter|vergangenen?|dieser|diese) (?:week|woche)\b|\b(?:last|past|letzten) (?:seven|7|sieben) (?:days|tage)\b/i, (_, now) => ({ from: back(now, 7), to: isoDay(now) })], // prettier-ignore
  [/\b(?:past|last|letzten) (?:30|thirty|dreißig) (?:days|tage)\b/i, (_, now) => ({ from: back(now, 30), to: isoDay(now) })], // prettier-ignore
  [/\b(?:last|past|letzten|vergangenen) (?:month|monat)\b/i, (_, now) => monthBefore(now)],
  [/\b(?:this|diesen|diesem) (?:month|monat)\b/i, (_, now) => ofMonth(new Date(now).getUTCFullYear(), new Date(now).getUTCMonth() + 1)], // prettier-ignore
  [/\b(?:last|past|letztes|letzten|vergangenes) (?:year|jahr)\b/i, (_, now) => ofYear(String(new Date(now).getUTCFullYear() - 1))], // prettier-ignore
  [/\b(?:this|dieses|diesem) (?:year|jahr)\b/i, (_, now) => ofYear(String(new Date(now).getUTCFullYear()))],
  [new RegExp(`\\b(?:in|im|during|from|since|seit|vom|before|after|until|bis|vor|nach|vom)\\s+(${month})\\b`, 'i'), ([name], now) => latestMonth(monthOf(name!), now)], // prettier-ignore
  [new RegExp(`\\b(${year})\\b`), ([y]) => ofYear(y!)],
];

function same(day: string): Period {
  return Number.isNaN(Date.parse(day)) ? {} : { from: day, to: day };
}

const between = new RegExp(`\\b(?:between|zwischen|from|von)\\s+(${year})\\s+(?:and|und|to|until|bis)\\s+(${year})\\b|(${year})年から(${year})年`, 'i'); // prettier-ignore
const opens = /\b(?:since|after|seit|nach|ab)\s*$/i;
const closes = /\b(?:before|until|till|vor|bis)\s*$/i;
const leads = /\b(?:in|on|im|am|of|from|during|aus|von|vom|the|der|den|dem)\s*$/i;

/** `before 2024` ends the day before; `after 2024` begins the day after, `since 2024` on its first day. */
function bounded({ from, to }: Period, before: string, after: string): Period {
  if (/^(?:以降|以後|から)/.test(after)) return from ? { from } : {};
  if (/^(?:まで|以前)/.test(after)) return to ? { to } : {};
  if (opens.test(before)) return /\b(?:after|nach)\s*$/i.test(before) && to ? { from: isoDay(Date.parse(to) + dayMs) } : from ? { from } : {}; // prettier-ignore
  if (closes.test(before)) return /\b(?:before|vor)\s*$/i.test(before) && from ? { to: isoDay(Date.parse(from) - dayMs) } : to ? { to } : {}; // prettier-ignore
  return { ...(from && { from }), ...(to && { to }) };
}

/** Without days where the sentence names none. */
export function readPeriod(sentence: string, now: number): Dated {
  const years = between.exec(sentence);
  if (years) {
    const [from = '', to = ''] = years.slice(1).filter(Boolean).sort();
    return { from: `${from}-01-01`, to: `${to}-12-31`, rest: sentence.replace(years[0], ' ') };
  }
  for (const [pattern, read] of spans) {
    const found = pattern.exec(sentence);
    if (!found) continue;
    // A preposition may be part of what was found.
    const at = found.index + found[0].length - found[0].replace(/^(?:in|im|during|from|since|seit|vom|before|after|until|bis|vor|nach)\s+/i, '').length; // prettier-ignore
    const [before, after] = [sentence.slice(0, at), sentence.slice(found.index + found[0].length)];
    const head = [opens, closes, leads].reduce((text, lead) => text.replace(lead, ''), before);
    return {
      ...bounded(read(found.slice(1), now), before, after),
      rest: `${head.replace(leads, '')} ${after.replace(/^(?:以降|以後|から|まで|以前)/, '')}`,
    };
  }
  return { rest: sentence };
}
