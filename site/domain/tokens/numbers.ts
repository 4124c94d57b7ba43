// Numbers in one form, in words or in figures: “forty-two” is 42, “nineteen eighty-four” is 1984, “50%” is 50 percent.
import type { Token } from './token.ts';

const listed = (words: string, from: number, step = 1): [string, number][] =>
  words.split(' ').map((word, at) => [word, from + at * step]);

const small = new Map([
  ...listed('one two three four five six seven eight nine ten eleven twelve', 1),
  ...listed('thirteen fourteen fifteen sixteen seventeen eighteen nineteen', 13),
  ...listed('twenty thirty forty fifty sixty seventy eighty ninety', 20, 10),
]);
const ordinals = new Map([
  ...listed('first second third fourth fifth sixth seventh eighth ninth tenth eleventh twelfth', 1),
  ...listed('thirteenth fourteenth fifteenth sixteenth seventeenth eighteenth nineteenth', 13),
  ...listed('twentieth thirtieth fortieth fiftieth sixtieth seventieth eightieth ninetieth', 20, 10),
]);
const scales = new Map([
  ['thousand', 1e3],
  ['million', 1e6],
  ['billion', 1e9],
]);

/** A number that begins at a token. */
interface Read {
  form: string;
  /** The token after it. */
  next: number;
  /** Of whole numbers in words alone. */
  spoken?: number;
}

/** Figures with commas between thousands and one decimal point, or a fraction; parts that do not touch are separate. */
function figures(tokens: Token[], at: number): Read | undefined {
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

const isHigh = (form = ''): boolean => form === 'hundred' || scales.has(form);

/** “and two hundred” begins another number. */
function beginsOther(form: (at: number) => string, and: number, lastScale: number): boolean {
  if (form(and) !== 'and') return false;
  const isPair = form(and + 2) === '-' || small.has(form(and + 2));
  const high = form(and + (form(and + 2) === '-' ? 4 : isPair ? 3 : 2));
  return high === 'hundred' || (scales.get(high) ?? 0) >= lastScale;
}

/** Adds words as long as they go on with the same number: `space` is what still fits below the last of them. */
function inWords(tokens: Token[], begin: number): Read | undefined {
  const form = (at: number): string => tokens[at]?.form ?? '';
  const start = form(begin) === 'a' && isHigh(form(begin + 1)) ? begin + 1 : begin;
  const figure = /^\d{1,3}$/.test(form(start)) && isHigh(form(start + 1)) ? Number(form(start)) : 0;
  let [total, group, space, lastScale] = [0, figure, figure ? 1 : 100, Infinity];
  let at = figure ? start + 1 : start;
  for (; ; at++) {
    const link = (form(at) === '-' && space === 10) || (form(at) === 'and' && isHigh(form(at - 1)) && at > start);
    const word = form(link ? at + 1 : at);
    const value = small.get(word) ?? Infinity;
    const scale = scales.get(word) ?? Infinity;
    const ordinal = ordinals.get(word) ?? Infinity;
    if (ordinal < space && (link || at === start))
      return { form: `${total + group + ordinal}th`, next: at + (link ? 2 : 1) };
    if (link && beginsOther(form, at, lastScale)) break;
    if (value < space) [group, space] = [group + value, value >= 20 ? 10 : 1];
    else if (link) break;
    else if (word === 'hundred' && group < 100 && (group > 0 || at === start))
      [group, space] = [(group || 1) * 100, 100];
    else if (scale < lastScale && (group > 0 || at === start)) {
      total += (group || 1) * scale;
      [group, space, lastScale] = [0, 100, scale];
    } else break;
    if (link) at++;
  }
  const sum = total + group;
  return at === start ? undefined : { form: String(sum), next: at, spoken: sum };
}

/** “Nineteen eighty-four”, “three point five”. */
function spoken(tokens: Token[], at: number): Read | undefined {
  const first = tokens[at]!.form === 'zero' ? { form: '0', next: at + 1, spoken: 0 } : inWords(tokens, at);
  if (first?.spoken === undefined) return first;
  const after =
    first.spoken >= 13 && first.spoken <= 20 && tokens[first.next] ? inWords(tokens, first.next) : undefined;
  if (after?.spoken !== undefined && after.spoken >= 10 && after.spoken < 100)
    return { form: String(first.spoken * 100 + after.spoken), next: after.next };
  const digitAt = (place: number) =>
    tokens[place]?.form === 'zero' ? 0 : (small.get(tokens[place]?.form ?? '') ?? 10);
  let next = first.next + 1;
  let decimals = '';
  if (tokens[first.next]?.form === 'point') while (digitAt(next) < 10) decimals += digitAt(next++);
  return decimals ? { form: `${first.form}.${decimals}`, next } : first;
}

function ordinalFigure({ form }: Token, at: number): Read | undefined {
  const [, digits] = /^(\d+)(?:st|nd|rd|th)$/.exec(form) ?? [];
  return digits ? { form: `${digits}th`, next: at + 1 } : undefined;
}

export function withNumbers(tokens: Token[]): Token[] {
  const made: Token[] = [];
  for (let at = 0; at < tokens.length;) {
    const token = tokens[at]!;
    const read = spoken(tokens, at) ?? figures(tokens, at) ?? ordinalFigure(token, at);
    const isPercent = token.form === '%' && /^[\d.]+$/.test(made.at(-1)?.form ?? '');
    const next = read?.next ?? at + 1;
    const whole = { start: token.start, end: tokens[next - 1]!.end, isWord: true };
    if (read) made.push({ form: read.form, ...whole });
    else made.push(isPercent ? { form: 'percent', ...whole } : token);
    at = next;
  }
  return made;
}
