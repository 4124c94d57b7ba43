// Reads Japanese questions. Without spaces between words, phrases of the grammar are cut out of the text first; what is
// left is segmented into words.
import { needsSegmentation, segmentKeywords } from '../search/segment-keywords.ts';
import {
  dayPeriod,
  latestYear,
  monthPeriod,
  type Period,
  relativePeriod,
  seasonPeriod,
  seasonYear,
  yearPeriod,
} from './dates.ts';
import { type Act, type Role, typesOfValue } from './grammar.ts';
import { japanese } from './grammars/ja.ts';
import {
  type Asks,
  emptyQuery,
  type ItemOrder,
  type ItemStatus,
  type QueryContext,
  type TypedQuery,
} from './typed-query.ts';

interface CutPeriod extends Period {
  /** The words of the period. */
  cut: string[];
  rest: string;
}

interface Phrase {
  role: Role;
  value: string;
  text: string;
}

const phrases: Phrase[] = japanese.rows
  .flatMap(([role, value, texts]) => texts.split(/\s+/).map((text): Phrase => ({ role, value, text })))
  .sort((a, b) => b.text.length - a.text.length);
const fillers = new Set(japanese.fillers.split(' '));

const numerals = '〇一二三四五六七八九';
const maxGap = 20;

/** Reads figures or numerals up to 9999, such as 二十一 or 二〇二六. */
function readNumeral(text: string): number {
  const digits = text
    .normalize('NFKC')
    .replace(/[〇一二三四五六七八九]/g, (numeral) => String(numerals.indexOf(numeral)));
  const [, tens, units] = /^(\d*)十(\d*)$/.exec(digits) ?? [];
  return units === undefined ? Number(digits) : Number(tens || 1) * 10 + Number(units || 0);
}

const numeral = '[\\d０-９〇一二三四五六七八九十]';
const datePattern = new RegExp(
  `(?:(${numeral}{4})年)?(?:(${numeral}{1,3})月(?!曜|\\d*頃を)(?:(${numeral}{1,3})日)?)?(以降|以後|から|以前|まで|より前|の前)?`,
  'g',
);
const rangePattern = new RegExp(`(${numeral}{4})年から(${numeral}{4})年`);

function periodOf(year: number | undefined, month: number | undefined, day: number | undefined, now: number): Period {
  if (month === undefined) return year === undefined ? {} : yearPeriod(year);
  const statedYear = year ?? latestYear(now, month, day);
  return day === undefined ? monthPeriod(statedYear, month) : dayPeriod(statedYear, month, day);
}

const seasonPattern = new RegExp(`(${numeral}{4}年|去年|昨年|今年|この)の?([春夏秋冬])`);

/** Returns the season of a text, such as 2025年の夏 and 昨年の春. */
function cutSeason(text: string, now: number): CutPeriod | undefined {
  const [all, stated = '', season] = seasonPattern.exec(text) ?? [];
  if (!season) return undefined;
  const first = 3 * ('春夏秋冬'.indexOf(season) + 1);
  const years: Record<string, number> = { 去年: -1, 昨年: -1, 今年: 0 };
  const offset = years[stated];
  const statedYear = stated === 'この' ? seasonYear('this', first, now) : readNumeral(stated.slice(0, 4));
  const year = offset === undefined ? statedYear : new Date(now).getUTCFullYear() + offset;
  return { ...seasonPeriod(year, first), cut: [all!], rest: text.replace(all!, ' ') };
}

/** Returns the period of a text, and the text without it. */
function cutPeriod(text: string, now: number): CutPeriod {
  const range = rangePattern.exec(text);
  if (range) {
    const [from, to] = [readNumeral(range[1]!), readNumeral(range[2]!)].sort();
    return {
      from: yearPeriod(from!).from!,
      to: yearPeriod(to!).to!,
      cut: [range[0]],
      rest: text.replace(range[0], ' '),
    };
  }
  for (const [all, year, month, day, bound = ''] of text.matchAll(datePattern)) {
    if (!year && !month) continue;
    const [y, m, d] = [year, month, day].map((part) => (part ? readNumeral(part) : undefined));
    const { from, to } = periodOf(y, m, d, now);
    if (!from || !to) continue;
    const parts = { cut: [all.slice(0, all.length - bound.length)], rest: text.replace(all, ' ') };
    if (/以降|以後|から/.test(bound)) return { from, ...parts };
    return /以前|まで|前/.test(bound) ? { to, ...parts } : { from, to, ...parts };
  }
  return { cut: [], rest: text };
}

/** Returns true if the parts of a pattern occur in order, with short gaps. */
function matchesPattern(pattern: string, text: string): boolean {
  let from = 0;
  return pattern.split('…').every((part, n) => {
    const at = text.indexOf(part, from);
    if (at < 0 || (n > 0 && at - from > maxGap)) return false;
    from = at + part.length;
    return true;
  });
}

/** Signs of a question about something that happened, which is no request. */
const isPastQuestion = (text: string): boolean =>
  /誰|だれ|どの|どこ|いつ|どれ|いくつ|ました|された|記事|エピソード/.test(text);

const findAct = (text: string): Act | undefined =>
  japanese.acts.find(
    ([act, patterns]) =>
      !(act === 'booking' && isPastQuestion(text)) &&
      patterns.split('\n').some((pattern) => matchesPattern(pattern.trim(), text)),
  )?.[0];

type Draft = TypedQuery & { relative?: string };

