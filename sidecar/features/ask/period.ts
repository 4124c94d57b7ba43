// Reads dates and periods in a sentence, such as “May 2025” or “last week”, in English, German and Japanese.
import { dayMs, isoDay } from '#domain/instants.ts';

export interface Period {
  from?: string;
  to?: string;
}

export interface DatedSentence extends Period {
  /** Sentence without the words of the period. */
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
/** Returns true for the name of a month in any case. */
export const isMonth = (word: string): boolean => monthNumber(word) > 0;
const monthPattern = monthNames
  .flat()
  .sort((a, b) => b.length - a.length)
  .join('|');
const yearPattern = '(?:19|20)\\d\\d';

const twoDigits = (value: number): string => String(value).padStart(2, '0');
const lastDay = (y: number, m: number): string => isoDay(Date.UTC(y, m, 0));

const yearPeriod = (y: string | number): Period => ({ from: `${y}-01-01`, to: `${y}-12-31` });
const monthPeriod = (y: number, m: number): Period =>
  m >= 1 && m <= 12 ? { from: `${y}-${twoDigits(m)}-01`, to: lastDay(y, m) } : {};

const dayBefore = (now: number, days: number): string => isoDay(now - days * dayMs);
const lastDays = (now: number, days: number): Period => ({ from: dayBefore(now, days), to: isoDay(now) });
const yearOf = (now: number): number => new Date(now).getUTCFullYear();
const currentMonth = (now: number): Period => monthPeriod(yearOf(now), new Date(now).getUTCMonth() + 1);

/** Returns the latest such month that has started. */
function latestMonth(m: number, now: number): Period {
  const today = new Date(now);
  return monthPeriod(today.getUTCFullYear() - (m > today.getUTCMonth() + 1 ? 1 : 0), m);
}

function monthBefore(now: number): Period {
  const today = new Date(now);
  const before = new Date(Date.UTC(today.getUTCFullYear(), today.getUTCMonth() - 1, 1));
  return monthPeriod(before.getUTCFullYear(), before.getUTCMonth() + 1);
}

type Rule = [pattern: RegExp, read: (groups: string[], now: number) => Period];

/** Patterns of periods, the most specific first. */
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
  [/先週|今週/, (_, now) => lastDays(now, 7)],
  [/先月/, (_, now) => monthBefore(now)],
  [/今月/, (_, now) => currentMonth(now)],
  [/去年|昨年/, (_, now) => yearPeriod(yearOf(now) - 1)],
  [/今年/, (_, now) => yearPeriod(yearOf(now))],
  [/\b(?:today|heute)\b/i, (_, now) => dayPeriod(isoDay(now))],
  [/\b(?:yesterday|gestern)\b/i, (_, now) => dayPeriod(dayBefore(now, 1))],
  [/\b(?:last|past|this|letzten?|letzter|vergangenen?|dieser|diese) (?:week|woche)\b/i, (_, now) => lastDays(now, 7)],
  [/\b(?:last|past|letzten) (?:seven|7|sieben) (?:days|tage)\b/i, (_, now) => lastDays(now, 7)],
  [/\b(?:past|last|letzten) (?:30|thirty|dreißig) (?:days|tage)\b/i, (_, now) => lastDays(now, 30)],
  [/\b(?:last|past|letzten|vergangenen) (?:month|monat)\b/i, (_, now) => monthBefore(now)],
  [/\b(?:this|diesen|diesem) (?:month|monat)\b/i, (_, now) => currentMonth(now)],
  [/\b(?:last|past|letztes|letzten|vergangenes) (?:year|jahr)\b/i, (_, now) => yearPeriod(yearOf(now) - 1)],
  [/\b(?:this|dieses|diesem) (?:year|jahr)\b/i, (_, now) => yearPeriod(yearOf(now))],
  [
    new RegExp(
      `\\b(?:in|im|during|from|since|seit|vom|before|after|until|bis|vor|nach|vom)\\s+(${monthPattern})\\b`,
      'i',
    ),
    ([name], now) => latestMonth(monthNumber(name!), now),
  ],
  [new RegExp(`\\b(${yearPattern})\\b`), ([y]) => yearPeriod(y!)],
];

function dayPeriod(day: string): Period {
  return Number.isNaN(Date.parse(day)) ? {} : { from: day, to: day };
}

const betweenYears = new RegExp(
  `\\b(?:between|zwischen|from|von)\\s+(${yearPattern})\\s+(?:and|und|to|until|bis)\\s+(${yearPattern})\\b` +
    `|(${yearPattern})年から(${yearPattern})年`,
  'i',
);
const opensPeriod = /\b(?:since|after|seit|nach|ab)\s*$/i;
const closesPeriod = /\b(?:before|until|till|vor|bis)\s*$/i;
const preposition = /^(?:in|im|during|from|since|seit|vom|before|after|until|bis|vor|nach)\s+/i;
const leadingWord = /\b(?:in|on|im|am|of|from|during|aus|von|vom|the|der|den|dem)\s*$/i;

/** Opens or closes a period: `before 2024` ends on the day before, `after 2024` starts on the day after it. */
function applyBounds({ from, to }: Period, before: string, after: string): Period {
  const onlyFrom = from ? { from } : {};
  const onlyTo = to ? { to } : {};
  if (/^(?:以降|以後|から)/.test(after)) return onlyFrom;
  if (/^(?:まで|以前)/.test(after)) return onlyTo;
  if (/\b(?:after|nach)\s*$/i.test(before)) return to ? { from: isoDay(Date.parse(to) + dayMs) } : onlyFrom;
  if (/\b(?:before|vor)\s*$/i.test(before)) return from ? { to: isoDay(Date.parse(from) - dayMs) } : onlyTo;
  if (opensPeriod.test(before)) return onlyFrom;
  if (closesPeriod.test(before)) return onlyTo;
  return { ...onlyFrom, ...onlyTo };
}

/** Reads the first period of a sentence, if it has one. */
export function readPeriod(sentence: string, now: number): DatedSentence {
  const years = betweenYears.exec(sentence);
  if (years) {
    const [from = '', to = ''] = years.slice(1).filter(Boolean).sort();
    return { from: `${from}-01-01`, to: `${to}-12-31`, rest: sentence.replace(years[0], ' ') };
  }
  for (const [pattern, read] of rules) {
    const match = pattern.exec(sentence);
    if (!match) continue;
    // The match may start with a preposition, which belongs to the text before the period.
    const end = match.index + match[0].length;
    const at = end - match[0].replace(preposition, '').length;
    const before = sentence.slice(0, at);
    const after = sentence.slice(end);
    const head = [opensPeriod, closesPeriod, leadingWord].reduce((text, lead) => text.replace(lead, ''), before);
    return {
      ...applyBounds(read(match.slice(1), now), before, after),
      rest: `${head.replace(leadingWord, '')} ${after.replace(/^(?:以降|以後|から|まで|以前)/, '')}`,
    };
  }
  return { rest: sentence };
}
