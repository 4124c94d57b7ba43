// Normalization of numbers: “forty-two” is 42, “nineteen eighty-four” is 1984, “50%” is 50 percent.
import type { Token } from './token.ts';

const numberWords = (words: string, from: number, step = 1): [string, number][] =>
  words.split(' ').map((word, at) => [word, from + at * step]);

const small = new Map([
  ...numberWords('one two three four five six seven eight nine ten eleven twelve', 1),
  ...numberWords('thirteen fourteen fifteen sixteen seventeen eighteen nineteen', 13),
  ...numberWords('twenty thirty forty fifty sixty seventy eighty ninety', 20, 10),
]);
const ordinals = new Map([
  ...numberWords('first second third fourth fifth sixth seventh eighth ninth tenth eleventh twelfth', 1),
  ...numberWords('thirteenth fourteenth fifteenth sixteenth seventeenth eighteenth nineteenth', 13),
  ...numberWords('twentieth thirtieth fortieth fiftieth sixtieth seventieth eightieth ninetieth', 20, 10),
]);
const scales = new Map([
  ['thousand', 1e3],
  ['million', 1e6],
  ['billion', 1e9],
]);

/** A number that was read from tokens. */
interface ParsedNumber {
  form: string;
  /** Index of the token after the number. */
  next: number;
  /** Value of a whole number in words. */
  spoken?: number;
}

/** Parses figures with thousands separators and a decimal point, or a fraction. The parts must be adjacent. */
function parseFigures(tokens: Token[], at: number): ParsedNumber | undefined {
  if (!/^\d+$/.test(tokens[at]!.form)) return undefined;
  let { form } = tokens[at]!;
  let next = at + 1;
  const follows = (sign: string, digits: RegExp): boolean => {
    const [before, mark, part] = tokens.slice(next - 1, next + 2);
    const touches = before!.end === mark?.start && mark.end === part?.start;
    return touches && mark.form === sign && digits.test(part.form);
  };
  const take = (sign: string) => {
    form += sign + tokens[next + 1]!.form;
    next += 2;
  };
  if (form.length <= 3) while (follows(',', /^\d{3}$/)) take('');
  if (follows('.', /^\d+$/)) take('.');
  else if (follows('/', /^\d+$/)) take('/');
  return { form, next };
}

const isScale = (form = ''): boolean => form === 'hundred' || scales.has(form);

/** Returns true if “and” begins another number, as in “and two hundred”. */
function beginsNextNumber(form: (at: number) => string, and: number, lastScale: number): boolean {
  if (form(and) !== 'and') return false;
  const isPair = form(and + 2) === '-' || small.has(form(and + 2));
  const high = form(and + (form(and + 2) === '-' ? 4 : isPair ? 3 : 2));
  return high === 'hundred' || (scales.get(high) ?? 0) >= lastScale;
}

/** A number in words, read up to some word. */
interface PartialNumber {
  total: number;
  /** Value before the next scale such as a thousand. */
  group: number;
  /** Upper bound of the value that may follow the last word. */
  space: number;
  lastScale: number;
}

/** Returns the number with one more word, or undefined if the word does not continue it. */
function addWord(number: PartialNumber, word: string, { isFirst, isLinked }: { isFirst: boolean; isLinked: boolean }) {
  const { total, group, space, lastScale } = number;
  const value = small.get(word) ?? Infinity;
  const scale = scales.get(word) ?? Infinity;
  const mayBeScaled = group > 0 || isFirst;
  if (value < space) return { ...number, group: group + value, space: value >= 20 ? 10 : 1 };
  if (isLinked || !mayBeScaled) return undefined;
  if (word === 'hundred' && group < 100) return { ...number, group: (group || 1) * 100, space: 100 };
  if (scale < lastScale) return { total: total + (group || 1) * scale, group: 0, space: 100, lastScale: scale };
  return undefined;
}

/** Returns the 3 of “3 million”, or 0. */
const figureBeforeScale = (word: string, next: string): number =>
  /^\d{1,3}$/.test(word) && isScale(next) ? Number(word) : 0;

/** Parses a number in words. */
function parseWords(tokens: Token[], begin: number): ParsedNumber | undefined {
  const form = (at: number): string => tokens[at]?.form ?? '';
  const start = form(begin) === 'a' && isScale(form(begin + 1)) ? begin + 1 : begin;
  const figure = figureBeforeScale(form(start), form(start + 1));
  let number: PartialNumber = { total: 0, group: figure, space: figure ? 1 : 100, lastScale: Infinity };
  let at = figure ? start + 1 : start;
  for (;;) {
    const isFirst = at === start;
    const isHyphen = form(at) === '-' && number.space === 10;
    const isLinked = isHyphen || (form(at) === 'and' && isScale(form(at - 1)) && !isFirst);
    const wordAt = isLinked ? at + 1 : at;
    const word = form(wordAt);
    const ordinal = ordinals.get(word) ?? Infinity;
    if (ordinal < number.space && (isLinked || isFirst))
      return { form: `${number.total + number.group + ordinal}th`, next: wordAt + 1 };
    if (isLinked && beginsNextNumber(form, at, number.lastScale)) break;
    const next = addWord(number, word, { isFirst, isLinked });
    if (!next) break;
    number = next;
    at = wordAt + 1;
  }
  const sum = number.total + number.group;
  return at === start ? undefined : { form: String(sum), next: at, spoken: sum };
}

/** Parses numbers in words, including “nineteen eighty-four” and “three point five”. */
function parseSpoken(tokens: Token[], at: number): ParsedNumber | undefined {
  const first = tokens[at]!.form === 'zero' ? { form: '0', next: at + 1, spoken: 0 } : parseWords(tokens, at);
  if (first?.spoken === undefined) return first;
  const after =
    first.spoken >= 13 && first.spoken <= 20 && tokens[first.next] ? parseWords(tokens, first.next) : undefined;
  if (after?.spoken !== undefined && after.spoken >= 10 && after.spoken < 100)
    return { form: String(first.spoken * 100 + after.spoken), next: after.next };
  const digitAt = (place: number) =>
    tokens[place]?.form === 'zero' ? 0 : (small.get(tokens[place]?.form ?? '') ?? 10);
  let next = first.next + 1;
  let decimals = '';
  if (tokens[first.next]?.form === 'point') while (digitAt(next) < 10) decimals += digitAt(next++);
  return decimals ? { form: `${first.form}.${decimals}`, next } : first;
}

function parseOrdinal({ form }: Token, at: number): ParsedNumber | undefined {
  const [, digits] = /^(\d+)(?:st|nd|rd|th)$/.exec(form) ?? [];
  return digits ? { form: `${digits}th`, next: at + 1 } : undefined;
}

export function withNumbers(tokens: Token[]): Token[] {
  const result: Token[] = [];
  for (let at = 0; at < tokens.length;) {
    const token = tokens[at]!;
    const read = parseSpoken(tokens, at) ?? parseFigures(tokens, at) ?? parseOrdinal(token, at);
    const isPercent = token.form === '%' && /^[\d.]+$/.test(result.at(-1)?.form ?? '');
    const next = read?.next ?? at + 1;
    const whole = { start: token.start, end: tokens[next - 1]!.end, isWord: true };
    if (read) result.push({ form: read.form, ...whole });
    else result.push(isPercent ? { form: 'percent', ...whole } : token);
    at = next;
  }
  return result;
}
