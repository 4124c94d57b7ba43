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
  const value = small.get(word) ?? Infinity;
  if (value < number.space) return { ...number, group: number.group + value, space: value >= 20 ? 10 : 1 };
  const mayBeScaled = !isLinked && (number.group > 0 || isFirst);
  return mayBeScaled ? multiplyGroup(number, word) : undefined;
}

/** Multiplies the last part of a number by “hundred” or a scale, or returns undefined. */
function multiplyGroup(number: PartialNumber, word: string): PartialNumber | undefined {
  const { total, group, lastScale } = number;
  if (word === 'hundred' && group < 100) return { ...number, group: (group || 1) * 100, space: 100 };
  const scale = scales.get(word) ?? Infinity;
  if (scale >= lastScale) return undefined;
  return { total: total + (group || 1) * scale, group: 0, space: 100, lastScale: scale };
}

/** Returns the 3 of “3 million”, or 0. */
const figureBeforeScale = (word: string, next: string): number =>
  /^\d{1,3}$/.test(word) && isScale(next) ? Number(word) : 0;

type FormAt = (at: number) => string;

/** Returns true for the hyphen of “forty-two” and the “and” of “two hundred and one”. */
const isNumberLink = (form: FormAt, at: number, { space }: PartialNumber): boolean =>
  (form(at) === '-' && space === 10) || (form(at) === 'and' && isScale(form(at - 1)));

/** Reads a word of a number, with “and” or a hyphen before it. An ordinal ends the number. */
function readNumberWord(form: FormAt, at: number, number: PartialNumber, isFirst: boolean) {
  const isLinked = !isFirst && isNumberLink(form, at, number);
  const wordAt = isLinked ? at + 1 : at;
  const next = wordAt + 1;
  const ordinal = ordinals.get(form(wordAt)) ?? Infinity;
  if (ordinal < number.space && (isLinked || isFirst))
    return { ordinal: { form: `${number.total + number.group + ordinal}th`, next } };
  if (isLinked && beginsNextNumber(form, at, number.lastScale)) return undefined;
  const longer = addWord(number, form(wordAt), { isFirst, isLinked });
  return longer && { number: longer, next };
}

function parseWords(tokens: Token[], begin: number): ParsedNumber | undefined {
  const form: FormAt = (at) => tokens[at]?.form ?? '';
  const start = form(begin) === 'a' && isScale(form(begin + 1)) ? begin + 1 : begin;
  const figure = figureBeforeScale(form(start), form(start + 1));
  let number: PartialNumber = { total: 0, group: figure, space: figure ? 1 : 100, lastScale: Infinity };
  let at = figure ? start + 1 : start;
  for (;;) {
    const word = readNumberWord(form, at, number, at === start);
    if (!word) break;
    if (word.ordinal) return word.ordinal;
    number = word.number;
    at = word.next;
  }
  const sum = number.total + number.group;
  return at === start ? undefined : { form: String(sum), next: at, spoken: sum };
}

/** Parses numbers in words, including “nineteen eighty-four” and “three point five”. */
function parseSpoken(tokens: Token[], at: number): ParsedNumber | undefined {
  const first = tokens[at]!.form === 'zero' ? { form: '0', next: at + 1, spoken: 0 } : parseWords(tokens, at);
  if (first?.spoken === undefined) return first;
  return parseYear(tokens, first.spoken, first.next) ?? parseDecimals(tokens, first) ?? first;
}

/** Parses the second half of a year such as “nineteen eighty-four”. */
function parseYear(tokens: Token[], century: number, at: number): ParsedNumber | undefined {
  if (century < 13 || century > 20 || !tokens[at]) return undefined;
  const rest = parseWords(tokens, at);
  if (rest?.spoken === undefined || rest.spoken < 10 || rest.spoken >= 100) return undefined;
  return { form: String(century * 100 + rest.spoken), next: rest.next };
}

/** Parses “point” and the digits after it. */
function parseDecimals(tokens: Token[], whole: ParsedNumber): ParsedNumber | undefined {
  if (tokens[whole.next]?.form !== 'point') return undefined;
  const digitAt = (at: number): number => {
    const form = tokens[at]?.form ?? '';
    return form === 'zero' ? 0 : (small.get(form) ?? 10);
  };
  let next = whole.next + 1;
  let decimals = '';
  while (digitAt(next) < 10) decimals += digitAt(next++);
  return decimals ? { form: `${whole.form}.${decimals}`, next } : undefined;
}

function parseOrdinal({ form }: Token, at: number): ParsedNumber | undefined {
  const [, digits] = /^(\d+)(?:st|nd|rd|th)$/.exec(form) ?? [];
  return digits ? { form: `${digits}th`, next: at + 1 } : undefined;
}

const readNumber = (tokens: Token[], at: number): ParsedNumber | undefined =>
  parseSpoken(tokens, at) ?? parseFigures(tokens, at) ?? parseOrdinal(tokens[at]!, at);

export function withNumbers(tokens: Token[]): Token[] {
  const result: Token[] = [];
  for (let at = 0; at < tokens.length;) {
    const token = tokens[at]!;
    const number = readNumber(tokens, at);
    const next = number?.next ?? at + 1;
    const mergedToken = { start: token.start, end: tokens[next - 1]!.end, isWord: true };
    const isPercent = token.form === '%' && /^[\d.]+$/.test(result.at(-1)?.form ?? '');
    if (number) result.push({ form: number.form, ...mergedToken });
    else result.push(isPercent ? { form: 'percent', ...mergedToken } : token);
    at = next;
  }
  return result;
}
