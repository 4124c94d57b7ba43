// Writes formulas as one line of text: their TeX source, or MathML as plain text. Copies for display are dropped.
import type { CheerioAPI } from 'cheerio/slim';
import { omission } from '#domain/search/plain-text.ts';
import { superscripts } from '#domain/text/notation.ts';
import { fractionText, type HtmlNode, replaceWithText, withScripts } from './superscripts.ts';

/** Copies that MathJax 2 inserts before the script with the source. */
const renderedCopies = '[class*="MathJax"], [class*="mjx-"], [class*="MJX"]';

export function writeFormulas($: CheerioAPI): void {
  for (const script of $('script[type^="math/tex"]')) {
    $(script).prevUntil(`:not(${renderedCopies})`).remove();
    replaceWithText($, script, plainTex($(script).text()));
  }
  for (const element of $('[data-mathml]')) $(element).html($(element).attr('data-mathml')!);
  for (const element of $('.latex-rendered[data-attrs], [data-latex], [data-tex], .ql-formula[data-value]'))
    writeAttribute($, element);
  removeCopies($);
  // Wikipedia hides the formula that is meant for screen readers.
  $('[class*="math" i] > [style]').has('math').removeAttr('style');
  for (const math of $('math')) replaceWithText($, math, findTex($, math) ?? mathMlText($, math).trim());
  for (const image of $('img')) writeImage($, image);
}

/** Formulas that exist only as drawings. */
const drawnFormulas = '.katex, mjx-container';

/** Removes copies that are hidden from screen readers next to a readable formula. */
function removeCopies($: CheerioAPI): void {
  const holders = new Set(
    $('math')
      .toArray()
      .flatMap(({ parent }) => [parent, parent?.parent]),
  );
  for (const copy of $('.katex-html, [aria-hidden="true"]')) {
    const isBesideMath = holders.has(copy.parent) && $(copy.parent!).is('span, mjx-container, [class*="math" i]');
    if (isBesideMath && $(copy).find('math').length === 0) $(copy).remove();
  }
  for (const formula of $(drawnFormulas)) {
    const isEmpty = $(formula).find('math').length === 0 && $(formula).closest(drawnFormulas).is(formula);
    if (isEmpty) replaceWithText($, formula, ` ${omission} `);
  }
}

/** Removes the commands that choose a display style. */
const plainTex = (tex: string): string =>
  tex
    .replace(/\s+/g, ' ')
    .trim()
    .replace(/^\{\s*\\(?:display|text)style\s*(.*)\}$/s, '$1')
    .replace(/([\^_])\{(\w)\}/g, '$1$2')
    .trim();

function findTex($: CheerioAPI, math: HtmlNode): string | undefined {
  const annotation = $(math).find('annotation[encoding*="tex" i]').first();
  return plainTex(annotation.text() || $(math).attr('alttext') || '') || undefined;
}

/** Reads the source from an attribute: JSON on Substack, plain TeX in editors. */
function writeAttribute($: CheerioAPI, element: HtmlNode): void {
  const { 'data-attrs': json, 'data-latex': latex, 'data-tex': tex, 'data-value': value } = $(element).attr() ?? {};
  const source = json === undefined ? (latex ?? tex ?? value) : persistentExpression(json);
  if (source) replaceWithText($, element, plainTex(source));
}

function persistentExpression(json: string): string | undefined {
  try {
    const { persistentExpression: tex } = JSON.parse(json) as Record<string, unknown>;
    return typeof tex === 'string' ? tex : undefined;
  } catch {
    return undefined;
  }
}

const formulaClass = /(?:^|[\s_-])(?:la)?tex(?:$|[\s_-])|math|equation|formula/i;
const formulaAddress = /latex\.(?:php|codecogs)|codecogs\.com|mathtex|mimetex|\/math\/render\/|chart\?cht=tx/i;
const vagueText = /^(?:|formula|equation|math|latex|tex|image|img)$/i;

/** Replaces a picture of a formula by its alternative text, or by an omission mark if it has none. */
function writeImage($: CheerioAPI, image: HtmlNode): void {
  const { class: names = '', src = '', alt = '' } = $(image).attr() ?? {};
  if (!formulaClass.test(names) && !formulaAddress.test(src)) return;
  if (vagueText.test(alt.trim())) $(image).attr('alt', omission);
  else replaceWithText($, image, plainTex(alt));
}

/** Invisible operators and spaces. */
const invisible = /[\u2061-\u2064\u200b]/g;

