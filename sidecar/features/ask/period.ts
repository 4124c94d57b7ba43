// Days that a sentence names: a year, a month, a day, the last week; in English and German.
import { dayMs, isoDay } from '#domain/instants.ts';

export interface Period {
  from?: string;
  to?: string;
}

export interface DatedSentence extends Period {
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
const monthNumber = (name: string): number => monthNames.findIndex((names) => names.includes(name.toLowerCase())) + 1;
/** Folded or as it is written. */
export const isMonth = (word: string): boolean => monthNumber(word) > 0;
const monthPattern = monthNames.flat().sort((a, b) => b.length - a.length).join('|'); // prettier-ignore
const yearPattern = '(?:19|20)\\d\\d';

const twoDigits = (value: number): string => String(value).padStart(2, '0');
const lastDay = (y: number, m: number): string => isoDay(Date.UTC(y, m, 0));

const yearPeriod = (y: string): Period => ({ from: `${y}-01-01`, to: `${y}-12-31` });
const monthPeriod = (y: number, m: number): Period =>
  m >= 1 && m <= 12 ? { from: `${y}-${twoDigits(m)}-01`, to: lastDay(y, m) } : {};

const dayBefore = (now: number, days: number): string => isoDay(now - days * dayMs);

/** The newest such month that has begun. */
function latestMonth(m: number, now: number): Period {
  const today = new Date(now);
  return monthPeriod(today.getUTCFullYear() - (m > today.getUTCMonth() + 1 ? 1 : 0), m);
}

function monthBefore(now: number): Period {
  const today = new Date(now);
  const before = new Date(Date.UTC(today.getUTCFullYear(), today.getUTCMonth() - 1, 1));
  return monthPeriod(before.getUTCFullYear(), before.getUTCMonth() + 1);
}

type Rule = [pattern: RegExp, read: (found: string[], now: number) => Period];

/** A span by its name; the longest are looked for first. */
const rules: Rule[] = [
  [/\b(\d{4}-\d\d-\d\d)\b/, ([day]) => dayPeriod(day!)],
  [
    new RegExp(`\\b(\\d{1,2})\\.?\\s+(${monthPattern})\\.?,?\\s+(${yearPattern})`, 'i'),
    ([d, name, y]) => dayPeriod(`${y}-${twoDigits(monthNumber(name!))}-${twoDigits(Number(d))}`),
  ],
  [
    new RegExp(`\\b(${monthPattern})\\.?\\s+(\\d{1,2})(?:st|nd|rd|th)?,?\\s+(${yearPattern})`, 'i'),
    ([name, d, y]) => dayPeriod(`${y}-${twoDigits(monthNumber(name!))}-${twoDigits(Number(d))}`),
  ],
  [
    new RegExp(`\\b(${monthPattern})\\.?,?\\s+(?:of\\s+)?(${yearPattern})\\b`, 'i'),
    ([name, y]) => monthPeriod(Number(y), monthNumber(name!)),
  ],
  [
    /((?:19|20)\d\d)年(\d{1,2})月(\d{1,2})日/,
    ([y, m, d]) => dayPeriod(`${y}-${twoDigits(Number(m))}-${twoDigits(Number(d))}`),
  ],
  [/((?:19|20)\d\d)年(\d{1,2})月/, ([y, m]) => monthPeriod(Number(y), Number(m))],
  [/((?:19|20)\d\d)年/, ([y]) => yearPeriod(y!)],
  [/(?<!\d)(\d{1,2})月(?!\d)/, ([m], now) => latestMonth(Number(m), now)],
  [/昨日/, (_, now) => dayPeriod(dayBefore(now, 1))],
  [/先週|今週/, (_, now) => ({ from: dayBefore(now, 7), to: isoDay(now) })],
  [/先月/, (_, now) => monthBefore(now)],
  [/今月/, (_, now) => monthPeriod(new Date(now).getUTCFullYear(), new Date(now).getUTCMonth() + 1)],
  [/去年|昨年/, (_, now) => yearPeriod(String(new Date(now).getUTCFullYear() - 1))],
  [/今年/, (_, now) => yearPeriod(String(new Date(now).getUTCFullYear()))],
  [/\b(?:today|heute)\b/i, (_, now) => dayPeriod(isoDay(now))],
  [/\b(?:yesterday|gestern)\b/i, (_, now) => dayPeriod(dayBefore(now, 1))],
  [/\b(?:last|past|this|letzten?|letzter|vergangenen?|dieser|diese) (?:week|woche)\b|\b(?:last|past|letzten) (?:seven|7|sieben) (?:days|tage)\b/i, (_, now) => ({ from: dayBefore(now, 7), to: isoDay(now) })], // prettier-ignore
  [/\b(?:past|last|letzten) (?:30|thirty|dreißig) (?:days|tage)\b/i, (_, now) => ({ from: dayBefore(now, 30), to: isoDay(now) })], // prettier-ignore
  [/\b(?:last|past|letzten|vergangenen) (?:month|monat)\b/i, (_, now) => monthBefore(now)],
  [/\b(?:this|diesen|diesem) (?:month|monat)\b/i, (_, now) => monthPeriod(new Date(now).getUTCFullYear(), new Date(now).getUTCMonth() + 1)], // prettier-ignore
  [/\b(?:last|past|letztes|letzten|vergangenes) (?:year|jahr)\b/i, (_, now) => yearPeriod(String(new Date(now).getUTCFullYear() - 1))], // prettier-ignore
  [/\b(?:this|dieses|diesem) (?:year|jahr)\b/i, (_, now) => yearPeriod(String(new Date(now).getUTCFullYear()))],
  [new RegExp(`\\b(?:in|im|during|from|since|seit|vom|before|after|until|bis|vor|nach|vom)\\s+(${monthPattern})\\b`, 'i'), ([name], now) => latestMonth(monthNumber(name!), now)], // prettier-ignore
  [new RegExp(`\\b(${yearPattern})\\b`), ([y]) => yearPeriod(y!)],
];

function dayPeriod(day: string): Period {
  return Number.isNaN(Date.parse(day)) ? {} : { from: day, to: day };
}

const betweenYears = new RegExp(`\\b(?:between|zwischen|from|von)\\s+(${yearPattern})\\s+(?:and|und|to|until|bis)\\s+(${yearPattern})\\b|(${yearPattern})年から(${yearPattern})年`, 'i'); // prettier-ignore
const opensPeriod = /\b(?:since|after|seit|nach|ab)\s*$/i;
const closesPeriod = /\b(?:before|until|till|vor|bis)\s*$/i;
const leadingWord = /\b(?:in|on|im|am|of|from|during|aus|von|vom|the|der|den|dem)\s*$/i;

/** `before 2024` ends the day before; `after 2024` begins the day after, `since 2024` on its first day. */
function applyBounds({ from, to }: Period, before: string, after: string): Period {
  if (/^(?:以降|以後|から)/.test(after)) return from ? { from } : {};
  if (/^(?:まで|以前)/.test(after)) return to ? { to } : {};
  if (opensPeriod.test(before)) return /\b(?:after|nach)\s*$/i.test(before) && to ? { from: isoDay(Date.parse(to) + dayMs) } : from ? { from } : {}; // prettier-ignore
  if (closesPeriod.test(before)) return /\b(?:before|vor)\s*$/i.test(before) && from ? { to: isoDay(Date.parse(from) - dayMs) } : to ? { to } : {}; // prettier-ignore
  return { ...(from && { from }), ...(to && { to }) };
}

/** Without days where the sentence names none. */
export function readPeriod(sentence: string, now: number): DatedSentence {
  const years = betweenYears.exec(sentence);
  if (years) {
    const [from = '', to = ''] = years.slice(1).filter(Boolean).sort();
    return { from: `${from}-01-01`, to: `${to}-12-31`, rest: sentence.replace(years[0], ' ') };
  }
  for (const [pattern, read] of rules) {
    const found = pattern.exec(sentence);
    if (!found) continue;
    // A preposition may be part of what was found.
    const at = found.index + found[0].length - found[0].replace(/^(?:in|im|during|from|since|seit|vom|before|after|until|bis|vor|nach)\s+/i, '').length; // prettier-ignore
    const [before, after] = [sentence.slice(0, at), sentence.slice(found.index + found[0].length)];
    const head = [opensPeriod, closesPeriod, leadingWord].reduce((text, lead) => text.replace(lead, ''), before);
    return {
      ...applyBounds(read(found.slice(1), now), before, after),
      rest: `${head.replace(leadingWord, '')} ${after.replace(/^(?:以降|以後|から|まで|以前)/, '')}`,
    };
  }
  return { rest: sentence };
}
