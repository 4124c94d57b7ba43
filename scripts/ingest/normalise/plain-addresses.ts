// Turns plain web addresses in text into links, since show notes are full of them.
import MarkdownIt from 'markdown-it';
import { escapeMarkup, unescapeMarkup } from '#domain/text/markup.ts';
import { webAddress } from './links.ts';

/**
 * Finder of markdown-it, which knows where an address ends: before a full stop, a closing bracket or a Chinese sign.
 */
const finder = new MarkdownIt().linkify.set({ fuzzyLink: true });

/** Longest text that is searched, since searching takes more than linear time. */
const longestRun = 50_000;

const mayHoldAddress = /https?:\/\/|www\./i;
/** Elements in which text is already a link or is code. */
const noLinkTags = /^<\/?(?:a|pre|code|kbd|samp)[\s>]/;

/** Links the addresses in HTML from sanitize-html, in which all special characters are escaped. */
export function linkAddresses(html: string): string {
  if (!mayHoldAddress.test(html)) return html;
  let noLinkDepth = 0;
  const segments = html.split(/(<[^>]*>)/).map((segment) => {
    if (!segment.startsWith('<')) return noLinkDepth > 0 ? segment : linkAddressesInText(segment);
    if (noLinkTags.test(segment)) noLinkDepth = Math.max(0, noLinkDepth + (segment[1] === '/' ? -1 : 1));
    return segment;
  });
  return segments.join('');
}

function linkAddressesInText(text: string): string {
  if (!mayHoldAddress.test(text) || text.length > longestRun) return text;
  const plain = unescapeMarkup(text);
  const segments: string[] = [];
  let from = 0;
  for (const { schema, raw, index, lastIndex } of finder.match(plain) ?? []) {
    const href = addressOfMatch(schema, raw);
    if (!href) continue;
    segments.push(escapeMarkup(plain.slice(from, index)), `<a href="${escapeMarkup(href)}">${escapeMarkup(raw)}</a>`);
    from = lastIndex;
  }
  return segments.length > 0 ? segments.join('') + escapeMarkup(plain.slice(from)) : text;
}

/** Returns the address of a match. Names without a scheme, which may be files such as readme.md, need a www. */
function addressOfMatch(schema: string, raw: string): string | undefined {
  if (schema === 'http:' || schema === 'https:') return webAddress(raw);
  return /^www\./i.test(raw) ? webAddress(`https://${raw}`) : undefined;
}