const apply: Partial<Record<Role, (query: Draft, value: string, text: string) => void>> = {
  types: (query, value) => {
    query.types.push(...typesOfValue(value));
    query.isItems = true;
  },
  items: (query) => {
    query.isItems = true;
  },
  noun: (query, _, text) => {
    query.nouns.push(text);
    query.isItems = true;
  },
  order: (query, value, text) => {
    const [order, many] = value.split(' ') as [ItemOrder, string?];
    query.order = order;
    query.orderText = text;
    if (!many) query.count ??= 1;
  },
  'how many': (query) => {
    query.isCount = true;
  },
  asks: (query, value, text) => {
    if (value.endsWith('free')) query.words.push(text);
    if (query.asks && query.asks !== 'thing') return;
    query.asks = value.split(' ')[0] as Asks;
    query.asksText = text;
  },
  status: (query, value) => {
    query.status = { is: value as ItemStatus };
  },
  self: (query) => {
    query.isAboutCreator = true;
  },
  unknown: (query, value, text) => {
    if (value === 'negation') query.negation ??= text;
    else query.unused.push(text);
  },
  relative: (query, value) => {
    query.relative = value;
  },
};

const keywordsOf = (text: string, language: string): string[] =>
  needsSegmentation(text, language)
    ? segmentKeywords(text, fillers)
    : text.split(/\s+/).filter((word) => /[\p{L}\p{N}]/u.test(word));

const countPattern = /([一二三四五六七八九]|\d{1,2})(?:つ|本|件|個|回分|通)/;

/** Cuts the names of the creator and the publication. */
function cutNames(query: Draft, text: string, { name, publication }: QueryContext['creator']): string {
  return [publication, name, name.replace(/\s/g, '')].reduce((rest, one) => {
    if (!one || !rest.includes(one)) return rest;
    query.isAboutCreator = true;
    return rest.replaceAll(one, ' ');
  }, text);
}

/** Reads a negation, which follows its word. */
function cutNegation(query: Draft, text: string, at: number, phrase: string): string {
  const before = text.slice(0, at);
  const word = segmentKeywords(before, fillers).at(-1);
  if (word) query.without.push(word);
  else query.negation ??= phrase;
  return `${word ? before.replace(word, ' ') : before} ${text.slice(at + phrase.length)}`;
}

/** Cuts the phrases of the grammar, unless they are parts of longer words. */
function cutPhrases(query: Draft, text: string, isKnown: (word: string) => boolean): string {
  let rest = text;
  for (const { role, value, text: phrase } of phrases) {
    const at = rest.indexOf(phrase);
    const isAdverb = role === 'order' && rest[at + phrase.length] === 'に';
    if (at < 0 || isPartOfWord(rest, at, phrase, isKnown)) continue;
    if (role === 'not') rest = cutNegation(query, rest, at, phrase);
    else {
      rest = rest.replaceAll(phrase, ' ');
      if (isAdverb) query.unused.push(phrase);
      else apply[role]?.(query, value, phrase);
    }
  }
  return rest;
}

function cutCount(query: Draft, text: string): string {
  const [counted, number] = countPattern.exec(text) ?? [];
  if (!counted || !query.isItems) return text;
  if (!query.isCount) query.count = readNumeral(number!);
  return text.replace(counted, ' ');
}

function findSaid(sentence: string): string | undefined {
  const quote = /[「『"“]([^」』"”]{10,1000})[」』"”]/.exec(sentence)?.[1];
  return quote && /言|書|発言|引用|本当/.test(sentence.replace(quote, '')) ? quote : undefined;
}

/** Checks what the whole sentence implies. */
function completeQuery({ relative, ...query }: Draft, now: number): TypedQuery {
  if (query.without.length > 0 && !query.isItems) {
    query.negation ??= query.without[0]!;
    query.words.push(...query.without.splice(0));
  }
  if (query.isCount) delete query.count;
  query.isItems ||= query.order !== 'best' && query.words.length === 0;
  return relative ? { ...relativePeriod(relative, now), ...query } : query;
}

export function readJapanese(sentence: string, { creator, now, containsPhrase, isInTitle }: QueryContext): TypedQuery {
  const query: Draft = emptyQuery('ja');
  const act = findAct(sentence);
  const quote = findSaid(sentence);
  const { from, to, cut, rest: undated } = cutSeason(sentence, now) ?? cutPeriod(sentence, now);
  const isKnown = (word: string) => isInTitle(word) || containsPhrase(word);
  const rest = cutCount(query, cutPhrases(query, cutNames(query, undated, creator), isKnown));
  query.periodWords = cut;
  if (from) query.from = from;
  if (to) query.to = to;
  query.words.push(...keywordsOf(rest, 'ja').filter((word) => !fillers.has(word)));
  query.hasSubject = sentence.includes('について');
  return { ...completeQuery(query, now), ...(quote && !isInTitle(quote) && { quote }), ...(act && { act }) };
}

const letters = /[\p{Script=Han}\p{Script=Katakana}ー]/u;
const kana = /\p{Script=Hiragana}/u;

/** Returns true if a phrase is a part of a longer word that the texts contain, such as 号 of 番号 and だけ of さおだけ屋. */
function isPartOfWord(text: string, at: number, phrase: string, isKnown: (word: string) => boolean): boolean {
  const before = text[at - 1] ?? '';
  const after = text[at + phrase.length] ?? '';
  if (phrase.length === 1)
    return (letters.test(before) && isKnown(before + phrase)) || (letters.test(after) && isKnown(phrase + after));
  return kana.test(before) && letters.test(after) && isKnown(before + phrase + after);
}
