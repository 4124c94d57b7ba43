// Markdown as the text that a reader sees: one block a line, without marks.
import type { Token } from 'markdown-it';
import { parseMarkdown } from '../text/markdown.ts';
import { withoutUnseen } from '../text/unseen.ts';

/** Stands for something that text cannot show: words that were struck out, or a formula that is only a picture. */
export const omission = '[…]';

/** The text of one line or paragraph. A picture is no text. */
export function inlineText(tokens: readonly Token[], softBreak = ' '): string {
  let text = '';
  let struck = 0;
  for (const { type, content, children } of tokens) {
    if (type === 's_open') text += struck++ === 0 ? ` ${omission} ` : '';
    else if (type === 's_close') struck -= 1;
    else if (struck > 0) continue;
    else if (type === 'softbreak') text += softBreak;
    else if (type === 'hardbreak') text += '\n';
    else if (type === 'image')
      text += children?.map((child) => child.content).join('') === omission ? ` ${omission} ` : ' ';
    else text += content;
  }
  return text;
}

const textOf = ({ type, children, content }: Token): string => (type === 'inline' ? inlineText(children!) : content);

/** Characters that deceive the eye, tabs and doubled spaces are gone; lines are blocks. */
export const cleanText = (text: string): string =>
  withoutUnseen(text)
    .replace(/[^\S\n]+/g, ' ')
    .replace(/ ?\n[\n ]*/g, '\n')
    .trim();

/** A line of the plain text with its place among the blocks of the Markdown. */
export interface Line {
  /** Empty for a thematic break. */
  text: string;
  kind: 'text' | 'heading' | 'code' | 'break';
  /** Level of a heading, 1 to 6. */
  level?: number;
  /** Number of the outermost block quotation that holds the line. */
  quotation?: number;
  /** Number of the outermost list that holds the line. */
  list?: number;
  /** Bold or emphasised text at the beginning of the line, such as the name of a speaker. */
  lead?: string;
}

const isLead = ({ type }: Token): boolean => type === 'strong_open' || type === 'em_open';

function leadOf({ children }: Token): string | undefined {
  const [first, ...rest] = (children ?? []).filter(({ type, content }) => type !== 'text' || content !== '');
  if (!first || !isLead(first)) return undefined;
  const end = rest.findIndex(({ type }) => type === first.type.replace('_open', '_close'));
  return cleanText(inlineText(rest.slice(0, end)));
}

const kindOf = ({ type }: Token, heading: Token | undefined): Line['kind'] => {
  if (type === 'hr') return 'break';
  if (heading) return 'heading';
  return type === 'inline' ? 'text' : 'code';
};

/** Outermost block of a kind: its number while it is open. */
function outermost(opening: RegExp, closing: RegExp) {
  let depth = 0;
  let count = 0;
  return ({ type }: Token): number | undefined => {
    if (opening.test(type) && depth++ === 0) count++;
    if (closing.test(type)) depth--;
    return depth > 0 ? count : undefined;
  };
}

/** The lines of the plain text, with the thematic breaks between them. */
export function linesOf(markdown: string): Line[] {
  const quotationAt = outermost(/^blockquote_open$/, /^blockquote_close$/);
  const listAt = outermost(/^(?:bullet|ordered)_list_open$/, /^(?:bullet|ordered)_list_close$/);
  let heading: Token | undefined;
  return parseMarkdown(markdown).flatMap((token) => {
    const quotation = quotationAt(token);
    const list = listAt(token);
    if (token.type === 'heading_open') heading = token;
    if (token.type === 'heading_close') heading = undefined;
    const text = cleanText(textOf(token));
    if (text === '' && token.type !== 'hr') return [];
    const place = {
      kind: kindOf(token, heading),
      ...(heading && { level: Number(heading.tag.slice(1)) }),
      ...(quotation !== undefined && { quotation }),
      ...(list !== undefined && { list }),
    };
    const lead = leadOf(token);
    return text.split('\n').map((line, at): Line => ({ text: line, ...place, ...(at === 0 && lead && { lead }) }));
  });
}

export const joinLines = (lines: Line[]): string =>
  lines
    .map(({ text }) => text)
    .filter((text) => text !== '')
    .join('\n');

export const plainText = (markdown: string): string => joinLines(linesOf(markdown));