/** Text that begins with an index, such as that of a root. */
const superscriptFirst = new RegExp(`^[${superscripts}^]`);
const needsSpaceBetween = (left: string, right: string): boolean =>
  (/\p{N}$/u.test(left) && /^\p{Nd}/u.test(right)) ||
  (left !== '' && superscriptFirst.test(right)) ||
  (/[\^_]\p{L}$/u.test(left) && /^[\p{L}\p{N}]/u.test(right));
const joinWithSpaces = (parts: string[]): string =>
  parts.reduce((line, part) => (needsSpaceBetween(line, part) ? `${line} ${part}` : line + part), '');

const childElements = (node: HtmlNode): HtmlNode[] =>
  ('children' in node ? node.children.filter((child) => 'name' in child) : []) as HtmlNode[];

/** Element with its children and their text. */
interface Layout {
  $: CheerioAPI;
  node: HtmlNode;
  children: HtmlNode[];
  line: (at: number) => string;
  /** First line, in brackets if it is more than a name or a number. */
  base: string;
}

const listLines = ({ children, line }: Layout, separator: string): string =>
  children.map((_, at) => line(at)).join(separator);
const joinLines = ({ $, children }: Layout): string => joinWithSpaces(children.map((child) => mathMlText($, child)));

const layouts: Record<string, (layout: Layout) => string> = {
  annotation: () => '',
  'annotation-xml': () => '',
  mphantom: () => '',
  mspace: () => ' ',
  mfrac: ({ $, node, line }) =>
    $(node).is('[linethickness^="0"]') ? `binom(${line(0)}, ${line(1)})` : fractionText(line(0), line(1)),
  msqrt: (layout) => `√(${joinLines(layout).trim()})`,
  mroot: ({ line }) => `${withScripts('', '', line(1))}√(${line(0)})`,
  msup: ({ base, line }) => withScripts(base, '', line(1)),
  mover: ({ base, line }) => withScripts(base, '', line(1)),
  msub: ({ base, line }) => withScripts(base, line(1), ''),
  munder: ({ base, line }) => withScripts(base, line(1), ''),
  msubsup: ({ base, line }) => withScripts(base, line(1), line(2)),
  munderover: ({ base, line }) => withScripts(base, line(1), line(2)),
  mfenced: (layout) =>
    `${layout.$(layout.node).attr('open') ?? '('}${listLines(layout, ', ')}${layout.$(layout.node).attr('close') ?? ')'}`,
  mtable: (layout) => `[${listLines(layout, '; ')}]`,
  mtr: (layout) => listLines(layout, ', '),
  mlabeledtr: (layout) => listLines(layout, ', '),
  mmultiscripts: ({ $, children }) => multiscriptsText($, children),
};

/** Writes MathML Core as one line: 1/2, (a+b)/c, x^2, x_i, √(x). */
function mathMlText($: CheerioAPI, node: HtmlNode): string {
  if (!('name' in node)) return '';
  const name = node.name.replace(/^\w+:/, '');
  if (/^m(?:i|n|o|text|s)$/.test(name)) return symbolText(name, $(node).text().replace(invisible, '').trim());
  const children = childElements(node);
  const line = (at: number): string => (children[at] ? mathMlText($, children[at]).trim() : '');
  const layout = Object.hasOwn(layouts, name) ? layouts[name]! : joinLines;
  return layout({
    $,
    node,
    children,
    line,
    get base() {
      return needsNoBrackets(line(0)) ? line(0) : `(${line(0)})`;
    },
  });
}

const needsNoBrackets = (text: string): boolean => /^(?:[\p{L}\p{M}]+|[\p{N}.,]+|\([^()]*\)|.\p{M}?)?$/u.test(text);

/** Adds spaces around comparison signs and text. */
const symbolText = (name: string, text: string): string =>
  (name === 'mo' && /^[=<>≤≥≠≈→⇒∈±×]$/.test(text)) || name === 'mtext' || text === ','
    ? ` ${text} `.replace(/^ ,/, ',')
    : text;

/** Writes scripts, which come in pairs: first those after the base, then those before it. */
function multiscriptsText($: CheerioAPI, [base, ...scripts]: HtmlNode[]): string {
  const names = scripts.map((script) => ('name' in script ? script.name : ''));
  const split = names.includes('mprescripts') ? names.indexOf('mprescripts') : scripts.length;
  const pairs = (from: HtmlNode[]): string =>
    from.reduce((text, script, at) => {
      if (at % 2 === 1) return text;
      return (
        text + withScripts('', mathMlText($, script).trim(), from[at + 1] ? mathMlText($, from[at + 1]!).trim() : '')
      );
    }, '');
  return pairs(scripts.slice(split + 1)) + (base ? mathMlText($, base) : '') + pairs(scripts.slice(0, split));
}
