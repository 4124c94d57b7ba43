// Visible text of HTML as a browser shows it, and its comparison with the text that an item stores.
import { load } from 'cheerio';

type Node = ReturnType<ReturnType<typeof load>['root']>[0]['children'][number];

/** Boundary before a character: none, an edge of a superscript or a bracket, a space, a line break. */
const Gap = { None: 0, Edge: 1, Space: 2, Line: 3 } as const;
type Gap = (typeof Gap)[keyof typeof Gap];

/** Content that the room replaces by text of its own, such as a player or a formula. */
const replaced = '\ufffc';

interface Sign {
  sign: string;
  gap: Gap;
}

export interface VisibleTextOptions {
  /** Elements that are left out on purpose. */
  isLeftOut?: (element: Element) => boolean;
  /** Elements that are replaced by other text. */
  isReplaced?: (element: Element) => boolean;
}

export type Element = Extract<Node, { attribs: unknown }>;

const blockElements = new Set(
  (
    'address article aside blockquote body caption center details dialog dd div dl dt fieldset figcaption figure footer form ' +
    'h1 h2 h3 h4 h5 h6 header hgroup hr html legend li main menu nav ol p pre section summary table tbody tfoot thead tr ul'
  ).split(' '),
);
const edgeElements = new Set('sup sub img rt rp q picture'.split(' '));
const neverShown = new Set('script style template head title noscript datalist rp'.split(' '));
const hidingStyle =
  /(?:^|[;\s])(?:display\s*:\s*none|visibility\s*:\s*hidden|clip\s*:\s*rect\(\s*[01]|left\s*:\s*-\d{3})/i;
const hidingClass = /(?:^|\s)(?:screen-reader-text|sr-only|visually-?hidden)(?:\s|$)/;

/** Marks that the room adds or replaces: brackets of note numbers, ^ and _ of notation, quotation marks of <q>. */
const marks = /[[\](){}^_“”"'/⁄—|\\]/u;
/** Characters without a width. */
const invisible = /[\p{Cf}\p{Cc}\ufe00-\ufe0f]/u;

function numberOfItem(item: Element): string | undefined {
  const list = item.parent as Element;
  const { type = '1', start = '', reversed, style = '' } = list.attribs;
  if (list.name !== 'ol' || type !== '1' || /list-style/.test(style)) return undefined;
  const items = list.children.filter((one): one is Element => 'name' in one && one.name === 'li');
  const step = reversed === undefined ? 1 : -1;
  const first = Number.parseInt(start, 10) || (step === 1 ? 1 : items.length);
  const numbers = items
    .slice(0, items.indexOf(item) + 1)
    .map(({ attribs }) => Number.parseInt(attribs['value'] ?? '', 10));
  const value = numbers.reduce((last, number) => (Number.isFinite(number) ? number : last + step), first - step);
  return `${value}. `;
}

const isHidden = ({ name, attribs }: Element): boolean =>
  neverShown.has(name) ||
  (attribs['hidden'] !== undefined && attribs['hidden'] !== 'until-found') ||
  hidingStyle.test(attribs['style'] ?? '') ||
  hidingClass.test(attribs['class'] ?? '');

class Reader {
  readonly signs: Sign[] = [];
  #gap: Gap = Gap.Line;
  /** Numbers of the list items that have begun but have no text so far. */
  readonly #numbers: string[] = [];
  readonly #options: VisibleTextOptions;

  constructor(options: VisibleTextOptions) {
    this.#options = options;
  }

  read(node: Node, isPre: boolean): void {
    if (node.type === 'text') this.#readText(node.data, isPre);
    else if ('attribs' in node) this.#readElement(node, isPre);
    else if ('children' in node) for (const child of node.children) this.read(child, isPre);
  }

  #raise(gap: Gap): void {
    if (gap > this.#gap) this.#gap = gap;
  }

  #write(sign: string): void {
    this.signs.push({ sign, gap: this.#gap });
    this.#gap = Gap.None;
  }

  #readElement(element: Element, isPre: boolean): void {
    const { name } = element;
    if (isHidden(element)) return;
    const edge = this.#edgeOf(name);
    this.#raise(edge);
    if (this.#options.isReplaced?.(element)) return this.#write(replaced);
    if (this.#options.isLeftOut?.(element)) return this.#raise(Gap.Edge);
    if (name === 'img' || name === 'hr') this.#writeNumbers();
    if (name === 'br' || name === 'hr') return this.#raise(Gap.Line);
    this.#readChildren(element, isPre);
    this.#raise(edge);
  }

  #readChildren(element: Element, isPre: boolean): void {
    const { name, children } = element;
    const number = name === 'li' ? numberOfItem(element) : undefined;
    if (number) this.#numbers.push(number);
    const first = this.signs.length;
    const gap = this.#gap;
    for (const child of children) this.read(child, isPre || name === 'pre');
    if (name === 'td' || name === 'th') this.#closeCell(first, gap);
    if (number) this.#numbers.pop();
  }

  /** Puts blocks at the edges of a cell in its row. */
  #closeCell(first: number, gap: Gap): void {
    if (this.signs[first]) this.signs[first].gap = gap;
    this.#gap = this.signs[first] ? Gap.Space : gap;
  }

  #edgeOf(name: string): Gap {
    if (blockElements.has(name)) return Gap.Line;
    if (name === 'td' || name === 'th') return Gap.Space;
    return edgeElements.has(name) ? Gap.Edge : Gap.None;
  }

  #readText(text: string, isPre: boolean): void {
    for (const character of text) {
      if (isPre && character === '\n') this.#raise(Gap.Line);
      else if (/\s/.test(character)) this.#raise(Gap.Space);
      else if (!invisible.test(character)) this.#readSign(character);
    }
  }

  /** Writes the numbers of list items when their first text or picture is read, which stands in the same line. */
  #writeNumbers(): void {
    if (this.#numbers.length === 0) return;
    this.#readText(this.#numbers.splice(0).join(''), false);
    this.#gap = Gap.Space;
  }

  #readSign(character: string): void {
    this.#writeNumbers();
    const plain = character.normalize('NFKC');
    const isNotation = /^[\p{No}™℠ªº]$/u.test(character) || /[⁺⁻⁼₊₋₌ⁿⁱ]/.test(character);
    if (isNotation) this.#raise(Gap.Edge);
    for (const sign of plain) {
      if (marks.test(sign)) this.#raise(Gap.Edge);
      else if (/\s/.test(sign)) this.#raise(Gap.Space);
      else this.#write(sign === '−' || sign === '–' ? '-' : sign);
    }
    if (isNotation) this.#raise(Gap.Edge);
  }
}

