// Conversion of Markdown to the text that a reader sees, one block per line.
import type { Token } from 'markdown-it';
import { parseMarkdown } from '../text/markdown.ts';
import { removeInvisible } from '../text/invisible.ts';
import { isSponsoredLink } from './sponsors.ts';

/** Placeholder for struck-out words and for formulas that are only pictures. */
export const omission = '[…]';

/** Returns the text of a line or paragraph without pictures. */
export function inlineText(tokens: readonly Token[], softBreak = ' '): string {
  let text = '';
  let struck = 0;
  for (const token of tokens) {
    if (token.type === 's_open') text += struck++ === 0 ? ` ${omission} ` : '';
    else if (token.type === 's_close') struck -= 1;
    else if (struck === 0) text += unstruckText(token, softBreak);
  }
  return text;
}

function unstruckText({ type, content, children }: Token, softBreak: string): string {
  if (type === 'softbreak') return softBreak;
  if (type === 'hardbreak') return '\n';
  if (type !== 'image') return content;
  const description = children?.map((child) => child.content).join('');
  return description === omission ? ` ${omission} ` : ' ';
}

const tokenText = ({ type, children, content }: Token): string => (type === 'inline' ? inlineText(children!) : content);

/** Removes invisible characters, tabs, repeated spaces and empty lines. */
export const cleanText = (text: string): string =>
  removeInvisible(text)
    .replace(/[^\S\n]+/g, ' ')
    .replace(/ ?\n[\n ]*/g, '\n')
    .trim();

/** A line of plain text with information about its Markdown block. */
export interface Line {
  /** Empty for a thematic break. */
  text: string;
  kind: 'text' | 'heading' | 'code' | 'break';
  /** Level of a heading, 1 to 6. */
  level?: number;
  /** Number of the outermost block quotation around the line. */
  quotation?: number;
  callout?: number;
  /** Number of the outermost list around the line. */
  list?: number;
  /** Bold or emphasised text at the beginning of the line, such as the name of a speaker. */
  lead?: string;
  /** Set if the line contains a sponsored link: as a part of the line, or as all of it. */
  sponsoredLink?: 'part' | 'whole';
}

const isLead = ({ type }: Token): boolean => type === 'strong_open' || type === 'em_open';

function parseLead({ children }: Token): string | undefined {
  const [first, ...rest] = (children ?? []).filter(({ type, content }) => type !== 'text' || content !== '');
  if (!first || !isLead(first)) return undefined;
  const end = rest.findIndex(({ type }) => type === first.type.replace('_open', '_close'));
  return cleanText(inlineText(rest.slice(0, end)));
}

function sponsoredLinkIn({ children }: Token): Line['sponsoredLink'] {
  const parts = (children ?? []).filter(({ type, content }) => type !== 'text' || content.trim() !== '');
  const isPaid = (token: Token): boolean =>
    token.type === 'link_open' && isSponsoredLink(String(token.attrGet('href')), token.attrGet('title'));
  if (!parts.some(isPaid)) return undefined;
  return isPaid(parts[0]!) && parts.findIndex(({ type }) => type === 'link_close') === parts.length - 1
    ? 'whole'
    : 'part';
}

const lineKind = ({ type }: Token, heading: Token | undefined): Line['kind'] => {
  if (type === 'hr') return 'break';
  if (heading) return 'heading';
  return type === 'inline' ? 'text' : 'code';
};

const isList = ({ type }: Token): boolean => /^(?:bullet|ordered)_list/.test(type);
const isCallout = ({ type, meta }: Token): boolean => type.startsWith('blockquote') && meta?.['isCallout'] === true;
/** Returns true for tokens of a block quotation that is not a callout. */
export const isQuotation = (token: Token): boolean => token.type.startsWith('blockquote') && !isCallout(token);

/** Returns a function that numbers the outermost blocks of a kind: the number inside a block, undefined outside. */
function countOutermost(isOfKind: (token: Token) => boolean) {
  let depth = 0;
  let count = 0;
  return (token: Token): number | undefined => {
    if (isOfKind(token)) {
      if (token.nesting === 1 && depth === 0) count++;
      depth += token.nesting;
    }
    return depth > 0 ? count : undefined;
  };
}

/** Returns the lines of the plain text, and an empty line for each thematic break. */
export function parseTextLines(markdown: string): Line[] {
  const quotationAt = countOutermost(isQuotation);
  const calloutAt = countOutermost(isCallout);
  const listAt = countOutermost(isList);
  let heading: Token | undefined;
  return parseMarkdown(markdown).flatMap((token) => {
    const quotation = quotationAt(token);
    const callout = calloutAt(token);
    const list = listAt(token);
    if (token.type === 'heading_open') heading = token;
    if (token.type === 'heading_close') heading = undefined;
    const text = cleanText(tokenText(token));
    if (text === '' && token.type !== 'hr') return [];
    const sponsoredLink = sponsoredLinkIn(token);
    const place = {
      kind: lineKind(token, heading),
      ...(heading && { level: Number(heading.tag.slice(1)) }),
      ...(quotation !== undefined && { quotation }),
      ...(callout !== undefined && { callout }),
      ...(list !== undefined && { list }),
      ...(sponsoredLink && { sponsoredLink }),
    };
    const lead = parseLead(token);
    return text.split('\n').map((line, at): Line => ({ text: line, ...place, ...(at === 0 && lead && { lead }) }));
  });
}

export const joinLines = (lines: Line[]): string =>
  lines
    .map(({ text }) => text)
    .filter((text) => text !== '')
    .join('\n');

export const plainTextOfMarkdown = (markdown: string): string => joinLines(parseTextLines(markdown));
