// Plain web addresses in running text become links, as show notes are full of them.
import MarkdownIt from 'markdown-it';
import { webAddress } from './links.ts';

/** Its finder knows where an address ends: before a full stop, a closing bracket, a sign of Chinese. */
const finder = new MarkdownIt().linkify.set({ fuzzyLink: true });

/** A longer run without any markup is no show notes, and finding takes more than linear time. */
const longestRun = 50_000;

const mayHoldAddress = /https?:\/\/|www\./i;
/** Where text is a link already, or code. */
const noLinkTags = /^<\/?(?:a|pre|code|kbd|samp)[\s>]/;

/** `html` is as sanitize-html writes it: all signs in text and attributes are escaped. */
export function linkAddresses(html: string): string {
  if (!mayHoldAddress.test(html)) return html;
  let within = 0;
  const pieces = html.split(/(<[^>]*>)/).map((piece) => {
    if (!piece.startsWith('<')) return within > 0 ? piece : linkAddressesInText(piece);
    if (noLinkTags.test(piece)) within = Math.max(0, within + (piece[1] === '/' ? -1 : 1));
    return piece;
  });
  return pieces.join('');
}

function linkAddressesInText(text: string): string {
  if (!mayHoldAddress.test(text) || text.length > longestRun) return text;
  const plain = text.replaceAll('&lt;', '<').replaceAll('&gt;', '>').replaceAll('&quot;', '"').replaceAll('&amp;', '&');
  const pieces: string[] = [];
  let from = 0;
  for (const { schema, raw, index, lastIndex } of finder.match(plain) ?? []) {
    const href = addressOfMatch(schema, raw);
    if (!href) continue;
    pieces.push(escapeHtml(plain.slice(from, index)), `<a href="${escapeHtml(href)}">${escapeHtml(raw)}</a>`);
    from = lastIndex;
  }
  return pieces.length > 0 ? pieces.join('') + escapeHtml(plain.slice(from)) : text;
}

/** A name without a scheme may be that of a file, such as readme.md: only www counts. */
function addressOfMatch(schema: string, raw: string): string | undefined {
  if (schema === 'http:' || schema === 'https:') return webAddress(raw);
  return /^www\./i.test(raw) ? webAddress(`https://${raw}`) : undefined;
}

const signs: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };
const escapeHtml = (text: string): string => text.replace(/[&<>"]/g, (sign) => signs[sign]!);