function readSigns(html: string, options: VisibleTextOptions = {}): Sign[] {
  const reader = new Reader(options);
  reader.read(load(html).root()[0]!, false);
  return reader.signs;
}

const isDigit = (sign: string | undefined): boolean => /\p{Nd}/u.test(sign ?? '');

function isGapRight(source: Sign, stored: Sign, before: string | undefined): boolean {
  if (source.gap === Gap.None) return stored.gap <= Gap.Edge;
  if (source.gap === Gap.Edge) return stored.gap === Gap.None ? !(isDigit(source.sign) && isDigit(before)) : true;
  return stored.gap >= source.gap;
}

const contextOf = (signs: Sign[], at: number): string =>
  signs
    .slice(Math.max(0, at - 25), at + 25)
    .map(({ sign, gap }, i) => (i + Math.max(0, at - 25) === at ? '▸' : '') + ['', '·', ' ', '⏎'][gap]! + sign)
    .join('');

/** Number of signs by which the texts are aligned again after a replacement. */
const alignedSigns = 12;
const maxReplacement = 3000;

/** Returns the position after a replacement at which the stored text goes on like the source. */
function findContinuation(source: Sign[], at: number, stored: Sign[], from: number): number {
  const rest = source.slice(at, at + alignedSigns);
  const end = rest.findIndex(({ sign }) => sign === replaced);
  const wanted = end < 0 ? rest : rest.slice(0, end);
  if (wanted.length === 0) return at >= source.length ? stored.length : from;
  for (let start = from; start <= stored.length - wanted.length && start < from + maxReplacement; start++)
    if (wanted.every(({ sign }, i) => stored[start + i]!.sign === sign)) return start;
  return from;
}

/** Describes the first difference between the visible text of the source and that of the stored item. */
export function findTextDifference(source: string, stored: string, options: VisibleTextOptions): string | undefined {
  const expected = readSigns(source, options);
  const actual = readSigns(stored);
  let at = 0;
  let isAfterReplacement = false;
  for (const [position, one] of expected.entries()) {
    if (one.sign === replaced) {
      at = findContinuation(expected, position + 1, actual, at);
      isAfterReplacement = true;
      continue;
    }
    const other = actual[at];
    const isRight =
      other?.sign === one.sign &&
      (isAfterReplacement || at === 0 || isGapRight(one, other, expected[position - 1]?.sign));
    if (!isRight) return `source: ${contextOf(expected, position)}\nstored: ${contextOf(actual, at)}`;
    at += 1;
    isAfterReplacement = false;
  }
  return at < actual.length ? `added: ${contextOf(actual, at)}` : undefined;
}
